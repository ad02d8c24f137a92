import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { useLocation, Link } from 'wouter'
import { $session } from '#browser/stores/session.ts'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { BarSlotContext } from '#browser/ui/bar-slot.tsx'
import { BrandMark } from '#browser/ui/brand.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { paths } from '#programme/paths.ts'
import { NavLink } from './nav-link.tsx'
import { NavMenu } from './nav-menu.tsx'
import { currentItem, mainNavigation } from './navigation-items.ts'
import { OrganisationSwitch } from './organisation-switch.tsx'
import { PrintedFrom } from './printed-from.tsx'
import { ProjectBar } from './project-bar.tsx'
import { RefusedChoices } from './refused-choices.tsx'
import { UserMenu } from './user-menu.tsx'

/** Spec 2: the logo, linking to /. */
function BrandLink() {
  return (
    <Link
      href={paths.home()}
      className="flex min-w-0 flex-none max-lg:flex-initial max-sm:flex-1 max-sm:min-w-7.5 max-sm:my-1.5 max-sm:min-h-11 text-ink hover:no-underline"
    >
      <BrandMark {...runtimeConfig()} isCompact />
    </Link>
  )
}

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
        <RefusedChoices />
        {children}
      </main>
      <PrintedFrom projectCode={projectCode} />
    </BarSlotContext>
  )
}

function TopBar() {
  const { user } = useStore($session)
  const items = mainNavigation(user, useStore($siteConfig))
  const [path] = useLocation()
  const current = currentItem(items, path)
  return (
    <header
      data-region
      data-bar
      className="print:hidden relative z-20 flex min-h-14 items-center gap-7 max-lg:gap-3 max-sm:flex-wrap max-sm:gap-y-0 border-0 border-b border-line border-solid bg-surface px-6 max-sm:px-4"
    >
      <SkipLink to="main">Skip to content</SkipLink>
      <BrandLink />
      <nav aria-label="Main" className="flex h-14 gap-1 max-lg:hidden">
        {items.map(item => (
          <NavLink key={item.path} href={item.path} isCurrent={item === current}>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:contents">
        <OrganisationSwitch />
        <UserMenu />
      </div>
      <NavMenu className="lg:hidden" label="Main menu" trigger="Menu" items={items} current={current} />
    </header>
  )
}
