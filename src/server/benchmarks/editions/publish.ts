// Publishes the figures of a project and period as an edition.

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { EditionRefusal } from '#contract/editions.ts'
import type { Visibility } from '#contract/projects.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import { disclosesTooFew } from '#domain/figures/edition-changes.ts'
import { hasCollectionEnded } from '#domain/projects/project-status.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { hasNotWithdrawn } from '#server/auth/taking-part.ts'
import { seriesCellKey } from '#server/benchmarks/chart-data/series.ts'
import { bumpDataVersion } from '#server/database/data-version.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { requireRow } from '#server/http/api-error.ts'
import type { Recorded } from '#server/http/route.ts'
import { changedOrganisations, toldOfCells, withoutLeavers } from './changes.ts'
import { snapshotOf, type EditionScope, type Snapshot } from './snapshot.ts'
import {
  newestOfOtherPeriods,
  storedEditions,
  storedEdition,
  storeEdition,
  type EditionRecord
} from './store.ts'

/** A preview of the next edition. */
export interface PlannedEdition {
  number: number
  snapshot: Snapshot
  /** Since the newest edition; null for the first one. */
  changedOrganisations: number | null
  refusal: EditionRefusal | null
}

interface PublishedEdition extends PlannedEdition {
  /** Null if it was not published. */
  published: Recorded<true, 'edition_published'> | null
}

export async function nextEdition(
  database: Database,
  scope: EditionScope,
  now: Date
): Promise<PlannedEdition> {
  const project = await readEditionProject(database, scope)
  const editions = await storedEditions(database, scope)
  const snapshot = await publishableNow(database, scope, project)
  const newest = editions.at(-1)
  const newestFigures = newest && (await storedEdition(database, scope.programmeId, newest.edition_id))
  const changed = newestFigures ? changedOrganisations(newestFigures, snapshot) : null
  return {
    number: (newest?.edition_number ?? 0) + 1,
    snapshot,
    changedOrganisations: changed,
    refusal:
      (await tooEarly(database, scope, now)) ??
      (hasFigures(snapshot) ? null : 'no_figures') ??
      (newestFigures && !differsFrom(newestFigures, snapshot) ? 'nothing_changed' : null) ??
      (isStrict(project.visibility)
        ? await tooFewChanged(database, scope, editions, snapshot, project.minimum_count)
        : null)
  }
}

/** The figures as they are now; in a strict project without what other periods' figures would complete. */
async function publishableNow(
  database: Database,
  scope: EditionScope,
  project: { visibility: Visibility; minimum_count: number; requires_acceptance: boolean }
): Promise<Snapshot> {
  const found = await snapshotOf(database, scope, project.minimum_count, project.requires_acceptance)
  return isStrict(project.visibility)
    ? withoutLeavers(found, await newestOfOtherPeriods(database, scope), project.minimum_count)
    : found
}

/** Members are still entering data, so an edition would be incomplete. */
const tooEarly = async (database: Database, scope: EditionScope, now: Date): Promise<EditionRefusal | null> =>
  hasCollectionEnded(await readEditionDates(database, scope), now) ? null : 'collection_open'

const hasFigures = ({ cells }: Snapshot): boolean => cells.some(({ numbers }) => numbers.length > 0)

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
        seriesCellKey(cell),
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
): Promise<PublishedEdition> {
  const { programmeId, projectId, timePeriodId } = scope
  await takeStructure(tx, programmeId, projectId)
  const next = await nextEdition(tx, scope, by.now)
  if (next.refusal !== null) return { ...next, published: null }
  if (
    wanted &&
    (wanted.edition_number !== next.number || wanted.figures_digest !== digestFigures(next.snapshot))
  )
    return { ...next, published: null }
  await storeEdition(tx, scope, next.snapshot, {
    edition_number: next.number,
    published_at: by.now,
    published_by_user_id: by.userId
  })
  await tx
    .updateTable('project_periods')
    .set({ published_at: by.now })
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId, time_period_id: timePeriodId }))
    .where(is => is.or([is('published_at', 'is', null), is('published_at', '>', by.now)]))
    .execute()
  await bumpDataVersion(tx, programmeId, projectId, 0)
  const act = {
    kind: 'edition_published',
    project_id: projectId,
    time_period_id: timePeriodId,
    value_after: String(next.number)
  } as const
  return { ...next, published: await recordActs(tx, { programmeId, ...by }, [act], true as const) }
}

