// Answers behind charts as columns of numbers, from questionnaires or from a published edition. Rows of a hundred thousand submissions take
// several times as long.

import { sql, type RawBuilder } from 'kysely'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import {
  isReported,
  livePeriods,
  NO_ANSWER_IDS,
  type AnswerSource,
  type CellColumns
} from './answer-source.ts'
import { isTallied, seriesCellKey, type SeriesCell } from './series.ts'
import { liveTallies } from './tallies.ts'

/** A submission's answers by the numbers of the cells. */
export interface CellAnswers {
  /** NaN where there is no number. */
  numbers: number[]
  skipped: number[]
  unavailable: number[]
  /** Cells with too few cases. */
  few: number[]
  /** Whether an answer is from a section that is not complete, which only the own organisation sees. */
  isUnfinished: boolean
}

/** By submission; the cells are numbered in their order. */
export async function readCellAnswers(
  database: Database,
  source: AnswerSource,
  cells: readonly SeriesCell[]
): Promise<Map<number, CellAnswers>> {
  const answers = new AnswersBySubmission(cells.length)
  if (cells.length === 0) return answers.all
  if (source.live.length > 0) await addLive(database, source, cells, answers)
  for (const columns of await liveTallies(database, source, cells.filter(isTallied)))
    answers.add(cells, columns)
  if (source.editionIds.length > 0)
    for (const columns of await publishedCells(database, source, cells)) answers.add(cells, columns)
  return answers.all
}

/** The answers that columns of cells hold. */
export function answersIn(
  cells: readonly SeriesCell[],
  columns: readonly CellColumns[]
): Map<number, CellAnswers> {
  const answers = new AnswersBySubmission(cells.length)
  for (const one of columns) answers.add(cells, one)
  return answers.all
}

class AnswersBySubmission {
  readonly all = new Map<number, CellAnswers>()
  readonly #blank: number[]

  constructor(cellCount: number) {
    this.#blank = Array.from<number>({ length: cellCount }).fill(Number.NaN)
  }

