import { useFloating } from '@floating-ui/react-dom'
import { useCallback, useMemo, type KeyboardEvent } from 'react'
import { MenuItems } from '#browser/ui/popover/menu.tsx'
import { PANEL_CLASS, panelMiddleware, useDismiss } from '#browser/ui/popover/popover.tsx'
import { menuActions } from './menu-actions.ts'
import type { CellMenu } from './table-tools.ts'

/** The commands of the selected cells, at the pointer or below the cell. Escape returns to the cell. */
export function CellMenuList({ menu, onClose }: { menu: CellMenu; onClose: () => void }) {
  const { x, y, target } = menu
  const reference = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  const { refs, elements, floatingStyles } = useFloating({
    elements: { reference },
    placement: 'bottom-start',
    middleware: panelMiddleware
  })
  const hide = useCallback(() => onClose(), [onClose])
  useDismiss(true, null, elements.floating, hide)
  const close = () => {
    onClose()
    target.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The table must not take the keys of the menu.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <div
      ref={refs.setFloating}
      role="menu"
      aria-label="Selected cells"
      tabIndex={-1}
      style={floatingStyles}
      className={`${PANEL_CLASS} min-w-56 py-1 text-small`}
      onKeyDown={onKeyDown}
    >
      <MenuItems actions={menuActions(menu)} close={close} />
    </div>
  )
}
