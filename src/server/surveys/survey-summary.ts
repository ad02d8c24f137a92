// What respondents have answered in a survey, summarised by question, for leads of the submission's organisation and for admins. Leads see nothing
// of fewer cases than the minimum unless the programme shows them single cases.

import { sql } from 'kysely'
import type { Aggregate } from '#contract/chart-aggregates.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import type { SummarisedQuestion } from '#contract/survey-summary.ts'
import { typeOf, type QuestionTypeRecord } from '#domain/answers/question-types.ts'
import { distributionOf } from '#domain/figures/answer-distribution.ts'
import { ISSUED_STATUSES } from '#domain/people/case-code.ts'
import { groupBy } from '#lib/group-by.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import { mayReadCases } from '#server/auth/reader.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Row } from '#server/database/column-types.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { requireEntry } from '#server/questionnaires/window.ts'
import { requireCases } from './case-codes.ts'

export const getSurveySummary: RouteOf<'getSurveySummary'> = async (
  { query },
  { database, caller, now, programmes }
) => {
  const { submission, window } = await requireEntry(database, caller, query, now)
  requireCases(window)
  const { programmeId } = caller
  const project = await database
    .selectFrom('projects')
    .select('minimum_count')
    .where(eb => eb.and({ programme_id: programmeId, project_id: submission.project_id }))
    .executeTakeFirst()
  const { minimum_count } = requireFound(project, 'project')
  const seesCases = mayReadCases(caller, programmeOf(programmes, programmeId))
  const survey = { programmeId, questionnaireId: query.questionnaire_id }
  const periods = await readSurveyedPeriods(database, survey, submission)
  const questions = await readSurveyQuestions(database, survey)
  const answers = await countSurveyAnswers(database, survey, periods, questions)
  const texts = seesCases ? await readTexts(database, survey, submission.submission_id, questions) : new Map()
  const charts = await chartsAggregating(database, survey)
  const sections = groupBy(questions, question => question.section_id)
  return {
    ...query,
    questionnaire_name: window.questionnaire_name,
    minimum_case_count: minimum_count,
    sees_cases: seesCases,
    surveyed_periods: periods.map(({ submission_id: _id, ...period }) => period),
    sections: [...sections].map(([section_id, members]) => ({
      section_id,
      section_name: members[0]!.section_name,
      questions: members.map((question): SummarisedQuestion => {
        const { question_id, row_id, column_id, question_text, question_type, unit, cell_name } = question
        return {
          question_id,
          row_id,
          column_id,
          question_text,
          question_type,
          unit,
          cell_name,
          distributions: isDistributed(question)
            ? periods.map(period => ({
                time_period_id: period.time_period_id,
                ...distributionOf(
                  question,
                  answers.get(answerKey(question, period.submission_id)) ?? [],
                  seesCases ? 0 : minimum_count
                )
              }))
            : [],
          texts: texts.get(answerKey(question, submission.submission_id)) ?? [],
          aggregating_charts: charts.filter(chart => chart.question_id === question_id).map(chartUse)
        }
      })
    }))
  }
}

interface Survey {
  programmeId: number
  questionnaireId: number
}

type PlacedSurveyQuestion = Pick<
  Row<'questions'>,
  'question_id' | 'question_text' | 'question_type' | 'unit'
> & {
  row_id: number
  column_id: number
  section_id: number
  section_name: string
  cell_name: string
  option_ids: number[]
  option_names: string[]
}

const UNDISTRIBUTED = new Set<QuestionTypeRecord['holds']>(['text', 'date', 'nothing'])

/** Choices and numbers have a distribution; texts and dates would reveal single cases. */
const isDistributed = (question: PlacedSurveyQuestion): boolean => !UNDISTRIBUTED.has(typeOf(question).holds)

const holdsWords = (question: PlacedSurveyQuestion): boolean => typeOf(question).holds === 'text'

