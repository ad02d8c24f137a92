// Editions in the database.

import { NO_ANSWER_IDS } from '#server/benchmarks/chart-data/answer-source.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import type { EditionScope, EditionSubmission, Snapshot } from './snapshot.ts'

/** The tables of editions, in the order in which their rows can be deleted. */
export const EDITION_TABLES = [
  'release_parts',
  'edition_divisions',
  'edition_aggregates',
  'edition_cells',
  'edition_submissions',
  'editions'
] as const

export interface EditionRecord {
  edition_id: number
  edition_number: number
}

/** The editions of a period, the first one first. */
export const storedEditions = (
  database: Database,
  { programmeId, projectId, timePeriodId }: EditionScope
): Promise<EditionRecord[]> =>
  database
    .selectFrom('editions')
    .select(['edition_id', 'edition_number'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId, time_period_id: timePeriodId }))
    .orderBy('edition_number')
    .execute()

/** The newest edition of each other period of the project, as it was published. */
export async function newestOfOtherPeriods(
  database: Database,
  { programmeId, projectId, timePeriodId }: EditionScope
): Promise<Snapshot[]> {
  const rows = await database
    .selectFrom('editions')
    .distinctOn('time_period_id')
    .select('edition_id')
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .where('time_period_id', '!=', timePeriodId)
    .orderBy('time_period_id')
    .orderBy('edition_number', 'desc')
    .execute()
  const editions: Snapshot[] = []
  for (const { edition_id } of rows) editions.push(await storedEdition(database, programmeId, edition_id))
  return editions
}

/** Who takes part according to the newest edition of the period; null before the first. */
export async function publishedSubmissions(
  database: Database,
  scope: EditionScope
): Promise<EditionSubmission[] | null> {
  const newest = (await storedEditions(database, scope)).at(-1)
  return newest ? submissionsOfEdition(database, scope.programmeId, newest.edition_id) : null
}

/** Who took part according to an edition. */
export const submissionsOfEdition = (
  database: Database,
  programmeId: number,
  editionId: number
): Promise<EditionSubmission[]> =>
  database
    .selectFrom('edition_submissions')
    .select(['submission_id', 'organisation_id', 'lineage_id', 'filter_option_ids'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    .orderBy('submission_id')
    .execute()

/** Adds an edition. */
export async function storeEdition(
  tx: Tx,
  { programmeId, projectId, timePeriodId }: EditionScope,
  { submissions, cells, divisions }: Snapshot,
  edition: { edition_number: number; published_at: Date; published_by_user_id: number | null }
): Promise<void> {
  const programme = { programme_id: programmeId }
  const { edition_id } = await tx
    .insertInto('editions')
    .values({ ...programme, project_id: projectId, time_period_id: timePeriodId, ...edition })
    .returning('edition_id')
    .executeTakeFirstOrThrow()
  const inEdition = { ...programme, edition_id }
  await insertRows(
    tx,
    'edition_submissions',
    submissions.map(submission => ({ ...inEdition, ...submission }))
  )
  await insertRows(
    tx,
    'edition_cells',
    cells.filter(({ tally }) => tally === undefined).map(cell => ({ ...inEdition, ...cell }))
  )
  await insertRows(
    tx,
    'edition_aggregates',
    cells.flatMap(({ question_id, row_id, column_id, tally, submission_ids, numbers, few_ids = [] }) =>
      tally === undefined
        ? []
        : [{ ...inEdition, question_id, row_id, column_id, tally, submission_ids, numbers, few_ids }]
    )
  )
  await insertRows(
    tx,
    'edition_divisions',
    divisions.map((division, index) => ({ ...inEdition, division_number: index + 1, ...division }))
  )
}

export async function storedEdition(
  database: Database,
  programmeId: number,
  editionId: number
): Promise<Snapshot> {
  const submissions = await submissionsOfEdition(database, programmeId, editionId)
  const cells = await database
    .selectFrom('edition_cells')
    .select(['question_id', 'row_id', 'column_id'])
    .select(['submission_ids', 'numbers', 'skipped_ids', 'unavailable_ids'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    .execute()
  const tallies = await database
    .selectFrom('edition_aggregates')
    .select(['question_id', 'row_id', 'column_id', 'tally', 'submission_ids', 'numbers', 'few_ids'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    .execute()
  const divisions = await database
    .selectFrom('edition_divisions')
    .select(['formulas', 'blocks'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    // They are compared with the next edition's, one by one.
    .orderBy('division_number')
    .execute()
  return { submissions, cells: [...cells, ...tallies.map(one => ({ ...NO_ANSWER_IDS, ...one }))], divisions }
}
