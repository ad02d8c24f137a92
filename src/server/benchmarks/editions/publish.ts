// Publishes the figures of a project and period as an edition.

import { hash } from 'node:crypto'
import type { EditionRefusal } from '#contract/editions.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import { disclosesTooFew } from '#domain/figures/edition-changes.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import { cellPlace } from '#server/benchmarks/chart-data/cell-answers.ts'
import { bumpDataVersion } from '#server/database/data-version.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { requireFound } from '#server/http/api-error.ts'
import { changedOrganisations, toldOfCells } from './changes.ts'
import { snapshotOf, type EditionScope, type Snapshot } from './snapshot.ts'
import { storedEditions, storedEdition, storeEdition, type EditionRecord } from './store.ts'

/** A preview of the next edition. */
export interface PlannedEdition {
  number: number
  snapshot: Snapshot
  /** Since the newest edition; null for the first one. */
  changedOrganisations: number | null
  refusal: EditionRefusal | null
}

export async function nextEdition(
  database: Database,
  scope: EditionScope,
  now: Date
): Promise<PlannedEdition> {
  const project = await readEditionProject(database, scope)
  const editions = await storedEditions(database, scope)
  const snapshot = await snapshotOf(database, scope, project.minimum_count)
  const newest = editions.at(-1)
  const newestFigures = newest && (await storedEdition(database, scope.programmeId, newest.edition_id))
  const changed = newestFigures ? changedOrganisations(newestFigures, snapshot) : null
  return {
    number: (newest?.edition_number ?? 0) + 1,
    snapshot,
    changedOrganisations: changed,
    refusal:
      (await tooEarly(database, scope, now)) ??
      (snapshot.cells.length === 0 ? 'no_figures' : null) ??
      (newestFigures && !differsFrom(newestFigures, snapshot) ? 'nothing_changed' : null) ??
      (isStrict(project.visibility)
        ? await tooFewChanged(database, scope, editions, snapshot, project.minimum_count)
        : null)
  }
}

/** Members are still entering data, so an edition would be incomplete. */
async function tooEarly(database: Database, scope: EditionScope, now: Date): Promise<EditionRefusal | null> {
  const status = projectStatus(await readEditionDates(database, scope), now)
  return status === 'upcoming' || status === 'registration' || status === 'collection'
    ? 'collection_open'
    : null
}

const differsFrom = (before: Snapshot, after: Snapshot): boolean =>
  JSON.stringify([before.submissions, before.divisions]) !==
    JSON.stringify([after.submissions, after.divisions]) || changedOrganisations(before, after) > 0

/** Compared with all editions that members may have seen: two small changes reveal as much as one. */
async function tooFewChanged(
  database: Database,
  scope: EditionScope,
  editions: readonly EditionRecord[],
  snapshot: Snapshot,
  minimumCount: number
): Promise<EditionRefusal | null> {
  const earlier: Snapshot[] = []
  for (const { edition_id } of editions)
    earlier.push(await storedEdition(database, scope.programmeId, edition_id))
  const tooFew = toldOfCells([...earlier, snapshot]).some(told =>
    disclosesTooFew(told.slice(0, -1), told.at(-1)!, minimumCount)
  )
  return tooFew ? 'too_few_changed' : null
}

/** Differs after a change of any figure or participant. */
export const digestFigures = ({ submissions, cells }: Snapshot): string =>
  hash(
    'sha256',
    JSON.stringify([
      submissions,
      cells.map(cell => [
        cellPlace(cell),
        cell.submission_ids
          .map((id, at) => [id, cell.numbers[at]])
          .toSorted(([one = 0], [other = 0]) => one - other),
        cell.skipped_ids.toSorted((one, other) => one - other),
        cell.unavailable_ids.toSorted((one, other) => one - other)
      ])
    ]),
    'base64url'
  )

/** Stores the next edition if nothing prevents it and its number is the expected one. This publishes the period. */
export async function publishNext(
  tx: Tx,
  scope: EditionScope,
  by: { userId: number | null; now: Date },
  wanted?: { edition_number: number; figures_digest: string }
): Promise<PlannedEdition> {
  const { programmeId, projectId, timePeriodId } = scope
  await takeStructure(tx, programmeId, projectId)
  const next = await nextEdition(tx, scope, by.now)
  if (next.refusal !== null) return next
  if (
    wanted &&
    (wanted.edition_number !== next.number || wanted.figures_digest !== digestFigures(next.snapshot))
  )
    return next
  await storeEdition(tx, scope, next.snapshot, {
    edition_number: next.number,
    published_at: by.now,
    published_by_user_id: by.userId
  })
  await tx
    .updateTable('project_periods')
    .set({ published_at: by.now })
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', timePeriodId)
    .where(is => is.or([is('published_at', 'is', null), is('published_at', '>', by.now)]))
    .execute()
  await bumpDataVersion(tx, programmeId, projectId, 0)
  return next
}

/** Publishes periods whose date has passed and that have no edition yet. */
export async function publishDue(database: Database, programmeId: number, now: Date): Promise<number> {
  const due = await database
    .selectFrom('project_periods as d')
    .select(['d.project_id', 'd.time_period_id'])
    .where('d.programme_id', '=', programmeId)
    .where(is => is.or([is('d.published_at', '<=', now), is('d.closed_at', '<=', now)]))
    .where(is =>
      is.not(
        is.exists(
          is
            .selectFrom('editions as e')
            .select('e.edition_id')
            .where('e.programme_id', '=', programmeId)
            .whereRef('e.project_id', '=', 'd.project_id')
            .whereRef('e.time_period_id', '=', 'd.time_period_id')
        )
      )
    )
    .execute()
  let published = 0
  for (const { project_id, time_period_id } of due) {
    const scope = { programmeId, projectId: project_id, timePeriodId: time_period_id }
    const isPublished = await transaction(database, async tx => {
      await takeStructure(tx, programmeId, project_id)
      // Another server may have been faster.
      if ((await storedEditions(tx, scope)).length > 0) return false
      return (await publishNext(tx, scope, { userId: null, now })).refusal === null
    })
    if (isPublished) published += 1
  }
  return published
}

async function readEditionProject(database: Database, { programmeId, projectId }: EditionScope) {
  const row = await database
    .selectFrom('projects')
    .select(['visibility', 'minimum_count'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return requireFound(row, 'project')
}

async function readEditionDates(database: Database, { programmeId, projectId, timePeriodId }: EditionScope) {
  const row = await database
    .selectFrom('project_periods')
    .select(['registration_opens_at', 'registration_closes_at', 'collection_opens_at'])
    .select(['collection_closes_at', 'published_at', 'closed_at'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', timePeriodId)
    .executeTakeFirst()
  return requireFound(row, 'period of this project')
}