  of(submissionId: number): CellAnswers {
    const known = this.all.get(submissionId)
    if (known) return known
    const none = {
      numbers: [...this.#blank],
      skipped: NO_CELL_NUMBERS,
      unavailable: NO_CELL_NUMBERS,
      few: NO_CELL_NUMBERS,
      isUnfinished: false
    }
    this.all.set(submissionId, none)
    return none
  }

  mark(kind: 'skipped' | 'unavailable' | 'few', submissionId: number, cell: number): void {
    const answers = this.of(submissionId)
    answers[kind] = [...answers[kind], cell]
  }

  add(cells: readonly SeriesCell[], columns: CellColumns): void {
    const place = seriesCellKey(columns)
    const cell = cells.findIndex(candidate => seriesCellKey(candidate) === place)
    if (cell < 0) return
    for (const [index, id] of columns.submission_ids.entries())
      this.of(id).numbers[cell] = columns.numbers[index]!
    for (const id of columns.skipped_ids) this.mark('skipped', id, cell)
    for (const id of columns.unavailable_ids) this.mark('unavailable', id, cell)
    for (const id of columns.few_ids ?? []) this.mark('few', id, cell)
    for (const id of columns.unfinished_ids ?? []) this.of(id).isUnfinished = true
  }
}

const NO_CELL_NUMBERS: number[] = []

/** Columns of answers: submission, cell and value. */
interface LiveColumns {
  submission_ids: number[] | null
  cells: number[]
  numbers: number[]
  skipped: [submissionId: number, cell: number][] | null
  unavailable: [submissionId: number, cell: number][] | null
  unfinished_ids: number[] | null
}

/**
 * What is entered now in complete sections, and in all of the reader's own. The cells are part of the statement, and only the questions select answers: joined from a table,
 * or selected cell by cell, the planner underestimates the rows and looks up each submission separately.
 */
async function addLive(
  database: Database,
  source: AnswerSource,
  cells: readonly SeriesCell[],
  answers: AnswersBySubmission
): Promise<void> {
  const { programmeId, projectId, ownId, live } = source
  const asked = cells.filter(cell => !isTallied(cell))
  if (asked.length === 0) return
  const questions = [...new Set(asked.map(cell => cell.question_id))]
  const places = await selectAskingSections(database, programmeId, asked)
  if (places.length === 0) return
  const numbered = cells.flatMap((cell, index) =>
    isTallied(cell) ? [] : [sql`when ${isAt(cell)} then ${sql.lit(index)}`]
  )
  // A question may be asked by several sections, each in a cell of its own.
  const isInSection = [...groupBy(places, place => place.section_id)].map(
    ([id, inSection]) => sql`(c.section_id = ${id} and (${sql.join(inSection.map(isAt), sql` or `)}))`
  )
  const ownIds = sql`select s.submission_id from submissions s
          where s.programme_id = ${programmeId} and s.project_id = ${projectId} and s.organisation_id = ${ownId ?? 0}`
  const isComplete = sql`exists (
          select 1 from section_submissions c
          where c.programme_id = ${programmeId} and c.submission_id = a.submission_id and c.case_code_id = 0
            and c.status = any(${DONE_STATUSES}::text[]) and ${isReported} and (${sql.join(isInSection, sql` or `)}))`
  const { rows } = await sql<LiveColumns>`
    select json_agg(t.submission_id) filter (where t.number_value is not null) as submission_ids,
      json_agg(t.cell) filter (where t.number_value is not null) as cells,
      json_agg(t.number_value) filter (where t.number_value is not null) as numbers,
      json_agg(json_build_array(t.submission_id, t.cell)) filter (where t.is_not_applicable) as skipped,
      json_agg(json_build_array(t.submission_id, t.cell)) filter (where t.is_not_available) as unavailable,
      json_agg(distinct t.submission_id) filter (where t.is_unfinished) as unfinished_ids
    from (
      select a.submission_id, case ${sql.join(numbered, sql` `)} end as cell, a.number_value, a.is_not_applicable, a.is_not_available,
        a.submission_id in (${ownIds}) and not ${isComplete} as is_unfinished
      from answers a
      where a.programme_id = ${programmeId} and a.case_code_id = 0 and not a.is_hidden
        and a.question_id in (${sql.join(questions)})
        and a.submission_id in (
          select s.submission_id from submissions s
          where s.programme_id = ${programmeId} and s.project_id = ${projectId} and ${livePeriods(source, live)})
        and (a.submission_id in (${ownIds}) or ${isComplete})
    ) t
    where t.cell is not null`.execute(database)
  for (const columns of rows) addColumns(answers, columns)
}

function addColumns(answers: AnswersBySubmission, columns: LiveColumns): void {
  for (const [index, id] of (columns.submission_ids ?? []).entries())
    answers.of(id).numbers[columns.cells[index]!] = columns.numbers[index]!
  for (const kind of ['skipped', 'unavailable'] as const)
    for (const [id, cell] of columns[kind] ?? []) answers.mark(kind, id, cell)
  for (const id of columns.unfinished_ids ?? []) answers.of(id).isUnfinished = true
}

/** Whether an answer `a` is in the cell. */
const isAt = ({ question_id, row_id, column_id }: CellAddress): RawBuilder<unknown> =>
  sql`(a.question_id = ${question_id} and a.row_id = ${row_id} and a.column_id = ${column_id})`

/** The sections that the cells are in. */
const selectAskingSections = (database: Database, programmeId: number, cells: readonly CellAddress[]) =>
  database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .select(['m.question_id', 'm.row_id', 'm.column_id', 't.section_id'])
    .distinct()
    .where('m.programme_id', '=', programmeId)
    .where(is =>
      is.or(
        cells.map(({ question_id, row_id, column_id }) =>
          is.and({ 'm.question_id': question_id, 'm.row_id': row_id, 'm.column_id': column_id })
        )
      )
    )
    .execute()

async function publishedCells(
  database: Database,
  { programmeId, editionIds }: AnswerSource,
  cells: readonly SeriesCell[]
): Promise<CellColumns[]> {
  const questionIds = [...new Set(cells.map(cell => cell.question_id))]
  const tallies = cells.some(isTallied)
    ? await database
        .selectFrom('edition_aggregates')
        .select(['question_id', 'row_id', 'column_id', 'tally'])
        .select(['submission_ids', 'numbers', 'few_ids'])
        .where('programme_id', '=', programmeId)
        .where('edition_id', 'in', editionIds)
        .where('question_id', 'in', questionIds)
        .execute()
    : []
  const numbers = await database
    .selectFrom('edition_cells')
    .select(['question_id', 'row_id', 'column_id'])
    .select(['submission_ids', 'numbers', 'skipped_ids', 'unavailable_ids'])
    .where('programme_id', '=', programmeId)
    .where('edition_id', 'in', editionIds)
    .where('question_id', 'in', questionIds)
    .execute()
  return [...numbers, ...tallies.map(columns => ({ ...NO_ANSWER_IDS, ...columns }))]
}
