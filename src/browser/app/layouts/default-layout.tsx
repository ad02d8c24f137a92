import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLocation, Link } from 'wouter'
import { overlays } from '#browser/app/overlays/overlays-chunk.ts'
import type { LayoutProps } from '#browser/app/route.ts'
import { $refusedChoices } from '#browser/navigation/address-choices.ts'
import { $project } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { BarSlotContext } from '#browser/ui/bar-slot.tsx'
import { BrandMark } from '#browser/ui/brand.tsx'
import { Late } from '#browser/ui/late.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { paths } from '#programme/paths.ts'
import { NavLink } from './nav-link.tsx'
import { NavMenu } from './nav-menu.tsx'
import { currentItem, mainNavigation, projectNavigation } from './navigation-items.ts'
import { OrganisationSwitch } from './organisation-switch.tsx'
import { PrintedFrom } from './printed-from.tsx'
import { ProjectBar, ProjectName } from './project-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** Spec 2: the logo, linking to /. */
function BrandLink({ isMarkOnly = false }: { isMarkOnly?: boolean }) {
  return (
    <Link
      href={paths.home()}
      className={`flex min-w-0 flex-none max-sm:my-1.5 max-sm:min-h-11 text-ink hover:no-underline ${isMarkOnly ? '[&_img+span]:sr-only' : 'max-lg:flex-initial max-sm:flex-1 max-sm:min-w-7.5'}`}
    >
      <BrandMark {...runtimeConfig()} isCompact />
    </Link>
  )
}

export default function DefaultLayout({ projectCode, children }: LayoutProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const isOneBar = useSmallWindow('md') && projectCode !== null
  const hasRefused = useStore($refusedChoices).length > 0
  return (
    <BarSlotContext value={slot}>
      <TopBar projectCode={isOneBar ? projectCode : null} />
      {projectCode && <ProjectBar projectCode={projectCode} isOneBar={isOneBar} slot={setSlot} />}
      <main id="main" tabIndex={-1} className="outline-none">
        {hasRefused && <Late code={overlays}>{({ RefusedChoices }) => <RefusedChoices />}</Late>}
        {children}
      </main>
      <PrintedFrom projectCode={projectCode} />
    </BarSlotContext>
  )
}

/** With a project, the only bar: its menu leads to the project's pages and to the others. */
function TopBar({ projectCode }: { projectCode: string | null }) {
  const { user } = useStore($session)
  const project = useStore($project)
  const items = mainNavigation(user, useStore($siteConfig))
  const [path] = useLocation()
  const current = currentItem(items, path)
  const reachable = [
    ...(projectCode === null ? [] : projectNavigation(projectCode, project?.explorer_types ?? [])),
    ...items
  ]
  return (
    <header
      data-region
      data-bar
      className="print:hidden relative z-20 flex min-h-14 max-md:media-short:min-h-12 max-md:media-short:py-1 items-center gap-7 max-lg:gap-3 max-sm:flex-wrap max-sm:gap-y-0 border-0 border-b border-line border-solid bg-surface px-6 max-sm:px-4"
    >
      <SkipLink to="main">Skip to content</SkipLink>
      <BrandLink isMarkOnly={projectCode !== null} />
      {projectCode !== null && <ProjectName />}
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
      <NavMenu
        className="lg:hidden"
        label={projectCode === null ? 'Main menu' : 'Project menu'}
        trigger="Menu"
        items={reachable}
        current={currentItem(reachable, path)}
      />
    </header>
  )
}
