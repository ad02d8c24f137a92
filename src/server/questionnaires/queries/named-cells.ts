// Cells with their names, their answers and what was expected, as lists of queries show them.

import { sql } from 'kysely'
import type { CellSpread } from '#contract/cell-spread.ts'
import type { QueriedCell, QueryRule } from '#contract/queries.ts'
import type { CellValue, QuestionType } from '#contract/questionnaires.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import { questionOptions } from '#server/database/question-options.ts'
import type { Database } from '#server/database/schema.ts'
import { expectedReader, expectsPeers } from './expected.ts'

/** Where a cell is. */
export interface CellLocation extends CellAddress {
  questionnaire_id: number
  submission_id: number
  section_id: number
}

export const pickCellLocation = (cell: CellLocation): CellLocation => ({
  questionnaire_id: cell.questionnaire_id,
  submission_id: cell.submission_id,
  section_id: cell.section_id,
  question_id: cell.question_id,
  row_id: cell.row_id,
  column_id: cell.column_id
})

/** `submission:question:row:column` */
export const cellLocationKey = ({ submission_id, question_id, row_id, column_id }: CellLocation): string =>
  [submission_id, question_id, row_id, column_id].join(':')

interface NamedRow extends CellLocation, CellAnswer {
  organisation_id: number
  organisation_name: string
  submission_name: string
  lineage_id: number
  section_name: string
  question_text: string
  question_type: QuestionType
  unit: string
  decimal_places: number | null
  row_name: string
  column_name: string
  time_period_id: number | null
  time_period_name: string | null
  former_value: CellValue
}

/** In the order of `cells`. All belong to the project and period. */
export async function describeCells(
  database: Database,
  programmeId: number,
  place: Pick<SubmissionRecord, 'project_id' | 'time_period_id'>,
  cells: readonly (CellLocation & { rules: readonly QueryRule[] })[]
): Promise<QueriedCell[]> {
  if (cells.length === 0) return []
  const rows = await readQueriedCells(database, programmeId, cells)
  const options = await questionOptions(database, programmeId, [
    ...new Set(cells.map(cell => cell.question_id))
  ])
  const expected = await expectedReader(database, programmeId, place)
  const named: QueriedCell[] = []
  for (const [index, row] of rows.entries()) {
    const {
      lineage_id,
      value,
      is_not_applicable,
      is_not_available,
      time_period_id,
      time_period_name,
      former_value,
      ...cell
    } = row
    const { rules } = cells[index]!
    const isAboutPeers = expectsPeers(rules)
    if (isAboutPeers) await expected.load(row)
    named.push({
      ...cell,
      option_list: options.get(row.question_id) ?? [],
      rules: [...rules],
      received: { value, is_not_applicable, is_not_available },
      previous_answer:
        time_period_id === null || time_period_name === null || former_value === null
          ? null
          : { time_period_id, time_period_name, value: former_value },
      expected: isAboutPeers ? averagesOnly(expected.spreadOf({ ...row, lineage_id })) : null
    })
  }
  return named
}

/** Without single values, which only the strip of the cell draws. */
const averagesOnly = (spread: CellSpread | null): QueriedCell['expected'] => {
  if (spread === null) return null
  const { time_period_name, n, Q1, Median, Q3 } = spread
  return { time_period_name, n, Q1, Median, Q3 }
}

async function readQueriedCells(
  database: Database,
  programmeId: number,
  cells: readonly CellLocation[]
): Promise<NamedRow[]> {
  const wanted = cells.map((cell, place_number) => ({ ...pickCellLocation(cell), place_number }))
  const { rows } = await sql<NamedRow>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as cell (place_number integer, questionnaire_id bigint,
        submission_id bigint, section_id bigint, question_id bigint, row_id bigint, column_id bigint)
    )
    select w.questionnaire_id, w.submission_id, w.section_id, w.question_id, w.row_id, w.column_id, s.organisation_id, o.organisation_name, s.submission_name, s.lineage_id, c.section_name,
      q.question_text, q.question_type, q.unit, q.decimal_places,
      case when k.is_repeating then 'Row ' || w.row_id else coalesce(r.row_name, '') end as row_name,
      coalesce(l.column_name, '') as column_name,
      a.value, coalesce(a.is_not_applicable, false) as is_not_applicable, coalesce(a.is_not_available, false) as is_not_available,
      f.time_period_id, f.time_period_name, b.value as former_value
    from wanted w
    join submissions s on s.programme_id = ${programmeId} and s.submission_id = w.submission_id
    join organisations o on o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id
    join time_periods n on n.programme_id = ${programmeId} and n.time_period_id = s.time_period_id
    join sections c on c.programme_id = ${programmeId} and c.section_id = w.section_id
    join questions q on q.programme_id = ${programmeId} and q.question_id = w.question_id
    left join lateral (
      select bool_or(t.is_repeating) as is_repeating
      from question_memberships m
      join sub_sections t on t.programme_id = ${programmeId} and t.sub_section_id = m.sub_section_id
      where m.programme_id = ${programmeId} and m.question_id = w.question_id and t.section_id = w.section_id
    ) k on true
    left join sub_section_rows r on r.programme_id = ${programmeId} and r.row_id = w.row_id
    left join sub_section_columns l on l.programme_id = ${programmeId} and l.column_id = w.column_id
    left join answers a on a.programme_id = ${programmeId} and a.submission_id = w.submission_id and a.question_id = w.question_id
      and a.row_id = w.row_id and a.column_id = w.column_id and a.case_code_id = 0
    left join lateral (
      select p.submission_id, t.time_period_id, t.time_period_name
      from submissions p
      join time_periods t on t.programme_id = ${programmeId} and t.time_period_id = p.time_period_id
      where p.programme_id = ${programmeId} and p.project_id = s.project_id and p.lineage_id = s.lineage_id
        and t.starts_at < n.starts_at and k.is_repeating is not true
      order by t.starts_at desc limit 1
    ) f on true
    left join answers b on b.programme_id = ${programmeId} and b.submission_id = f.submission_id and b.question_id = w.question_id
      and b.row_id = w.row_id and b.column_id = w.column_id and b.case_code_id = 0
    order by w.place_number`.execute(database)
  return rows
}
