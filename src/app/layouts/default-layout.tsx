import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { $session } from '#stores/session.ts'
import { $siteConfig } from '#stores/site-config.ts'
import { BarSlotContext } from '#ui/bar-slot.tsx'
import { BrandLink } from './brand-link.tsx'
import { NavLink, scrollsInItself } from './nav-link.tsx'
import { currentItem, mainNavigation } from './navigation-items.ts'
import { OrganisationSwitch } from './organisation-switch.tsx'
import { ProjectBar } from './project-bar.tsx'
import { UserMenu } from './user-menu.tsx'

export interface LayoutProps {
  /** The code of the screen's project. */
  projectCode: string | null
  children: ReactNode
}

export default function DefaultLayout({ projectCode, children }: LayoutProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <BarSlotContext value={slot}>
      <TopBar />
      {projectCode && <ProjectBar projectCode={projectCode} slot={setSlot} />}
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </BarSlotContext>
  )
}

function TopBar() {
  const { user } = useStore($session)
  const items = mainNavigation(user, useStore($siteConfig))
  const [path] = useLocation()
  const current = currentItem(items, path)
  return (
    <header className="print:hidden relative z-20 flex h-14 items-center gap-7 max-lg:gap-3 border-0 border-b border-line border-solid bg-surface px-6 max-md:px-3">
      <BrandLink />
      <nav aria-label="Main" className={`flex h-full gap-1 ${scrollsInItself}`}>
        {items.map(item => (
          <NavLink key={item.path} href={item.path} isCurrent={item === current}>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-3 max-lg:min-w-fit">
        <OrganisationSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
