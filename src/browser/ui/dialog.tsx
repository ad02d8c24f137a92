import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { rememberFocusPlace } from './focus/focus-place.ts'
import { X } from './icons/icon-paths.ts'

export type DialogSize = 'small' | 'standard' | 'large'

// Spec 9: small is about 3/6 on sm and 2/6 on lg and xl; standard 4/5 on lg and 2/5 on xl; large 4/5.
const dialogWidths: Record<DialogSize, string> = {
  small: 'w-[92vw] sm:w-3/6 lg:w-2/6',
  standard: 'w-[92vw] lg:w-4/5 xl:w-2/5',
  large: 'w-[92vw] sm:w-4/5'
}

/** In the corner of the page. */
const BESIDE_PAGE =
  'fixed! inset-auto! left-6! max-sm:left-4! bottom-16! m-0! z-40 w-88 max-w-[calc(100vw-32px)]'

/** Between two fields nothing has focus for a moment, and a click needs its button to stay in place. */
const FOCUS_SETTLE_MS = 200

const CELLS = 'form[data-cells] :is(input, textarea, select, [role="radiogroup"], [role="group"])'
const FIELDS = `input, textarea, select, [contenteditable], ${CELLS}`

const isPageField = (element: Element | null, fields: string): boolean =>
  element !== null && element.closest('dialog') === null && element.matches(fields)

/**
 * Whether a field of the page has focus, while a component subscribes: any field, or only a section's cells.
 * Fields in dialogs do not count.
 */
export function useIsInField(isAsked: boolean, kind: 'fields' | 'cells' = 'fields'): boolean {
  const fields = kind === 'cells' ? CELLS : FIELDS
  const [state, setState] = useState({ isAsked: false, isInField: false })
  // Correct from the first render: a dialog that is modal even once takes the focus.
  if (state.isAsked !== isAsked)
    setState({ isAsked, isInField: isAsked && isPageField(document.activeElement, fields) })
  useEffect(() => {
    if (!isAsked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const { activeElement } = document
        if (activeElement?.closest('dialog') === null)
          setState({ isAsked, isInField: isPageField(activeElement, fields) })
      }, FOCUS_SETTLE_MS)
    }
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [isAsked, fields])
  return state.isInField
}

interface DialogProps {
  title?: ReactNode
  size?: DialogSize
  isCloseable?: boolean
  /**
   * False: the dialog is next to the page, which stays usable, and does not take focus. It may become modal
   * later.
   */
  isModal?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog on the native element: focus stays inside, Escape closes it if allowed, and focus returns
 * afterwards.
 */
export function Dialog({
  title,
  size = 'standard',
  isCloseable = true,
  isModal: isMeantModal = true,
  onClose,
  children
}: DialogProps) {
  // A dialog whose code loads late must not take the keys of someone who has moved on to a cell.
  const isModal = !useIsInField(isMeantModal, 'cells') && isMeantModal
  const dialog = useRef<HTMLDialogElement>(null)
  // React's `autoFocus` works only in an open dialog, so its content comes after it is open.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const element = dialog.current
    // What opened a dialog may go with what the dialog does, for example the row that is removed.
    const focusAgain = rememberFocusPlace(document.activeElement)
    if (isModal) element?.showModal()
    // Sets the attribute only: the methods would move the focus.
    else element?.setAttribute('open', '')
    // oxlint-disable-next-line react/set-state-in-effect -- only a drawn dialog can be opened, and only an open one can hold the focus
    setOpen(true)
    return () => {
      const hadFocus = isModal || element?.contains(document.activeElement)
      if (isModal) element?.close()
      else element?.removeAttribute('open')
      if (hadFocus) focusAgain()
    }
  }, [isModal])
  return (
    <dialog
      ref={dialog}
      aria-label={typeof title === 'string' ? title : undefined}
      onCancel={event => {
        event.preventDefault()
        if (isCloseable) onClose()
      }}
      // A second Escape closes a dialog despite a prevented cancel; a dialog that must not be closed
      // reopens.
      onClose={() => (isCloseable ? onClose() : dialog.current?.isConnected && dialog.current.showModal())}
      className={`float max-h-[86dvh] media-short:max-h-[calc(100dvh-8px)] overflow-auto animate-[fade-in_120ms] ${isModal ? dialogWidths[size] : BESIDE_PAGE}`}
    >
      {/* No header element: axe and some screen readers take one outside of main for the page's banner. */}
      {(title !== undefined || isCloseable) && (
        <div className="sticky top-0 media-short:static z-1 bg-surface flex items-center gap-3 pl-5 max-sm:pl-4 pr-3 py-3 border-0 border-b border-solid border-line">
          <h2 className="flex-1 min-w-0">{title}</h2>
          {isCloseable && <IconButton icon={X} label="Close" size="s" onClick={onClose} />}
        </div>
      )}
      {/* Prevents autofocus while a cell has focus. */}
      <div className="p-5 max-sm:p-4" inert={isMeantModal && !isModal}>
        {isOpen && children}
      </div>
    </dialog>
  )
}
