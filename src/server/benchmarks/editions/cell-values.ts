// What others answered in one cell, in a published edition.

import type { CellAddress } from '#domain/answers/cell-address.ts'
import { countedCells, seriesCellKey } from '#server/benchmarks/chart-data/series.ts'
import type { Database } from '#server/database/schema.ts'

export interface SubmissionCellValue {
  submissionId: number
  organisationId: number
  lineageId: number
  value: number
}

/** Everyone's numbers in a cell. */
export async function publishedValues(
  database: Database,
  programmeId: number,
  editionId: number,
  address: CellAddress
): Promise<SubmissionCellValue[]> {
  const cell = await database
    .selectFrom('edition_cells')
    .select(['submission_ids', 'numbers'])
    .where('programme_id', '=', programmeId)
    .where('edition_id', '=', editionId)
    .where('question_id', '=', address.question_id)
    .where('row_id', '=', address.row_id)
    .where('column_id', '=', address.column_id)
    .executeTakeFirst()
  if (!cell) return []
  const rows = await database
    .selectFrom('edition_submissions')
    .select(['submission_id', 'organisation_id', 'lineage_id'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    .execute()
  const submissions = new Map(rows.map(row => [row.submission_id, row]))
  return cell.submission_ids.map((submissionId, index) => ({
    submissionId,
    organisationId: submissions.get(submissionId)?.organisation_id ?? 0,
    lineageId: submissions.get(submissionId)?.lineage_id ?? 0,
    value: cell.numbers[index]!
  }))
}

/**
 * The submissions that may be included where charts count the cell: only those in the charts' blocks, because a set that differs by one
 * organisation would reveal its value. Null if no chart counts the cell.
 */
export async function membersOfBlocks(
  database: Database,
  programmeId: number,
  editionId: number,
  address: CellAddress
): Promise<ReadonlySet<number> | null> {
  const divisions = await database
    .selectFrom('edition_divisions')
    .select(['division_number', 'formulas'])
    .where(eb => eb.and({ programme_id: programmeId, edition_id: editionId }))
    .execute()
  const place = seriesCellKey(address)
  const division = divisions.find(({ formulas }) =>
    formulas.some(formula => countedCells(formula).includes(place))
  )
  if (!division) return null
  const { blocks } = await database
    .selectFrom('edition_divisions')
    .select('blocks')
    .where('programme_id', '=', programmeId)
    .where('edition_id', '=', editionId)
    .where('division_number', '=', division.division_number)
    .executeTakeFirstOrThrow()
  return new Set(blocks.flat())
}
