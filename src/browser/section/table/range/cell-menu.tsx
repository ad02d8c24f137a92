import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { MenuItems } from '#browser/ui/popover/menu.tsx'
import { useDismiss } from '#browser/ui/popover/popover.tsx'
import { usePlace } from '#browser/ui/popover/use-place.ts'
import { menuActions, type KeyedAction } from './menu-actions.ts'
import type { CellMenu } from './table-tools.ts'

/** The commands of the selected cells, at the pointer or below the cell. Escape returns to the cell. */
export function CellMenuList({ menu, onClose }: { menu: CellMenu; onClose: () => void }) {
  const { x, y, target } = menu
  const point = useMemo(() => ({ current: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) } }), [x, y])
  const [list, setList] = useState<HTMLElement | null>(null)
  usePlace(point, list, 'bottom-start', 'panel')
  const hide = useCallback(() => onClose(), [onClose])
  useDismiss(true, null, list, hide)
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
      ref={setList}
      role="menu"
      aria-label="Selected cells"
      tabIndex={-1}
      className="float z-20 max-w-[calc(100vw-16px)] min-w-56 py-1 text-small outline-none overflow-auto animate-[fade-in_120ms]"
      onKeyDown={onKeyDown}
    >
      <MenuItems actions={menuActions(menu).map(withKeys)} close={close} />
    </div>
  )
}

const withKeys = (action: KeyedAction | 'line'): KeyedAction | 'line' =>
  action === 'line'
    ? action
    : {
        ...action,
        hint: (
          <kbd className="ml-auto pl-4 font-sans text-small text-ink-3 whitespace-nowrap">{action.keys}</kbd>
        )
      }