/**
 * The periods that are due by their dates, have no edition yet and have a complete section or, for charts of surveys, a submission with enough
 * complete cases. Others have nothing to publish, and are not tried again every minute. Where acceptance is required, an admin publishes: an
 * edition cannot be withdrawn, and a date may come before everything is accepted. One statement for all programmes.
 */
const findDuePeriods = (
  database: Database,
  programmeIds: readonly number[],
  now: Date
): Promise<EditionScope[]> =>
  sql<EditionScope>`
    select d.programme_id as "programmeId", d.project_id as "projectId", d.time_period_id as "timePeriodId"
    from project_periods d
    join projects p on p.programme_id = d.programme_id and p.project_id = d.project_id
    where d.programme_id = any(${programmeIds}::bigint[]) and (d.published_at <= ${now} or d.closed_at <= ${now})
      and not exists (
        select 1 from editions e
        where e.programme_id = d.programme_id and e.project_id = d.project_id and e.time_period_id = d.time_period_id)
      and not p.requires_acceptance
      and (exists (
        select 1 from submissions s
        join section_submissions c on c.programme_id = s.programme_id and c.submission_id = s.submission_id
        where s.programme_id = d.programme_id and s.project_id = d.project_id and s.time_period_id = d.time_period_id
          and c.case_code_id = 0 and c.status = any(${DONE_STATUSES}::text[]) and ${hasNotWithdrawn(sql`s.programme_id`)})
      or exists (
        select 1 from charts h
        join chart_parameters p on p.programme_id = h.programme_id and p.chart_id = h.chart_id
        where h.programme_id = d.programme_id and h.project_id = d.project_id and h.is_active and p.aggregate is not null)
      and exists (
        select 1 from submissions s
        join projects j on j.programme_id = s.programme_id and j.project_id = s.project_id
        join case_codes k on k.programme_id = s.programme_id and k.submission_id = s.submission_id
        where s.programme_id = d.programme_id and s.project_id = d.project_id and s.time_period_id = d.time_period_id
          and k.status = 'completed' and ${hasNotWithdrawn(sql`s.programme_id`)}
        group by s.submission_id, j.minimum_count
        having count(*) >= j.minimum_count))
    order by d.programme_id, d.project_id, d.time_period_id`
    .execute(database)
    .then(({ rows }) => rows)

const isStillDue = async (tx: Tx, scope: EditionScope, now: Date): Promise<boolean> =>
  (await findDuePeriods(tx, [scope.programmeId], now)).some(
    due => due.projectId === scope.projectId && due.timePeriodId === scope.timePeriodId
  )

/** Publishes what is due. Returns the programme of each period that it published; without `onFault`, stops at the first failure. */
export async function publishDue(
  database: Database,
  programmeIds: readonly number[],
  now: Date,
  onFault: (error: unknown) => void = error => {
    throw error
  }
): Promise<number[]> {
  const published: number[] = []
  for (const scope of await findDuePeriods(database, programmeIds, now)) {
    try {
      if ((await tooEarly(database, scope, now)) !== null) continue
      const isPublished = await transaction(database, async tx => {
        await takeStructure(tx, scope.programmeId, scope.projectId)
        // In the meantime another server may have published it, or a run of provisioning postponed it.
        if (!(await isStillDue(tx, scope, now))) return false
        return (await publishNext(tx, scope, { userId: null, now })).published !== null
      })
      if (isPublished) published.push(scope.programmeId)
    } catch (error) {
      onFault(error)
    }
  }
  return published
}

async function readEditionProject(database: Database, { programmeId, projectId }: EditionScope) {
  return requireRow(
    database.selectFrom('projects').select(['visibility', 'minimum_count', 'requires_acceptance']),
    { programme_id: programmeId, project_id: projectId },
    'project'
  )
}

async function readEditionDates(database: Database, { programmeId, projectId, timePeriodId }: EditionScope) {
  return requireRow(
    database
      .selectFrom('project_periods as d')
      .select(['d.registration_opens_at', 'd.registration_closes_at', 'd.collection_opens_at'])
      .select(['d.collection_closes_at', 'd.published_at', 'd.closed_at'])
      .select(
        sql<Date | null>`(select max(w.closes_at) from questionnaire_periods w
          join questionnaires q on q.programme_id = ${programmeId} and q.questionnaire_id = w.questionnaire_id
          where w.programme_id = ${programmeId} and w.time_period_id = ${timePeriodId} and q.project_id = ${projectId}
            and q.is_active and not w.is_locked)`.as('last_closes_at')
      ),
    { 'd.programme_id': programmeId, 'd.project_id': projectId, 'd.time_period_id': timePeriodId },
    'period of this project'
  )
}
