// What charts count of respondents' cases and of rows that organisations add. The database counts each different answer of a submission, so that
// neither cases nor rows leave it one by one.

import { sql, type RawBuilder } from 'kysely'
import type { CellValue } from '#contract/questionnaires.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { tallyOf, type CountedAnswers, type TalliedQuestion, type Tally } from '#domain/figures/aggregates.ts'
import { ISSUED_STATUSES } from '#domain/people/case-code.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Database } from '#server/database/schema.ts'
import {
  isReported,
  isSectionAccepted,
  NO_ANSWER_IDS,
  livePeriods,
  type AnswerSource,
  type CellColumns
} from './answer-source.ts'
import type { SeriesCell, TalliedCell } from './series.ts'

interface AskedQuestion extends TalliedQuestion, CellAddress {
  is_repeating: boolean
  questionnaire_ids: number[]
  sub_section_ids: number[]
}

/** The tallies of what is entered now, as columns like those of cells. */
export async function liveTallies(
  database: Database,
  source: AnswerSource,
  cells: readonly TalliedCell[]
): Promise<CellColumns[]> {
  if (cells.length === 0 || source.live.length === 0) return []
  const columns: CellColumns[] = []
  // One after the other, so that only the counts of one question are in memory.
  for (const ofPlace of groupBy(
    cells,
    cell => `${cell.question_id}/${cell.row_id}/${cell.column_id}`
  ).values()) {
    const place = await readPlace(database, source.programmeId, ofPlace[0]!)
    if (!place) continue
    const counted = place.is_repeating
      ? await countRows(database, source, place)
      : await countCases(database, source, place)
    columns.push(...ofPlace.map(({ tally }) => tallyColumns(place, tally, counted, source.minimumCount)))
  }
  return columns
}

function tallyColumns(
  place: AskedQuestion,
  tally: Tally,
  counted: ReadonlyMap<number, Counted>,
  minimumCount: number
): CellColumns {
  const { question_id, row_id, column_id } = place
  const [submission_ids, numbers, few_ids]: [number[], number[], number[]] = [[], [], []]
  for (const [id, one] of counted) {
    const result = tallyOf(tally, place, one, minimumCount)
    if (result === 'too few') few_ids.push(id)
    else if (result !== null) {
      submission_ids.push(id)
      numbers.push(result)
    }
  }
  const unfinished_ids = [...counted].flatMap(([id, { isUnfinished }]) => (isUnfinished ? [id] : []))
  return {
    ...NO_ANSWER_IDS,
    question_id,
    row_id,
    column_id,
    tally,
    submission_ids,
    numbers,
    few_ids,
    unfinished_ids
  }
}

/** Where the question is asked, in surveys or in repeating blocks, with its options in order. */
async function readPlace(
  database: Database,
  programmeId: number,
  { question_id, row_id, column_id }: SeriesCell
): Promise<AskedQuestion | undefined> {
  const { rows } = await sql<Omit<AskedQuestion, 'row_id' | 'column_id'>>`
    select q.question_id, q.question_type,
      coalesce((select json_agg(o.option_id order by o.display_order, o.option_id) from question_options o
        where o.programme_id = ${programmeId} and o.question_id = q.question_id), '[]') as option_ids,
      bool_or(t.is_repeating) as is_repeating,
      json_agg(distinct c.questionnaire_id) as questionnaire_ids,
      json_agg(distinct t.sub_section_id) as sub_section_ids
    from questions q
    join question_memberships m on m.programme_id = q.programme_id and m.question_id = q.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
    where q.programme_id = ${programmeId} and q.question_id = ${question_id}
      and m.row_id = ${row_id} and m.column_id = ${column_id}
      and (n.questionnaire_type = 'case') <> t.is_repeating
    group by q.question_id, q.question_type`.execute(database)
  return rows[0] && { ...rows[0], row_id, column_id }
}

interface Counted extends CountedAnswers {
  isUnfinished: boolean
}

interface CountedRow {
  submission_ids: number[] | null
  units: number[]
  issued: (number | null)[]
  unfinished: boolean[]
  answer_ids: number[] | null
  values: Exclude<CellValue, null>[]
  counts: number[]
}

const liveSubmissions = (source: AnswerSource): RawBuilder<unknown> => sql`
  select s.submission_id, s.organisation_id from submissions s
  where s.programme_id = ${source.programmeId} and s.project_id = ${source.projectId} and ${livePeriods(source, source.live)}`

const isSurveyAccepted = (programmeId: number) => sql`and exists (
  select 1 from acceptances a where a.programme_id = ${programmeId} and a.submission_id = k.submission_id
    and a.questionnaire_id = k.questionnaire_id and a.revoked_at is null)`

