import type { KeyboardEvent, PointerEvent } from 'react'
import { paperOf, valueAtPaper, type BarPositions } from '#browser/charts/view/figure.ts'
import { hasModifier, valueSteps } from '#browser/ui/focus/arrow-keys.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronsUpDown } from '#browser/ui/icons/rare-icon-paths.ts'

interface WhatIfHandleProps {
  bars: BarPositions
  /** The own value as it is saved. */
  saved: number
  /** Null until the reader drags the end of the bar. */
  supposed: number | null
  /** The index that the supposed bar would have; null if it is not known. */
  supposedAt: number | null
  range: readonly [lowest: number, highest: number]
  /** 'What if: Ward 4B'. */
  label: string
  /** 'What if 5.7'. */
  text: string
  /** For screen readers. */
  valueText: string
  onValue: (value: number) => void
  onStep: (steps: number) => void
}

const HATCHED = 'repeating-linear-gradient(135deg, var(--brand-mark) 0 3px, var(--surface) 3px 6px)'
const MIN_BAR = 6
const MIN_GRIP = 14
const NEXT_TO_HANDLE = 20
/** The maximum width of a label. Right of the plot it would cover the names of the averages. */
const LABEL_WIDTH = 130
const LABEL_HEIGHT = 22
/** On touch screens the target is larger than the visible handle. */
const THUMB = "before:content-[''] before:absolute [@media(pointer:coarse)]:before:-inset-2.5"

/** The end of the own bar as a handle, by pointer or keys, for supposing another value. The difference is hatched, and the bar's new place is dashed. */
export function WhatIfHandle(props: WhatIfHandleProps) {
  const { bars, saved, supposed } = props
  const place = handlePosition(bars)
  const centre = place.centreOf(bars.own)
  const y = place.yOf(supposed ?? saved)
  const dragging = dragProps(props)
  return (
    <>
      {supposed !== null && <SupposedMarks {...props} y={y} />}
      <div
        {...(supposed === null
          ? { 'aria-hidden': true, title: 'Drag to try another value' }
          : sliderProps(props, supposed))}
        {...dragging}
        className={`absolute grid place-items-center touch-none cursor-ns-resize ${
          supposed === null
            ? 'h-3'
            : `${THUMB} w-6 h-6 rounded-full bg-surface border-2 border-solid border-brand-mark text-brand-text shadow-[0_0_0_3px_color-mix(in_srgb,var(--brand-mark)_22%,transparent)]`
        }`}
        style={
          supposed === null
            ? { left: centre - place.grip / 2, width: place.grip, top: y - 6 }
            : { left: centre - 12, top: y - 12 }
        }
      >
        {supposed !== null && <Icon of={ChevronsUpDown} size={14} />}
      </div>
    </>
  )
}

function handlePosition({ left, top, height, scale, step }: BarPositions) {
  const width = Math.max(step * 0.73, MIN_BAR)
  return {
    width,
    grip: Math.max(width, MIN_GRIP),
    centreOf: (at: number): number => left + (at + 0.5) * step,
    yOf: (value: number): number => top + height * (1 - Math.min(1, Math.max(0, paperOf(value, scale))))
  }
}

function SupposedMarks({ bars, saved, supposedAt, text, y }: WhatIfHandleProps & { y: number }) {
  const { width, centreOf, yOf } = handlePosition(bars)
  const centre = centreOf(bars.own)
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <div
        className="absolute border border-solid border-ink"
        style={{
          left: centre - width / 2,
          width,
          top: Math.min(yOf(saved), y),
          height: Math.max(1, Math.abs(yOf(saved) - y)),
          backgroundImage: HATCHED
        }}
      />
      {supposedAt !== null && supposedAt !== bars.own && (
        <div
          className="absolute border-1.5 border-dashed border-brand-text rounded-t-sm"
          style={{
            left: centreOf(supposedAt) - width / 2 - 2,
            width: width + 4,
            top: Math.min(yOf(0), y),
            height: Math.abs(yOf(0) - y)
          }}
        />
      )}
      <span
        className="absolute px-1.5 rounded-sm bg-surface border border-dashed border-brand-text text-tiny font-semibold text-brand-text leading-5 whitespace-nowrap"
        style={{ ...labelOffset(centre, bars), top: y - LABEL_HEIGHT / 2 }}
      >
        {text}
      </span>
    </div>
  )
}

/** Right of the handle, or left of it if the averages' names need the right side. */
function labelOffset(centre: number, { right }: BarPositions) {
  const end = NEXT_TO_HANDLE + LABEL_WIDTH
  return centre + end <= right || centre < end
    ? { left: centre + NEXT_TO_HANDLE }
    : { left: centre - NEXT_TO_HANDLE, transform: 'translateX(-100%)' }
}

function sliderProps({ range, label, valueText, onValue, onStep }: WhatIfHandleProps, supposed: number) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = valueSteps(event, { axis: 'both', page: 10 })
    const end = hasModifier(event) ? undefined : { Home: range[0], End: range[1] }[event.key]
    if (steps !== null) onStep(steps)
    else if (end !== undefined) onValue(end)
    else return
    event.preventDefault()
  }
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'vertical' as const,
    'aria-valuemin': range[0],
    'aria-valuemax': range[1],
    'aria-valuenow': supposed,
    'aria-valuetext': valueText,
    onKeyDown
  }
}

function dragProps({ bars, range, onValue }: WhatIfHandleProps) {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const frame = event.currentTarget.offsetParent
    if (!frame) return
    const y = event.clientY - frame.getBoundingClientRect().top
    const value = valueAtPaper(1 - (y - bars.top) / bars.height, bars.scale)
    onValue(Math.min(range[1], Math.max(range[0], value)))
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.focus({ preventScroll: true })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event)
    }
  }
}
