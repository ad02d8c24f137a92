// What an edition holds cell by cell, with the places of its cells.

import { sql } from 'kysely'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import type { ReleasedQuestion } from '#domain/releases/release-tables.ts'
import { groupBy } from '#lib/group-by.ts'
import { NO_ANSWER_IDS, type CellColumns } from '#server/benchmarks/chart-data/answer-source.ts'
import { seriesCellKey } from '#server/benchmarks/chart-data/series.ts'
import type { Tx } from '#server/database/schema.ts'
import { codedQuestionnaires } from '#server/exports/export-scope.ts'
import { codedQuestions, storedPlaces } from '#server/exports/stored-places.ts'
import type { PublishedChart } from './published-charts.ts'
import type { ReleasedEdition } from './released-editions.ts'

export type PlacesByKey = ReadonlyMap<string, ReleasedQuestion>

/** Where the questions of a project are answered, in the order of its pages. */
export async function placesOfProject(
  tx: Tx,
  { programmeId, projectId }: ReleasedEdition
): Promise<PlacesByKey> {
  const questions = await codedQuestions(tx, programmeId, projectId)
  const places = new Map<string, ReleasedQuestion>()
  for (const { code, questionnaire_name: name, questionnaire_id } of await codedQuestionnaires(
    tx,
    programmeId,
    projectId
  ))
    for (const place of await storedPlaces(tx, programmeId, questionnaire_id, questions)) {
      const key = cellKey(place.address)
      // A cell that moved to another questionnaire is also in the retired part that it has left.
      if (places.get(key)?.place.isInUse !== true) places.set(key, { questionnaire: { code, name }, place })
    }
  return places
}

interface PublishedCell {
  placed: ReleasedQuestion
  columns: CellColumns
}

/** The cells of an edition that have a place, in the order of the places. Only the answers of one are in memory. */
export async function* cellsOfEdition(
  tx: Tx,
  { programmeId, editionId }: ReleasedEdition,
  places: PlacesByKey
): AsyncGenerator<PublishedCell> {
  const inEdition = sql`where programme_id = ${programmeId} and edition_id = ${editionId}`
  const { rows } = await sql<CellAddress & { tally: string | null }>`
    select question_id, row_id, column_id, null as tally from edition_cells ${inEdition}
    union all select question_id, row_id, column_id, tally from edition_aggregates ${inEdition}
    order by tally nulls first`.execute(tx)
  const listed = groupBy(rows, cellKey)
  for (const [key, placed] of places)
    for (const { tally, ...address } of listed.get(key) ?? []) {
      const { rows: found } = await sql<CellColumns>`
        select * from ${sql.table(tally === null ? 'edition_cells' : 'edition_aggregates')} ${inEdition}
          and question_id = ${address.question_id} and row_id = ${address.row_id} and column_id = ${address.column_id}
          ${tally === null ? sql`` : sql`and tally = ${tally}`}`.execute(tx)
      for (const columns of found) yield { placed, columns: { ...NO_ANSWER_IDS, ...columns } }
    }
}

/**
 * The cells that a release contains. Left out are those with numbers of no more than the minimum of organisations, and those counted in a series that is held
 * back, because its figures could be calculated from them.
 */
export async function releasedCells(
  tx: Tx,
  edition: ReleasedEdition,
  places: PlacesByKey,
  charts: readonly PublishedChart[],
  organisationOf: ReadonlyMap<number, number>
): Promise<ReadonlySet<string>> {
  const heldBack = new Set(
    charts.flatMap(({ series }) =>
      series.flatMap(({ isHeldBack, plan }) =>
        isHeldBack ? [...plan.cells.value, ...plan.cells.numerator].map(seriesCellKey) : []
      )
    )
  )
  const released = new Set<string>()
  for await (const { columns } of cellsOfEdition(tx, edition, places)) {
    const { size } = new Set(columns.submission_ids.map(id => organisationOf.get(id)))
    const isOfFew = size > 0 && size <= edition.facts.minimumCount
    if (!isOfFew && !heldBack.has(seriesCellKey(columns))) released.add(seriesCellKey(columns))
  }
  return released
}