/** Of a survey: complete cases, and what they have answered. */
function countCases(
  database: Database,
  source: AnswerSource,
  { question_id, row_id, column_id, questionnaire_ids }: AskedQuestion
): Promise<Map<number, Counted>> {
  const { programmeId, isAcceptedOnly } = source
  return readCounts(
    database,
    sql`
    with meant as (${liveSubmissions(source)}),
    codes as (
      select k.submission_id, k.case_code_id, k.status from case_codes k join meant on meant.submission_id = k.submission_id
      where k.programme_id = ${programmeId} and k.questionnaire_id = any(${questionnaire_ids}::bigint[]) and k.status = any(${ISSUED_STATUSES}::text[])
        ${isAcceptedOnly ? isSurveyAccepted(programmeId) : sql``}),
    units as (
      select submission_id, count(*) filter (where status = 'completed')::integer as units, count(*)::integer as issued,
        false as is_unfinished
      from codes group by submission_id),
    answered as (
      select a.submission_id, a.value, count(*)::integer as answers
      from codes k
      join answers a on a.programme_id = ${programmeId} and a.submission_id = k.submission_id and a.case_code_id = k.case_code_id
        and a.question_id = ${question_id} and a.row_id = ${row_id} and a.column_id = ${column_id}
      where k.status = 'completed' and ${countsAsAnswer}
      group by a.submission_id, a.value)`
  )
}

const countsAsAnswer = sql`a.value is not null and a.value <> 'null'::jsonb and not a.is_hidden
  and not a.is_not_applicable and not a.is_not_available`

/** Of a repeating block: rows in use in complete sections, and in all of the reader's own. */
function countRows(
  database: Database,
  source: AnswerSource,
  { question_id, column_id, sub_section_ids }: AskedQuestion
): Promise<Map<number, Counted>> {
  const { programmeId, ownId, isAcceptedOnly } = source
  return readCounts(
    database,
    sql`
    with meant as (${liveSubmissions(source)}),
    blocks as (
      select t.section_id, m.question_id, m.column_id from sub_sections t
      join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
      where t.programme_id = ${programmeId} and t.sub_section_id = any(${sub_section_ids}::bigint[])),
    sections_done as (
      select c.submission_id, bool_or(c.status = any(${DONE_STATUSES}::text[])) as is_done
      from section_submissions c join meant on meant.submission_id = c.submission_id
      where c.programme_id = ${programmeId} and c.case_code_id = 0 and c.section_id in (select section_id from blocks)
        and ${isReported} and (c.status = any(${DONE_STATUSES}::text[]) or meant.organisation_id = ${ownId ?? 0})
        ${isAcceptedOnly ? sql`and ${isSectionAccepted(programmeId)}` : sql``}
      group by c.submission_id),
    rows_used as (
      select a.submission_id, count(distinct a.row_id) as units
      from sections_done d
      join answers a on a.programme_id = ${programmeId} and a.submission_id = d.submission_id and a.case_code_id = 0 and a.row_id > 0
      join blocks b on b.question_id = a.question_id and b.column_id = a.column_id
      where ${countsAsAnswer}
      group by a.submission_id),
    units as (
      select d.submission_id, coalesce(r.units, 0)::integer as units, null::integer as issued, not d.is_done as is_unfinished
      from sections_done d left join rows_used r on r.submission_id = d.submission_id),
    answered as (
      select a.submission_id, a.value, count(*)::integer as answers
      from sections_done d
      join answers a on a.programme_id = ${programmeId} and a.submission_id = d.submission_id and a.case_code_id = 0
        and a.question_id = ${question_id} and a.column_id = ${column_id} and a.row_id > 0
      where ${countsAsAnswer}
      group by a.submission_id, a.value)`
  )
}

/** One row of arrays: objects by the hundred thousand take several times the memory. */
async function readCounts(database: Database, counts: RawBuilder<unknown>): Promise<Map<number, Counted>> {
  const { rows } = await sql<CountedRow>`${counts}
    select u.*, v.* from
      (select json_agg(submission_id) as submission_ids, json_agg(units) as units, json_agg(issued) as issued,
        json_agg(is_unfinished) as unfinished from (select * from units order by submission_id) o) u,
      (select json_agg(submission_id) as answer_ids, json_agg(value) as values, json_agg(answers) as counts
        from (select * from answered order by submission_id) o) v`.execute(database)
  const counted = new Map<number, Counted & { answers: [Exclude<CellValue, null>, number][] }>()
  for (const { submission_ids, units, issued, unfinished, answer_ids, values, counts: given } of rows) {
    for (const [index, id] of (submission_ids ?? []).entries())
      counted.set(id, {
        units: units[index]!,
        issued: issued[index]!,
        isUnfinished: unfinished[index]!,
        answers: []
      })
    for (const [index, id] of (answer_ids ?? []).entries())
      counted.get(id)?.answers.push([values[index]!, given[index]!])
  }
  return counted
}

/** By question, the surveys and the blocks whose cases or rows it counts. */
export async function talliedUnits(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ question_id: number; units: string[] }>`
    select m.question_id, json_agg(distinct case when t.is_repeating then concat('block ', t.sub_section_id)
      else concat('survey ', n.questionnaire_id) end) as units
    from question_memberships m
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
    where m.programme_id = ${programmeId} and n.project_id = ${projectId}
      and (n.questionnaire_type = 'case') <> t.is_repeating
    group by m.question_id`.execute(database)
  return new Map(rows.map(({ question_id, units }) => [question_id, units]))
}
