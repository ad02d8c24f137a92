import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject
} from 'react'
import type { PictureTexts } from '#browser/charts/words/picture-texts.ts'
import { hasModifier, indexAfter } from '#browser/ui/focus/arrow-keys.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { usePrinting } from '#browser/ui/print/use-printing.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { chunk, preload } from '#lib/chunk.ts'
import type { ChartView } from './chart-view.ts'
import type { ChartFigure } from './figure.ts'
import type { PictureFormat } from './picture.ts'

const drawing = chunk(() => import('./plotly.ts'))

/** Fetches the code that draws while the figures of a chart load. */
export const preloadDrawing = (): void => preload(drawing)

export type Picture = (texts: PictureTexts, format: PictureFormat) => Promise<Blob>

interface ChartProps {
  chartView: ChartView
  averages: readonly AverageName[]
  intervals?: boolean
  /** A description of the chart in one sentence. */
  label: string
  /** Must set the height. */
  className: string
  /** Called when the chart is drawn, with a function that exports it as a picture. */
  onDrawn?: (picture: Picture) => void
  /** Laid over the drawn figure. */
  overlay?: (figure: ChartFigure) => ReactNode
}

/**
 * A chart that fills the available width. Arrow keys move through its values. To screen readers it is a slider, because they announce each
 * change of a slider.
 */
export function ChartCanvas({
  chartView,
  averages,
  intervals = false,
  label,
  className,
  onDrawn,
  overlay
}: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLElement>(null)
  const { width, height } = useSize(frame)
  const { module: parts, isMissing, retry } = useChunk(drawing)
  const drawn = useMemo(() => {
    if (width === 0 || parts === undefined) return null
    const { drawFigure, measureText, readChartTheme } = parts
    return drawFigure(chartView, {
      width,
      height,
      averages,
      intervals,
      theme: readChartTheme(),
      measureText
    })
  }, [chartView, parts, averages, intervals, width, height])
  const { at, stop, onKeyDown, leave } = useWalk(drawn)
  useEffect(() => {
    if (plot.current && parts) parts.highlightStop(plot.current, stop)
  }, [stop, parts])

  const chart = (
    <div
      ref={frame}
      role="slider"
      aria-roledescription="chart"
      aria-label={`${label} Arrow keys walk through the values.`}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, drawn?.stops.length ?? 1)}
      aria-valuenow={at + 1}
      aria-valuetext={drawn?.stops[at]?.text ?? 'no values'}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={leave}
      className={`relative rounded-sm ${className}`}
    >
      {parts && drawn ? (
        // With wide letter spacing a text may overflow the drawing instead of being clipped.
        <div aria-hidden="true" className="absolute inset-0 [&_.main-svg]:overflow-visible!">
          <parts.Plot
            data={drawn.data}
            layout={drawn.layout}
            config={parts.plotlyConfig}
            onInitialized={(_, element) => {
              plot.current = element
              onDrawn?.((texts, format) => parts.pictureOf(element, texts, format))
            }}
          />
        </div>
      ) : isMissing && !parts ? (
        <FailureNotice
          title="The chart cannot be drawn yet"
          failure={{ error: 'The chart could not be loaded. You can see the figures in the table.' }}
          onRetry={retry}
        />
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </div>
  )
  // Not inside the slider, whose content is hidden from screen readers.
  return overlay ? (
    <div className="relative">
      {chart}
      {parts && drawn && overlay(drawn)}
    </div>
  ) : (
    chart
  )
}

/** What fits on paper (src/browser/app/styles/global.css), with what is written of the chart on the same page. */
const PRINTED = { width: 690, height: 300 }

interface Size {
  width: number
  height: number
}

function useSize(frame: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  // Before the first paint, so that the chart is in it.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const readSize = (): void =>
      setSize(known =>
        known.width === element.clientWidth && known.height === element.clientHeight
          ? known
          : { width: element.clientWidth, height: element.clientHeight }
      )
    readSize()
    const observer = new ResizeObserver(readSize)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  const isPrinting = usePrinting()
  // Paper is narrower than a wide window, and no observer reports its layout.
  return isPrinting
    ? { width: Math.min(size.width, PRINTED.width), height: Math.min(size.height, PRINTED.height) }
    : size
}

/** Keyboard navigation: the first key highlights the own value, Escape ends the walk. */
function useWalk(figure: ChartFigure | null) {
  const [walkedTo, setWalkedTo] = useState<number | null>(null)
  const leave = () => setWalkedTo(null)
  const last = Math.max(0, (figure?.stops.length ?? 0) - 1)
  // New figures may have fewer stops.
  const at = Math.min(walkedTo ?? figure?.firstStop ?? 0, last)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave()
    const next = indexAfter(event.key, at, figure?.stops.length ?? 0, { axis: 'both', page: 10 })
    if (next === null || hasModifier(event)) return
    event.preventDefault()
    const isStart = event.key.startsWith('Arrow') && walkedTo === null
    setWalkedTo(isStart ? at : next)
  }
  return { at, stop: walkedTo === null ? undefined : figure?.stops[at], onKeyDown, leave }
}
