// Publishing the figures of a project and period, for admins.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadLeftOut } from '#browser/stores/collection/acceptances.ts'
import { retryProjects } from '#browser/stores/projects.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { listEditions, publishEdition, type EditionRefusal } from '#contract/editions.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { countOf, formatCount } from '#lib/format.ts'
import type { Result } from '#lib/result.ts'
import { publicationKey, reloadReleases, type PublicationScope } from './releases.ts'

export type Publication = ReplyOf<typeof listEditions>
export type PublicationNext = Publication['next']

export const $publication = loadableStore<Publication>()

export const loadPublication = (scope: PublicationScope): Promise<void> =>
  $publication.load(publicationKey(scope), () => call(listEditions, { query: scope }))

/** After a change to them. */
export const reloadPublication = (scope: PublicationScope): Promise<void> =>
  $publication.reload(publicationKey(scope), () => call(listEditions, { query: scope }))

export async function publish(
  scope: PublicationScope,
  { edition_number, figures_digest }: PublicationNext
): Promise<Result<unknown>> {
  const result = await call(publishEdition, { body: { ...scope, edition_number, figures_digest } })
  // Also after a refusal: something has changed since the page was loaded.
  await Promise.all([
    reloadPublication(scope),
    reloadReleases(scope),
    retryProjects(),
    result.ok || reloadLeftOut({ projectId: scope.project_id, timePeriodId: scope.time_period_id })
  ])
  if (result.ok) showToast({ text: `Edition ${edition_number} is published.`, status: 'success' })
  return result
}

/** Why nothing can be published now. */
export const refusalText = ({ refusal, minimum_count }: PublicationNext): string | null =>
  refusal === null ? null : editionRefusals[refusal](minimum_count)

const editionRefusals: Record<EditionRefusal, (minimum: number) => string> = {
  collection_open: () => 'Results can be published once data collection has closed.',
  no_figures: () =>
    'No section is complete yet and no survey has enough complete cases, so there is nothing to publish.',
  nothing_changed: () => 'Nothing has changed since the newest edition.',
  too_few_changed: minimum =>
    `Corrections are published when more than ${minimum} organisations in each affected group have changed the same figure. Otherwise members could tell whose figures changed. Until then only the organisation and programme admins see a correction.`
}

/** What publishing would freeze. */
export function publicationContent(next: PublicationNext): string {
  const { submission_count, complete_count, changed_organisation_count } = next
  const submissions = `${formatCount(complete_count)} of ${countOfSubmissions(submission_count)} ${complete_count === 1 ? 'has' : 'have'} figures to publish.`
  if (changed_organisation_count === null) return submissions
  return `${submissions} ${countOf(changed_organisation_count, 'organisation')} ${changed_organisation_count === 1 ? 'has' : 'have'} changed figures since edition ${next.edition_number - 1}.`
}
