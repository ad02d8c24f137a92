import { computed } from 'nanostores'
import { $filterOptions } from './filters.ts'
import { $selectedOrganisationId } from './organisations.ts'

/** Organisations by tier, each with its submissions (spec 3). */
export const $submissionList = computed($filterOptions, options =>
  options.state === 'ready' ? options.value.organisation_submissions : []
)

export const $ownSubmissions = computed(
  [$submissionList, $selectedOrganisationId],
  (entries, organisationId) => entries.find(entry => entry.id === organisationId)?.submission_list ?? []
)
