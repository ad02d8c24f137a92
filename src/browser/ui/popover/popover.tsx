import { autoUpdate, flip, offset, shift, size, useFloating, type Placement } from '@floating-ui/react-dom'
import {
  useCallback,
  useId,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect
} from 'react'

/**
 * While open, a press or focus outside both elements closes it; on opening, the first control of the panel
 * takes focus, or the panel itself if it is only read.
 */
export function useDismiss(
  isOpen: boolean,
  trigger: Element | null,
  panel: Element | null,
  close: () => void
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !panel?.contains(target) && !trigger?.contains(target)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen, trigger, panel, close])
  useEffect(() => {
    if (!isOpen || !(panel instanceof HTMLElement)) return
    const first = panel.querySelector<HTMLElement>(
      ':is([autofocus], input, button, a[href], [tabindex]):not(:disabled)'
    )
    const target = first ?? panel
    target.focus()
  }, [isOpen, panel])
}

const WINDOW_GAP = 8
/** A panel is not made lower than this. */
const MIN_PANEL_HEIGHT = 160

/** The room at each edge of the window that a panel leaves free, so that it lies neither over nor under a bar. */
function clearOfBars(): { top: number; right: number; bottom: number; left: number } {
  const room = { top: WINDOW_GAP, right: WINDOW_GAP, bottom: WINDOW_GAP, left: WINDOW_GAP }
  for (const bar of document.querySelectorAll('[data-bar]')) {
    const { top, bottom } = bar.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) continue
    if (top + bottom < innerHeight) room.top = Math.max(room.top, bottom + WINDOW_GAP)
    else room.bottom = Math.max(room.bottom, innerHeight - top + WINDOW_GAP)
  }
  // Where the bars leave no room for a panel, it covers them.
  return innerHeight - room.top - room.bottom < MIN_PANEL_HEIGHT
    ? { ...room, top: WINDOW_GAP, bottom: WINDOW_GAP }
    : room
}

/** Keeps a panel in the window. */
export const panelMiddleware = [
  offset(4),
  flip(() => ({ padding: clearOfBars(), fallbackAxisSideDirection: 'end' })),
  // If neither side of the button has room, the panel covers it rather than leaving the window.
  shift(() => ({ padding: clearOfBars(), crossAxis: true })),
  size(() => ({
    padding: clearOfBars(),
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `min(100dvh - 16px, ${Math.max(MIN_PANEL_HEIGHT, availableHeight)}px)`
    }
  }))
]

interface PopoverProps {
  /** The content of the button that opens it. */
  trigger: ReactNode
  triggerClass: string
  /** The button's name if its content is not plain text. */
  label?: string | undefined
  placement?: Placement
  panelClass?: string
  disabled?: boolean
  /** What the button opens, for screen readers. */
  kind?: 'dialog' | 'menu'
  children: (close: () => void) => ReactNode
}

/** A button with a floating panel. Escape and a click elsewhere close it, and focus goes back to the button; an arrow opens a menu. */
export function Popover({
  trigger,
  triggerClass,
  label,
  placement = 'bottom-start',
  panelClass = '',
  disabled,
  kind = 'dialog',
  children
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const triggerId = useId()
  const { refs, elements, floatingStyles } = useFloating<HTMLButtonElement>({
    open: isOpen,
    placement,
    whileElementsMounted: autoUpdate,
    middleware: panelMiddleware
  })
  const hide = useCallback(() => setOpen(false), [])
  const close = () => {
    setOpen(false)
    elements.reference?.focus()
  }
  useDismiss(isOpen, elements.reference, elements.floating, hide)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (isOpen ? 'Escape' : kind === 'menu' && 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    if (isOpen) close()
    else setOpen(true)
  }

  const attributes: ButtonHTMLAttributes<HTMLButtonElement> = {
    disabled,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-label': label
  }
  return (
    <>
      <button
        ref={refs.setReference}
        id={triggerId}
        type="button"
        className={triggerClass}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
        aria-controls={isOpen ? panelId : undefined}
        {...attributes}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          ref={refs.setFloating}
          id={panelId}
          role={kind}
          tabIndex={-1}
          aria-labelledby={triggerId}
          style={floatingStyles}
          className={`float z-20 max-w-[calc(100vw-16px)] outline-none overflow-auto animate-[fade-in_120ms] ${panelClass}`}
          onKeyDown={onKeyDown}
        >
          {children(close)}
        </div>
      )}
    </>
  )
}