const answerKey = (
  { question_id, row_id, column_id }: { question_id: number; row_id: number; column_id: number },
  submissionId: number
): string => `${submissionId}/${question_id}/${row_id}/${column_id}`

interface SurveyPeriodRow {
  submission_id: number
  time_period_id: number
  time_period_name: string
  issued_count: number
  started_count: number
  completed_count: number
}

/** The submission's period, and the latest one before it in which the same unit gave out codes. */
async function readSurveyedPeriods(
  database: Database,
  { programmeId, questionnaireId }: Survey,
  { submission_id, project_id, lineage_id, time_period_id }: SubmissionRecord
): Promise<SurveyPeriodRow[]> {
  const { rows } = await sql<SurveyPeriodRow>`
    select s.submission_id, p.time_period_id, p.time_period_name,
      count(k.case_code_id)::integer as issued_count,
      (count(k.case_code_id) filter (where k.status = 'started'))::integer as started_count,
      (count(k.case_code_id) filter (where k.status = 'completed'))::integer as completed_count
    from submissions s
    join time_periods p on p.programme_id = s.programme_id and p.time_period_id = s.time_period_id
    left join case_codes k on k.programme_id = s.programme_id and k.submission_id = s.submission_id
      and k.questionnaire_id = ${questionnaireId} and k.status = any(${ISSUED_STATUSES}::text[])
    where s.programme_id = ${programmeId} and s.project_id = ${project_id} and s.lineage_id = ${lineage_id}
      and p.starts_at <= (select starts_at from time_periods where programme_id = ${programmeId} and time_period_id = ${time_period_id})
    group by s.submission_id, p.time_period_id, p.time_period_name, p.starts_at
    having s.submission_id = ${submission_id} or count(k.case_code_id) > 0
    order by p.starts_at desc limit 2`.execute(database)
  return rows
}

async function readSurveyQuestions(
  database: Database,
  { programmeId, questionnaireId }: Survey
): Promise<PlacedSurveyQuestion[]> {
  const { rows } = await sql<PlacedSurveyQuestion>`
    select q.question_id, m.row_id, m.column_id, q.question_text, q.question_type, q.unit, c.section_id, c.section_name,
      concat_ws(' · ', r.row_name, l.column_name) as cell_name,
      coalesce((select json_agg(o.option_id order by o.display_order, o.option_id) from question_options o
        where o.programme_id = ${programmeId} and o.question_id = q.question_id), '[]') as option_ids,
      coalesce((select json_agg(o.option_name order by o.display_order, o.option_id) from question_options o
        where o.programme_id = ${programmeId} and o.question_id = q.question_id), '[]') as option_names
    from sections c
    join sub_sections t on t.programme_id = c.programme_id and t.section_id = c.section_id
    join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
    join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
    left join sub_section_rows r on r.programme_id = ${programmeId} and r.row_id = m.row_id
    left join sub_section_columns l on l.programme_id = ${programmeId} and l.column_id = m.column_id
    where c.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId}
      and c.is_active and ${IS_CELL_IN_USE} and not t.is_repeating
    order by c.display_order, c.section_id, t.display_order, t.sub_section_id, m.display_order, r.display_order, l.display_order,
      m.membership_id`.execute(database)
  return rows.filter(question => isDistributed(question) || holdsWords(question))
}

type Counts = [value: Exclude<CellValue, null>, count: number][]

