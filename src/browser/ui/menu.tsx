import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Placement } from '@floating-ui/react-dom'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

export interface MenuAction {
  label: string
  icon?: LucideIcon
  isDanger?: boolean
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

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1
}

/** The keys of a menu: arrows walk through it, and Tab goes on from its button. */
function walk(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key === 'Tab') return close()
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus()
}

/** Actions behind a button, with arrow-key navigation. */
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
      {close => (
        <div role="none" onKeyDown={event => walk(event, close)}>
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
              </button>
            )
          )}
        </div>
      )}
    </Popover>
  )
}
