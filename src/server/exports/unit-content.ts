// Reads the answers, history and comments of a batch of submissions or cases.

import { sql } from 'kysely'
import type { QueryStatus } from '#contract/queries.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import type { FileAnswer, FileVersion } from '#domain/exports/answer-lines.ts'
import { compareAddresses, placeFinder, type PlacedAddress } from '#domain/exports/answer-places.ts'
import type { ExportedState } from '#domain/exports/wide-lines.ts'
import { personName } from '#domain/people/full-name.ts'
import { groupBy } from '#lib/group-by.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { StoredUnit } from './answered-units.ts'
import type { ExportedQuestionnaire, ExportScope } from './export-scope.ts'
import { selectReadableQueries } from './readable-queries.ts'

export interface UnitKey {
  submission_id: number
  case_code_id: number
}

export const unitKey = ({ submission_id, case_code_id }: UnitKey): string =>
  `${submission_id}:${case_code_id}`

export const unitCellKey = (cell: UnitKey & CellAddress): string => `${unitKey(cell)}:${cellKey(cell)}`

/** A questionnaire with the finder of its places, which is made once for all batches. */
export interface QuestionnaireReader {
  scope: ExportScope
  questionnaire: ExportedQuestionnaire
  find: ReturnType<typeof placeFinder>
}

export const questionnaireReader = (
  scope: ExportScope,
  questionnaire: ExportedQuestionnaire
): QuestionnaireReader => ({ scope, questionnaire, find: placeFinder(questionnaire.places) })

/** The rows of each unit that have a place, in the order of files. */
export function placeRows<R extends UnitKey & Parameters<QuestionnaireReader['find']>[0]>(
  { find }: QuestionnaireReader,
  units: readonly StoredUnit[],
  rows: readonly R[]
): { unit: StoredUnit; placed: { address: PlacedAddress; row: R }[] }[] {
  const own = groupBy(rows, unitKey)
  return units.flatMap(unit => {
    const placed = (own.get(unitKey(unit)) ?? []).flatMap(row => {
      const address = find(row)
      return address === null ? [] : [{ address, row }]
    })
    return placed.length === 0
      ? []
      : [{ unit, placed: placed.toSorted((one, other) => compareAddresses(one.address, other.address)) }]
  })
}

const batchIds = (units: readonly StoredUnit[]) => ({
  submissionIds: [...new Set(units.map(({ submission_id }) => submission_id))],
  caseCodeIds: [...new Set(units.map(({ case_code_id }) => case_code_id))]
})

const questionIdsOf = ({ questionnaire }: QuestionnaireReader): number[] => [
  ...new Set(questionnaire.places.map(({ address }) => address.question_id))
]

/** SQL: rows of the batch among those of a table of answers. */
export const inBatch = (reader: QuestionnaireReader, units: readonly StoredUnit[]) => {
  const { submissionIds, caseCodeIds } = batchIds(units)
  return sql<boolean>`a.submission_id = any(${submissionIds}::bigint[]) and a.case_code_id = any(${caseCodeIds}::bigint[])
    and a.question_id = any(${questionIdsOf(reader)}::bigint[])`
}

/** Both tables have the same columns. */
export const selectValues = (
  { scope: { database, programmeId } }: QuestionnaireReader,
  table: 'answers' | 'answer_versions'
) =>
  database
    .selectFrom(`${table} as a` as 'answers as a')
    .leftJoin('users as u', join => inProgramme(join, 'u', 'a', ['user_id', 'updated_by_user_id']))
    .select(['a.submission_id', 'a.case_code_id', 'a.question_id', 'a.row_id', 'a.column_id'])
    .select(['a.value', 'a.is_not_applicable', 'a.is_not_available', 'a.version', 'a.updated_at'])
    .select(['a.source_author', 'a.source_time'])
    .select(['u.first_name', 'u.last_name'])
    .where('a.programme_id', '=', programmeId)

type StoredValueRow = Awaited<ReturnType<ReturnType<typeof selectValues>['execute']>>[number]

