import { useStore } from '@nanostores/react'
import { useCollections } from '#browser/features/explorer/explorer-frame.tsx'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $filterOptions } from '#browser/stores/filters.ts'
import { $project } from '#browser/stores/projects.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import type { Filter, NamedSubmission, OrganisationSubmissions } from '#contract/filters.ts'
import type { Visibility } from '#contract/projects.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import { isAtLeast, ROLE } from '#domain/people/roles.ts'

export interface GroupContext extends ProjectPeriod {
  filters: readonly Filter[]
  entries: readonly OrganisationSubmissions[]
  charts: readonly { chart_id: number; chart_name: string }[]
  /** Null if none is chosen. */
  own: NamedSubmission | null
  /** Whether others have no names: for members of strict projects, but not for admins. */
  isRestricted: boolean
  /** With whom the user can share a new group: leads with their organisation (its id), admins with the programme (0). */
  shares: readonly { id: number; name: string }[]
  organisationName: string | null
}

export function useGroupContext(visibility: Visibility): GroupContext | null {
  const options = useStore($filterOptions)
  const project = useStore($project)
  const period = useStore($selectedTimePeriod)
  const submissionId = useStore($selectedSubmissionId)
  const { user } = useStore($session)
  const collections = useCollections()
  if (options.state !== 'ready' || !project || !period || !user) return null
  const { filters, organisation_submissions } = options.value
  const all = organisation_submissions.flatMap(entry => entry.submission_list)
  const charts = collections.state === 'ready' ? collections.value.flatMap(one => one.chart_groups) : []
  return {
    projectId: project.project_id,
    timePeriodId: period.id,
    filters,
    entries: organisation_submissions,
    charts: [
      ...new Map(charts.flatMap(group => group.charts).map(chart => [chart.chart_id, chart])).values()
    ],
    own: all.find(submission => submission.id === submissionId) ?? null,
    isRestricted: isStrict(visibility) && !user.isAdmin,
    shares: sharesOf(user),
    organisationName: user.details?.organisation_name ?? null
  }
}

type GroupUser = NonNullable<ReturnType<typeof $session.get>['user']>

function sharesOf({ isAdmin, role_type_id, details }: GroupUser): GroupContext['shares'] {
  if (isAdmin) return [{ id: 0, name: runtimeConfig().programmeName }]
  return isAtLeast(role_type_id, ROLE.lead) && details?.organisation_id
    ? [{ id: details.organisation_id, name: details.organisation_name ?? 'My organisation' }]
    : []
}
