// The filters, submissions and peer groups that can be chosen in a project and period, and the filters that are on.
import { atom, computed } from 'nanostores'
import { loadableStore } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { filterSummary } from '#domain/filters.ts'
import { listFilterOptions, type ActiveFilter } from '#contract/filters.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { $selectedSubmissionId } from './selection.ts'

export type FilterOptions = ReplyOf<typeof listFilterOptions>

export const $filterOptions = loadableStore<FilterOptions>()
export const $filterList = computed($filterOptions, options =>
  options.state === 'ready' ? options.value.filters : []
)
export const $activeFilters = atom<ActiveFilter[]>([])
export const $filterSummary = computed($activeFilters, filterSummary)

export interface FilterScope {
  organisationId: number
  projectId: number
  timePeriodId: number
}

/** Loads what can be chosen. The first submission of the organisation's entry is selected, unless one of that entry's already is (spec 4). */
export const loadFilterOptions = ({ organisationId, projectId, timePeriodId }: FilterScope): Promise<void> =>
  $filterOptions.load(`${organisationId}/${projectId}/${timePeriodId}`, async isNewest => {
    const result = await call(listFilterOptions, {
      query: { organisation_id: organisationId, project_id: projectId, time_period_id: timePeriodId }
    })
    // Selected before the options are published: loading a submission depends on both.
    if (result.ok && isNewest()) selectFirstSubmission(result.value, organisationId)
    return result
  })

function selectFirstSubmission({ organisation_submissions }: FilterOptions, organisationId: number): void {
  const own = organisation_submissions.find(entry => entry.id === organisationId)?.submission_list ?? []
  const isKept = own.some(submission => submission.id === $selectedSubmissionId.get())
  // Without an entry there is no own submission: another organisation's would be mistaken for it.
  if (!isKept) $selectedSubmissionId.set(own[0]?.id ?? 0)
}
