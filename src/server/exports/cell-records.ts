// The changes, comments and queries of cells, page by page: a cell can have any number of either.

import { sql } from 'kysely'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { FileComment, FileQueryEntry, FileVersion } from '#domain/exports/answer-lines.ts'
import type { PlacedAddress } from '#domain/exports/answer-places.ts'
import { personName } from '#domain/people/full-name.ts'
import { groupBy } from '#lib/group-by.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { StoredUnit } from './answered-units.ts'
import { selectReadableQueries } from './readable-queries.ts'
import {
  answerOf,
  inBatch,
  placeRows,
  selectValues,
  timeOf,
  unitCellKey,
  type QuestionnaireReader,
  type UnitKey
} from './unit-content.ts'

/** Rows that are read at once. Each has a text of at most 20,000 characters. */
const ROWS_AT_ONCE = 500

type RecordedCell = UnitKey & CellAddress

interface CountedCell extends RecordedCell {
  record_count: number
}

interface PlacedCell {
  unit: StoredUnit
  address: PlacedAddress
  row: CountedCell
}

export interface CellRecord<R> {
  unit: StoredUnit
  address: PlacedAddress
  record: R
}

interface RecordSource<R extends RecordedCell> {
  count: () => Promise<CountedCell[]>
  /** The records of some cells in order of time. */
  read: (cells: readonly RecordedCell[], page: { limit: number; offset: number }) => Promise<R[]>
}

/** Reads the records of a batch in the order of files, never more than `ROWS_AT_ONCE`. */
async function* recordPages<R extends RecordedCell>(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[],
  { count, read }: RecordSource<R>
): AsyncGenerator<CellRecord<R>[]> {
  const placed = placeRows(reader, units, await count())
  const cells = placed.flatMap(({ unit, placed: own }) => own.map(one => ({ unit, ...one })))
  for (const group of cellGroups(cells)) {
    const total = group.reduce((sum, { row }) => sum + row.record_count, 0)
    const keys = group.map(({ row }) => row)
    for (let offset = 0; offset < total; offset += ROWS_AT_ONCE) {
      const rows = groupBy(await read(keys, { limit: ROWS_AT_ONCE, offset }), unitCellKey)
      yield group.flatMap(({ unit, address, row }) =>
        (rows.get(unitCellKey(row)) ?? []).map(record => ({ unit, address, record }))
      )
    }
  }
}

/** Consecutive cells with at most `ROWS_AT_ONCE` records together; a cell with more is alone. */
function cellGroups(cells: readonly PlacedCell[]): PlacedCell[][] {
  const groups: PlacedCell[][] = []
  let records = Number.POSITIVE_INFINITY
  for (const cell of cells) {
    records += cell.row.record_count
    if (records > ROWS_AT_ONCE) {
      groups.push([])
      records = cell.row.record_count
    }
    groups.at(-1)?.push(cell)
  }
  return groups
}

/** SQL: rows of some cells among those of a table named `a`. */
const inCells = (cells: readonly RecordedCell[]) => sql<boolean>`
  (a.submission_id, a.case_code_id, a.question_id, a.row_id, a.column_id) in (
    select submission_id, case_code_id, question_id, row_id, column_id
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as c (submission_id bigint, case_code_id bigint, question_id bigint, row_id bigint, column_id bigint))`

const cellColumns = ['a.submission_id', 'a.case_code_id', 'a.question_id', 'a.row_id', 'a.column_id'] as const

/** All values that answers have had, cleared ones too. */
export async function* readHistory(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[]
): AsyncGenerator<CellRecord<FileVersion>[]> {
  const { database, programmeId } = reader.scope
  const pages = recordPages(reader, units, {
    count: () =>
      database
        .selectFrom('answers as a')
        .select(cellColumns)
        .select(eb =>
          sql<number>`1 + (${eb
            .selectFrom('answer_versions as v')
            .select(({ fn }) => fn.countAll<number>().as('former'))
            .where('v.programme_id', '=', programmeId)
            .whereRef('v.submission_id', '=', 'a.submission_id')
            .whereRef('v.case_code_id', '=', 'a.case_code_id')
            .whereRef('v.question_id', '=', 'a.question_id')
            .whereRef('v.row_id', '=', 'a.row_id')
            .whereRef('v.column_id', '=', 'a.column_id')})::integer`.as('record_count')
        )
        .where('a.programme_id', '=', programmeId)
        .where(inBatch(reader, units))
        .execute(),
    read: (cells, { limit, offset }) =>
      selectValues(reader, 'answer_versions')
        .where(inCells(cells))
        .unionAll(selectValues(reader, 'answers').where(inCells(cells)))
        .orderBy('version')
        .limit(limit)
        .offset(offset)
        .execute()
  })
  for await (const page of pages)
    yield page.map(({ record, ...cell }) => ({ ...cell, record: answerOf(record) }))
}