/** The list of a survey's codes shows when each was last used, so a case has no times. */
export const timeOf = ({ case_code_id }: UnitKey, time: Date): string =>
  case_code_id === 0 ? time.toISOString() : ''

export function answerOf(row: StoredValueRow): FileVersion {
  const { value, is_not_applicable, is_not_available, version, source_author: author } = row
  const isImported = author !== null
  return {
    value,
    is_not_applicable,
    is_not_available,
    version,
    author: author ?? personName(row) ?? '',
    time: isImported ? (row.source_time?.toISOString() ?? '') : timeOf(row, row.updated_at),
    importedAt: isImported ? row.updated_at.toISOString() : ''
  }
}

export interface AnsweredBatch {
  unit: StoredUnit
  answers: { address: PlacedAddress; cell: FileAnswer; queryStatus: QueryStatus | null }[]
  stateOf: (sectionId: number) => ExportedState
}

const UNTOUCHED: ExportedState = { status: 'not_started', empty_reason: null }

/**
 * The answers of a batch, with the states and queries of the same moment; units without any are left out, unless nothing to report was declared in
 * them.
 */
export const readUnitAnswers = (
  { scope, ...reader }: QuestionnaireReader,
  units: readonly StoredUnit[]
): Promise<AnsweredBatch[]> =>
  scope.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(database => unitAnswers({ ...reader, scope: { ...scope, database } }, units))

async function unitAnswers(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[]
): Promise<AnsweredBatch[]> {
  const rows = await selectValues(reader, 'answers')
    .where(inBatch(reader, units))
    .where(eb =>
      eb.or([
        eb('a.value', 'is not', null),
        eb('a.is_not_applicable', '=', true),
        eb('a.is_not_available', '=', true)
      ])
    )
    .execute()
  const states = await findSectionStates(reader, units)
  const queryStatuses = await findQueryStatuses(reader, units)
  const placed = new Map(placeRows(reader, units, rows).map(one => [unitKey(one.unit), one.placed]))
  return units.flatMap(unit => {
    const own = states.get(unitKey(unit)) ?? []
    const answers = placed.get(unitKey(unit)) ?? []
    if (answers.length === 0 && own.every(({ empty_reason }) => empty_reason === null)) return []
    return [
      {
        unit,
        answers: answers.map(({ address, row }) => ({
          address,
          cell: answerOf(row),
          queryStatus: queryStatuses.get(unitCellKey(row)) ?? null
        })),
        stateOf: sectionId => own.find(({ section_id }) => section_id === sectionId) ?? UNTOUCHED
      }
    ]
  })
}

async function findSectionStates(
  { scope: { database, programmeId }, questionnaire }: QuestionnaireReader,
  units: readonly StoredUnit[]
): Promise<Map<string, (ExportedState & { section_id: number })[]>> {
  const { submissionIds, caseCodeIds } = batchIds(units)
  const sectionIds = [...new Set(questionnaire.places.map(({ section }) => section.section_id))]
  const rows = await database
    .selectFrom('section_submissions')
    .select(['submission_id', 'case_code_id', 'section_id', 'status', 'empty_reason'])
    .where('programme_id', '=', programmeId)
    .where(
      sql<boolean>`submission_id = any(${submissionIds}::bigint[]) and case_code_id = any(${caseCodeIds}::bigint[])
        and section_id = any(${sectionIds}::bigint[])`
    )
    .execute()
  return groupBy(rows, unitKey)
}

/** The status of the newest query about each cell. */
async function findQueryStatuses(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[]
): Promise<Map<string, QueryStatus>> {
  const rows = await selectReadableQueries(reader.scope, reader.questionnaire)
    .select(['a.submission_id', 'a.case_code_id', 'a.question_id', 'a.row_id', 'a.column_id', 'a.status'])
    .where(inBatch(reader, units))
    .orderBy('a.query_id')
    .execute()
  return new Map(rows.map(row => [unitCellKey(row), row.status]))
}