/** By question and submission: each different answer of complete cases with how often it was given. */
async function countSurveyAnswers(
  database: Database,
  { programmeId, questionnaireId }: Survey,
  periods: readonly SurveyPeriodRow[],
  questions: readonly PlacedSurveyQuestion[]
): Promise<ReadonlyMap<string, Counts>> {
  const ids = [...new Set(questions.filter(isDistributed).map(question => question.question_id))]
  const { rows } = await sql<{
    submission_id: number
    question_id: number
    row_id: number
    column_id: number
    counts: Counts
  }>`
    select t.submission_id, t.question_id, t.row_id, t.column_id, json_agg(json_build_array(t.value, t.answers)) as counts
    from (
      select a.submission_id, a.question_id, a.row_id, a.column_id, a.value, count(*)::integer as answers
      from case_codes k
      join answers a on a.programme_id = ${programmeId} and a.submission_id = k.submission_id and a.case_code_id = k.case_code_id
      where k.programme_id = ${programmeId} and k.questionnaire_id = ${questionnaireId} and k.status = 'completed'
        and k.submission_id = any(${periods.map(period => period.submission_id)}::bigint[])
        and a.question_id = any(${ids}::bigint[])
        and a.value is not null and a.value <> 'null'::jsonb and not a.is_hidden and not a.is_not_applicable and not a.is_not_available
      group by a.submission_id, a.question_id, a.row_id, a.column_id, a.value
    ) t
    group by t.submission_id, t.question_id, t.row_id, t.column_id`.execute(database)
  return new Map(rows.map(row => [answerKey(row, row.submission_id), row.counts]))
}

const MAX_TEXTS = 200

/** The newest texts of each question, sorted so that their order does not reveal which belong to one case. */
async function readTexts(
  database: Database,
  { programmeId, questionnaireId }: Survey,
  submissionId: number,
  questions: readonly PlacedSurveyQuestion[]
): Promise<ReadonlyMap<string, string[]>> {
  const ids = [...new Set(questions.filter(holdsWords).map(question => question.question_id))]
  const { rows } = await sql<{ question_id: number; row_id: number; column_id: number; texts: string[] }>`
    select t.question_id, t.row_id, t.column_id, json_agg(t.answer order by t.answer) as texts
    from (
      select a.question_id, a.row_id, a.column_id, a.value #>> '{}' as answer,
        row_number() over (partition by a.question_id, a.row_id, a.column_id order by a.updated_at desc) as place
      from case_codes k
      join answers a on a.programme_id = ${programmeId} and a.submission_id = k.submission_id and a.case_code_id = k.case_code_id
      where k.programme_id = ${programmeId} and k.questionnaire_id = ${questionnaireId} and k.status = 'completed'
        and k.submission_id = ${submissionId} and a.question_id = any(${ids}::bigint[])
        and jsonb_typeof(a.value) = 'string' and not a.is_hidden
    ) t
    where t.place <= ${MAX_TEXTS}
    group by t.question_id, t.row_id, t.column_id`.execute(database)
  return new Map(rows.map(row => [answerKey(row, submissionId), row.texts]))
}

interface AggregatingChart {
  question_id: number
  chart_id: number
  chart_name: string
  explorer_type: string | null
  group_slug: string | null
  aggregate: Aggregate
}

async function chartsAggregating(
  database: Database,
  { programmeId, questionnaireId }: Survey
): Promise<AggregatingChart[]> {
  const { rows } = await sql<AggregatingChart>`
    select distinct on (h.chart_id, p.question_id, p.aggregate) p.question_id, h.chart_id, h.chart_name, k.explorer_type, g.group_slug,
      p.aggregate
    from chart_parameters p
    join charts h on h.programme_id = p.programme_id and h.chart_id = p.chart_id
    left join chart_group_memberships i on i.programme_id = h.programme_id and i.chart_id = h.chart_id
    left join chart_groups g on g.programme_id = i.programme_id and g.chart_group_id = i.chart_group_id
    left join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
    join question_memberships m on m.programme_id = p.programme_id and m.question_id = p.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    where p.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and p.aggregate is not null and h.is_active
    order by h.chart_id, p.question_id, p.aggregate, i.membership_id`.execute(database)
  return rows
}

const chartUse = ({
  chart_id,
  chart_name,
  explorer_type,
  group_slug,
  aggregate
}: AggregatingChart): SummarisedQuestion['aggregating_charts'][number] => ({
  chart_id,
  chart_name,
  explorer_type,
  group_slug,
  aggregate_kind: aggregate.kind,
  option_ids: aggregate.option_ids
})