/**
 * Numbers a case's comments in the order of the file: ids are in order of time, and the same in the next download (decision 0054).
 * Comments of one case must follow each other.
 */
function commentNumbering() {
  let current: StoredUnit | null = null
  let numbers = new Map<number, number>()
  return (unit: StoredUnit, id: number): number => {
    if (unit.case_code_id === 0) return id
    if (unit !== current) numbers = new Map()
    current = unit
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return number
  }
}

export async function* readComments(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[]
): AsyncGenerator<CellRecord<FileComment>[]> {
  const { database, programmeId } = reader.scope
  const comments = database
    .selectFrom('comments as a')
    .where('a.programme_id', '=', programmeId)
    .where('a.questionnaire_id', '=', reader.questionnaire.questionnaire_id)
  const pages = recordPages(reader, units, {
    count: () =>
      comments
        .select(cellColumns)
        .select(({ fn }) => fn.countAll<number>().as('record_count'))
        .where(inBatch(reader, units))
        .groupBy(cellColumns)
        .execute(),
    read: (cells, { limit, offset }) =>
      comments
        .leftJoin('users as u', join => inProgramme(join, 'u', 'a', ['user_id', 'created_by_user_id']))
        .select(cellColumns)
        .select(['a.comment_id', 'a.parent_comment_id', 'a.comment_text', 'a.is_resolved', 'a.created_at'])
        .select(['u.first_name', 'u.last_name'])
        .where(inCells(cells))
        .orderBy('a.comment_id')
        .limit(limit)
        .offset(offset)
        .execute()
  })
  const numberOf = commentNumbering()
  for await (const page of pages)
    yield page.map(({ record: { comment_id, parent_comment_id: parent, ...record }, ...cell }) => ({
      ...cell,
      record: {
        number: numberOf(cell.unit, comment_id),
        reply_to: parent === null ? null : numberOf(cell.unit, parent),
        comment_text: record.comment_text,
        is_resolved: record.is_resolved,
        author: personName(record) ?? '',
        time: timeOf(record, record.created_at)
      }
    }))
}

/** The messages of queries, and the decisions about them. */
export async function* readQueryEntries(
  reader: QuestionnaireReader,
  units: readonly StoredUnit[]
): AsyncGenerator<CellRecord<FileQueryEntry>[]> {
  const entries = selectReadableQueries(reader.scope, reader.questionnaire)
    .innerJoin('query_entries as e', join => inProgramme(join, 'e', 'a', 'query_id'))
    .where(inBatch(reader, units))
  const pages = recordPages(reader, units, {
    count: () =>
      entries
        .select(cellColumns)
        .select(({ fn }) => fn.countAll<number>().as('record_count'))
        .groupBy(cellColumns)
        .execute(),
    read: (cells, { limit, offset }) =>
      entries
        .leftJoin('users as u', join => inProgramme(join, 'u', 'e', ['user_id', 'created_by_user_id']))
        .select(cellColumns)
        .select(['a.query_id', 'a.status', 'a.rules', 'a.due_at'])
        .select(['e.act', 'e.entry_text', 'e.created_at', 'u.first_name', 'u.last_name'])
        .where(inCells(cells))
        .orderBy('a.query_id')
        .orderBy('e.version')
        .limit(limit)
        .offset(offset)
        .execute()
  })
  for await (const page of pages)
    yield page.map(({ record: { query_id, status, rules, act, entry_text, ...record }, ...cell }) => ({
      ...cell,
      record: {
        number: query_id,
        status,
        rules,
        dueAt: record.due_at?.toISOString() ?? '',
        act,
        entry_text,
        author: personName(record) ?? '',
        time: record.created_at.toISOString()
      }
    }))
}
