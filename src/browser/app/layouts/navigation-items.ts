// The links of the bars.

import type { SessionUser } from '#browser/stores/session.ts'
import type { ExplorerType } from '#contract/projects.ts'
import { paths } from '#programme/paths.ts'
import type { SiteConfig } from '#programme/site-config.ts'

export interface NavigationItem {
  label: string
  path: string
}

/** The main items for a user: the programme's own navigation, or the built-in one if it has none (product 1). */
export function mainNavigation(
  user: SessionUser | null,
  { navigation }: Pick<SiteConfig, 'navigation'>
): NavigationItem[] {
  const builtIn: NavigationItem[] = [
    ...(user ? [{ label: 'Projects', path: paths.projects() }] : []),
    { label: 'Documents', path: paths.documents() },
    { label: 'Organisation', path: paths.organisation() },
    ...(user?.isAdmin ? [{ label: 'Users', path: paths.users() }] : [])
  ]
  return navigation.length > 0 ? navigation : builtIn
}

export function projectNavigation(
  projectCode: string,
  explorerTypes: readonly ExplorerType[]
): NavigationItem[] {
  return [
    { label: 'Home', path: paths.project(projectCode) },
    { label: 'About', path: paths.projectAbout(projectCode) },
    { label: 'Registration', path: paths.projectRegistration(projectCode) },
    { label: 'Data collection', path: paths.dataCollection(projectCode) },
    ...explorerTypes.map(explorer => ({
      label: explorer.label,
      path: paths.explorer(projectCode, explorer.explorer_type)
    })),
    { label: 'Dashboard', path: paths.projectDashboard(projectCode) }
  ]
}

/** The item of a path: the longest whose segments begin it. */
export function currentItem(items: readonly NavigationItem[], path: string): NavigationItem | undefined {
  const around = items.filter(item => path === item.path || path.startsWith(`${item.path}/`))
  return around.toSorted((one, other) => other.path.length - one.path.length)[0]
}
