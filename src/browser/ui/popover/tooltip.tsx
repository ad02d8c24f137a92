import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { richText, wordsOf } from '#browser/ui/rich-text/late-rich-text.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { usePlace } from './use-place.ts'

interface TooltipProps {
  /** HTML is allowed and sanitised (spec 9). */
  html: string
  /** The explained control, whose `aria-describedby` is the given id, so that screen readers read the explanation with it. */
  children: (explanationId: string) => ReactNode
}

// Spec 9: HTML content, interactive, theme named tailwind, placement bottom-start, at most 400 wide.
const MAX_TOOLTIP_WIDTH = 400
/** Long enough to move the pointer from the word to an interactive tooltip. */
const LEAVE_MS = 150

/** An explanation that shows on hover and focus, and stays while the pointer is on it. Escape hides it. */
export function Tooltip({ html, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const word = useRef<HTMLSpanElement>(null)
  const [float, setFloat] = useState<HTMLElement | null>(null)
  usePlace(word, float, 'bottom-start', 'tooltip')
  useEffect(() => () => clearTimeout(leaving.current), [])
  // Regardless of focus: it may cover what the pointer only passed (WCAG 1.4.13).
  useEffect(() => {
    if (!isOpen) return undefined
    const hideByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', hideByEscape)
    return () => document.removeEventListener('keydown', hideByEscape)
  }, [isOpen])
  const show = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const hide = () => {
    leaving.current = setTimeout(() => setOpen(false), LEAVE_MS)
  }
  return (
    <span
      className="inline-block"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      // The next tab stop may be below it.
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <span ref={word}>{children(id)}</span>
      {/* Always rendered: text that appears on focus is too late for screen readers. */}
      <span id={id} hidden>
        {wordsOf(html)}
      </span>
      {isOpen && (
        <span
          ref={setFloat}
          role="tooltip"
          data-theme="tailwind"
          style={{ maxWidth: `min(${MAX_TOOLTIP_WIDTH}px, 100vw - 16px)` }}
          className="float z-30 block w-max px-3 py-2 text-small text-ink font-normal whitespace-normal text-left animate-[fade-in_120ms]"
        >
          <TooltipText html={html} />
        </span>
      )}
    </span>
  )
}

/** Plain text, until the sanitiser has loaded. */
function TooltipText({ html }: Pick<TooltipProps, 'html'>) {
  const { module } = useChunk(richText, 'tryLoad')
  return module ? (
    <span className="prose block" dangerouslySetInnerHTML={{ __html: module.sanitise(html) }} />
  ) : (
    <span className="prose block">{wordsOf(html)}</span>
  )
}
