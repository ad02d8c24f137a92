// Published editions, for admins.

import type { Edition, EditionRefusal } from '#contract/editions.ts'
import { personName } from '#domain/people/full-name.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { gatherRecorded } from '#server/auth/record-acts.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { invalid, lockedError } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { digestFigures, nextEdition, publishNext } from './editions/publish.ts'
import type { EditionScope } from './editions/snapshot.ts'

export const listEditions: RouteOf<'listEditions'> = async ({ query }, { database, caller, now }) => {
  const scope = await editionScope(database, caller.programmeId, query)
  const { minimum_count } = await requireProject(database, caller.programmeId, query.project_id)
  const { number, snapshot, changedOrganisations, refusal } = await nextEdition(database, scope, now)
  return {
    editions: await listPeriodEditions(database, scope),
    next: {
      edition_number: number,
      submission_count: snapshot.submissions.length,
      complete_count: new Set(snapshot.cells.flatMap(cell => cell.submission_ids)).size,
      changed_organisation_count: changedOrganisations,
      minimum_count,
      figures_digest: digestFigures(snapshot),
      refusal
    }
  }
}

const refusals: Record<EditionRefusal, string> = {
  collection_open: 'Results can be published once data collection has closed.',
  no_figures:
    'No section is complete and no survey has enough complete cases, so there is nothing to publish.',
  nothing_changed: 'Nothing has changed since the newest edition.',
  too_few_changed:
    'Too few organisations have changed figures: members could tell whose changed. Publish once more of them have.'
}

export const publishEdition: RouteOf<'publishEdition'> = async ({ body }, { database, caller, now }) => {
  const scope = await editionScope(database, caller.programmeId, body)
  return transaction(database, async tx => {
    const by = { userId: caller.userId, now }
    const { number, refusal, published } = await publishNext(tx, scope, by, body)
    if (number !== body.edition_number)
      throw invalid('edition_number', `is already published; the next one is ${number}`)
    if (refusal !== null) throw lockedError(refusals[refusal])
    if (published === null)
      throw invalid('figures_digest', 'the figures have changed since you looked; check them again')
    const [newest] = await listPeriodEditions(tx, scope)
    return gatherRecorded([published], () => newest!)
  })
}

async function editionScope(
  database: Database,
  programmeId: number,
  { project_id, time_period_id }: { project_id: number; time_period_id: number }
): Promise<EditionScope> {
  await requireProject(database, programmeId, project_id)
  await requireTimePeriod(database, programmeId, time_period_id)
  return { programmeId, projectId: project_id, timePeriodId: time_period_id }
}

/** Newest first. */
async function listPeriodEditions(
  database: Database,
  { programmeId, projectId, timePeriodId }: EditionScope
): Promise<Edition[]> {
  const rows = await database
    .selectFrom('editions as e')
    .leftJoin('users as u', join =>
      join.on('u.programme_id', '=', programmeId).onRef('u.user_id', '=', 'e.published_by_user_id')
    )
    .select(['e.edition_number', 'e.published_at', 'u.first_name', 'u.last_name'])
    .select(is =>
      is
        .selectFrom('edition_submissions as s')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('s.programme_id', '=', programmeId)
        .whereRef('s.edition_id', '=', 'e.edition_id')
        .as('submission_count')
    )
    .where('e.programme_id', '=', programmeId)
    .where('e.project_id', '=', projectId)
    .where('e.time_period_id', '=', timePeriodId)
    .orderBy('e.edition_number', 'desc')
    .execute()
  return rows.map(({ edition_number, published_at, first_name, last_name, submission_count }) => ({
    edition_number,
    published_at: published_at.toISOString(),
    published_by: personName({ first_name, last_name }),
    submission_count: submission_count ?? 0
  }))
}
