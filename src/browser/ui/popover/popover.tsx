import type { Placement } from '@floating-ui/dom'
import {
  useCallback,
  useId,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect
} from 'react'
import { usePlace } from './use-place.ts'

/**
 * While open, a press or focus outside both elements closes it; on opening, the first control of the panel
 * takes focus, or the panel itself if it is only read.
 */
export function useDismiss(
  isOpen: boolean,
  trigger: RefObject<Element | null> | null,
  panel: Element | null,
  close: () => void
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !panel?.contains(target) && !trigger?.current?.contains(target)) close()
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

interface PopoverProps {
  /** The content of the button that opens it. */
  trigger: ReactNode
  triggerClass: string
  /** The button's name if its content is not plain text. */
  label?: string | undefined
  placement?: Placement
  panelClass?: string
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
  kind = 'dialog',
  children
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const triggerId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  usePlace(button, panel, placement, 'panel')
  const hide = useCallback(() => setOpen(false), [])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useDismiss(isOpen, button, panel, hide)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (isOpen ? 'Escape' : kind === 'menu' && 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    if (isOpen) close()
    else setOpen(true)
  }

  const attributes: ButtonHTMLAttributes<HTMLButtonElement> = {
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-label': label
  }
  return (
    <>
      <button
        ref={button}
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
          ref={setPanel}
          id={panelId}
          role={kind}
          tabIndex={-1}
          aria-labelledby={triggerId}
          className={`float z-20 max-w-[calc(100vw-16px)] outline-none overflow-auto animate-[fade-in_120ms] ${panelClass}`}
          onKeyDown={onKeyDown}
        >
          {children(close)}
        </div>
      )}
    </>
  )
}
