// The places that the bars lead to. A place comes into its bar when its screen is delivered.
import { paths } from '#navigation/paths.ts'
import type { ExplorerType } from '#contract/projects.ts'
import type { SiteConfig } from '#stores/site-config.ts'
import type { SessionUser } from '#stores/session.ts'
import { matchPath } from '../match.ts'

export interface Place {
  label: string
  path: string
}

const isDelivered = ({ path }: Place): boolean => matchPath(path)?.route.isNotice === false

/** Main places for a user; the programme's own navigation goes before the built-in one. */
export function mainPlaces(
  user: SessionUser | null,
  { navigation }: Pick<SiteConfig, 'navigation'>
): Place[] {
  const builtIn: Place[] = [
    ...(user ? [{ label: 'Projects', path: paths.projects() }] : []),
    { label: 'Documents', path: paths.documents() },
    { label: 'Organisation', path: paths.organisation() },
    ...(user?.isAdmin ? [{ label: 'Users', path: paths.users() }] : [])
  ]
  return navigation.length > 0 ? navigation : builtIn.filter(isDelivered)
}

export function projectPlaces(projectCode: string, explorerTypes: readonly ExplorerType[]): Place[] {
  const places: Place[] = [
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
  return places.filter(isDelivered)
}

/** The place that a path belongs to: the longest one that begins it, at a whole part. */
export function currentPlace(places: readonly Place[], path: string): Place | undefined {
  const around = places.filter(place => path === place.path || path.startsWith(`${place.path}/`))
  return around.toSorted((one, other) => other.path.length - one.path.length)[0]
}
