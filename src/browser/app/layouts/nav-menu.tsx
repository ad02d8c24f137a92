import { Link } from 'wouter'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronDown, MenuIcon } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import type { NavigationItem } from './navigation-items.ts'

interface NavMenuProps {
  /** Name of the navigation. */
  label: string
  /** On the button: a word, or the place that is shown now. */
  trigger: string
  isPlace?: boolean
  items: readonly NavigationItem[]
  current: NavigationItem | undefined
  className: string
}

/** The links of a bar behind one button, where the window has no room for them (product 25). */
export function NavMenu({ label, trigger, isPlace = false, items, current, className }: NavMenuProps) {
  return (
    <nav aria-label={label} className={className}>
      <Popover
        triggerClass={`${buttonClass()} max-w-full`}
        placement="bottom-end"
        panelClass="min-w-48 max-w-[calc(100vw-16px)] py-1"
        trigger={
          <>
            {!isPlace && <Icon of={MenuIcon} />}
            <span className="cut" title={trigger}>
              {trigger}
            </span>
            {isPlace && <Icon of={ChevronDown} />}
          </>
        }
      >
        {close => (
          <ul>
            {items.map(item => (
              <li key={item.path}>
                <Link
                  href={item.path}
                  onClick={close}
                  aria-current={item === current ? 'page' : undefined}
                  className="flex min-h-9 items-center px-3 py-1.5 text-ink hover:bg-sunken hover:no-underline ring-inside aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-text aria-[current=page]:font-medium"
                >
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </nav>
  )
}
