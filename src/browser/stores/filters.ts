// The filters, submissions and peer groups available in a project and period, and the active filters.

import { atom, computed } from 'nanostores'
import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import type { ProjectPeriod } from './collection/project-period.ts'
import { $selectedSubmissionId, preferredSubmission } from './selection.ts'

export type FilterOptions = ReplyOf<typeof listFilterOptions>

export const $filterOptions = loadableStore<FilterOptions>()
export const $filterList = computed($filterOptions, options =>
  options.state === 'ready' ? options.value.filters : []
)
export const $activeFilters = atom<ActiveFilter[]>([])
export const $filterSummary = computed($activeFilters, filterSummary)

export interface FilterScope extends ProjectPeriod {
  organisationId: number
}

export const $filterScope = atom<FilterScope | null>(null)

/** Loads the options. The first submission of the organisation's entry is selected, unless another of its submissions already is (spec 4). */
export const loadFilterOptions = (scope: FilterScope, freshFor = 0): Promise<void> => {
  const { organisationId, projectId, timePeriodId } = scope
  return loadCached({
    freshFor,
    store: $filterOptions,
    key: `${organisationId}/${projectId}/${timePeriodId}`,
    endpoint: listFilterOptions,
    input: {
      query: { organisation_id: organisationId, project_id: projectId, time_period_id: timePeriodId }
    },
    pick: options => options,
    // Selected before the options are published: loading a submission depends on both.
    onReply: options => {
      selectFirstSubmission(options, organisationId)
      $filterScope.set(scope)
    }
  })
}

function selectFirstSubmission({ organisation_submissions }: FilterOptions, organisationId: number): void {
  const own = organisation_submissions.find(entry => entry.id === organisationId)?.submission_list ?? []
  const offered = [preferredSubmission(), $selectedSubmissionId.get()].find(id =>
    own.some(submission => submission.id === id)
  )
  // Without an entry there is no own submission: another organisation's would be mistaken for it.
  $selectedSubmissionId.set(offered ?? own[0]?.id ?? 0)
}
