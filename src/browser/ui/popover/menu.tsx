import type { Placement } from '@floating-ui/dom'
import type { KeyboardEvent, ReactNode } from 'react'
import { walkFocus } from '#browser/ui/focus/arrow-keys.ts'
import { Icon } from '#browser/ui/icon.tsx'
import type { IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from './popover.tsx'

export interface MenuAction {
  label: string
  icon?: IconPath
  isDanger?: boolean
  /** Shown behind the label. */
  hint?: ReactNode
  onSelect: () => void
}

interface MenuProps {
  trigger: ReactNode
  triggerClass: string
  label?: string
  actions: readonly (MenuAction | 'line')[]
  placement?: Placement
  /** Above the actions, for example the logged-in user. */
  head?: ReactNode
}

/** The keys of a menu: arrows walk through it, and Tab goes on from its button. */
function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key === 'Tab') return close()
  const items = event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')
  walkFocus(event, items, { axis: 'vertical', wraps: true })
}

interface MenuItemsProps {
  actions: readonly (MenuAction | 'line')[]
  close: () => void
  head?: ReactNode
}

/** The actions of an open menu, with arrow-key navigation. */
export function MenuItems({ actions, close, head }: MenuItemsProps) {
  return (
    <div role="none" onKeyDown={event => moveInMenu(event, close)}>
      {head}
      {actions.map((action, index) =>
        action === 'line' ? (
          <hr key={`line-${index}`} className="my-1 border-0 border-t border-solid border-line" />
        ) : (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`ring-inside flex items-center gap-2 w-full px-3 py-1.5 text-left hover:bg-sunken focus:bg-sunken ${action.isDanger ? 'text-bad' : ''}`}
            onClick={() => {
              close()
              action.onSelect()
            }}
          >
            {action.icon && <Icon of={action.icon} className="text-ink-3" />}
            {action.label}
            {action.hint}
          </button>
        )
      )}
    </div>
  )
}

/** Actions behind a button. */
export function Menu({ trigger, triggerClass, label, actions, placement = 'bottom-end', head }: MenuProps) {
  return (
    <Popover
      trigger={trigger}
      triggerClass={triggerClass}
      label={label}
      placement={placement}
      kind="menu"
      panelClass="min-w-48 py-1"
    >
      {close => <MenuItems actions={actions} close={close} head={head} />}
    </Popover>
  )
}
