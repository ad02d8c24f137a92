import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link in a bar; the current one is underlined in the programme's colour. */
export function NavLink({
  href,
  isCurrent,
  children
}: {
  href: string
  isCurrent: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className="ring-inside relative flex h-full items-center px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink hover:no-underline aria-[current=page]:text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-sm after:content-none aria-[current=page]:after:content-empty after:bg-brand-mark"
    >
      {children}
    </Link>
  )
}
