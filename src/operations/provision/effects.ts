// Counts the answers, submissions and people that a line of the plan affects.

import { sql, type RawBuilder } from 'kysely'
import { ISSUED_STATUSES } from '#domain/people/case-code.ts'
import { LIVE_STATUSES } from '#domain/queries/query-state.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { countOf } from '#lib/format.ts'
import type { Tx } from '#server/database/schema.ts'
import type { KindName } from './content-kinds/definition.ts'
import { ancestor } from './content.ts'
import type { Difference, Effect, DifferenceEntry } from './difference.ts'
import { rowId, type StoredContent, type StoredContentRow } from './stored/stored-row.ts'

export const NO_EFFECT: Effect = { answers: 0, submissions: 0, people: 0 }

type EffectCondition = RawBuilder<unknown>

/** The SQL condition for the answers of a row; `a` is the answer, `s` its submission. */
type AnswersOf = (programmeId: number, row: StoredContentRow, stored: StoredContent) => EffectCondition

/** Answers in places for which the condition holds; `m` is the place, `t` its sub-section, `c` its section. */
const inPlaces = (programmeId: number, condition: EffectCondition): EffectCondition => sql`exists (
  select 1 from question_memberships m
  join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
  join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
  where m.programme_id = ${programmeId} and m.question_id = a.question_id and m.column_id = a.column_id
    and (t.is_repeating or m.row_id = a.row_id) and ${condition})`

const ofPlacement =
  (column: string): AnswersOf =>
  (programmeId, row) =>
    inPlaces(programmeId, sql`${sql.ref(column)} = ${rowId(row)}`)

const ofQuestionnaire = (programmeId: number, row: StoredContentRow): EffectCondition =>
  inPlaces(programmeId, sql`c.questionnaire_id = ${row.owner['questionnaire_id'] ?? 0}`)

const inScopes = (scopeIds: readonly number[]): EffectCondition =>
  sql`coalesce(s.scope_id, 0) = any(${sql.val([...scopeIds])}::bigint[])`

const ofSubmission =
  (...columns: string[]): AnswersOf =>
  (_, { identity, owner }) =>
    sql.join(
      columns.map(column => sql`${sql.ref(`s.${column}`)} = ${identity[column] ?? owner[column] ?? 0}`),
      sql` and `
    )

const withOption = (programmeId: number, condition: EffectCondition): EffectCondition => sql`exists (
  select 1 from submission_filter_options f
  join filter_options o on o.programme_id = f.programme_id and o.filter_option_id = f.filter_option_id
  where f.programme_id = ${programmeId} and f.submission_id = s.submission_id and ${condition})`

const ofCharts = (programmeId: number, chartIds: readonly number[]): EffectCondition =>
  chartIds.length === 0
    ? sql`false`
    : sql`exists (
  select 1 from chart_parameters p
  where p.programme_id = ${programmeId} and p.chart_id in (${sql.join([...chartIds])})
    and p.question_id = a.question_id and (p.aggregate is not null or (p.row_id = a.row_id and p.column_id = a.column_id)))`

const ofChart: AnswersOf = (programmeId, row, stored) => {
  const chart = stored.charts.get(ancestor(row.key, 'charts'))
  return ofCharts(programmeId, chart === undefined ? [] : [rowId(chart)])
}

const ofQuestion = (question: StoredContentRow | undefined): EffectCondition =>
  question === undefined ? sql`false` : sql`a.question_id = ${rowId(question)}`

/** Kinds that are not listed have no answers. */
const answersByKind: Partial<Record<KindName, AnswersOf>> = {
  time_periods: ofSubmission('time_period_id'),
  filters: (programmeId, row) => withOption(programmeId, sql`o.filter_id = ${rowId(row)}`),
  filter_options: (programmeId, row) => withOption(programmeId, sql`o.filter_option_id = ${rowId(row)}`),
  organisations: ofSubmission('organisation_id'),
  organisation_filter_options: ofSubmission('organisation_id'),
  projects: ofSubmission('project_id'),
  project_periods: ofSubmission('project_id', 'time_period_id'),
  scopes: ofSubmission('scope_id'),
  questions: (_, row) => ofQuestion(row),
  question_options(_, row, stored) {
    const question = stored.questions.get(row.parent)
    const steps = question?.values['question_type'] === 'scale'
    const answer = steps ? row.order : rowId(row)
    return sql`${ofQuestion(question)} and a.value @> ${String(answer)}::jsonb`
  },
  questionnaires: ofPlacement('c.questionnaire_id'),
  questionnaire_periods: (programmeId, row) =>
    sql`${ofQuestionnaire(programmeId, row)} and s.time_period_id = ${row.identity['time_period_id'] ?? 0}`,
  sections: ofPlacement('t.section_id'),
  sub_sections: ofPlacement('m.sub_section_id'),
  sub_section_rows: ofPlacement('m.row_id'),
  sub_section_columns: ofPlacement('m.column_id'),
  question_memberships: ofPlacement('m.membership_id'),
  guidance_questions: (_, row, stored) => ofQuestion(stored.questions.get(row.refs['question_id'] ?? '')),
  charts: ofChart,
  chart_parameters: ofChart,
  chart_group_memberships: (programmeId, row, stored) => {
    const chart = stored.charts.get(row.refs['chart_id'] ?? '')
    return ofCharts(programmeId, chart === undefined ? [] : [rowId(chart)])
  }
}

/** Case codes, whether or not a respondent has started, and completed sections; `k` is one of them, `s` its submission. */
const othersByKind: Partial<Record<KindName, (row: StoredContentRow) => EffectCondition>> = {
  questionnaires: row => sql`k.questionnaire_id = ${rowId(row)}`,
  sections: row => sql`k.section_id = ${rowId(row)}`
}

/**
 * The effect of a stored row. Submissions with comments, unresolved queries, case codes or completed sections count even without answers, and so
 * do an organisation's submissions and people.
 */
async function effectOf(
  tx: Tx,
  programmeId: number,
  row: StoredContentRow,
  stored: StoredContent
): Promise<Effect> {
  const condition = answersByKind[row.kind]?.(programmeId, row, stored)
  if (condition === undefined) return NO_EFFECT
  if (row.kind === 'organisations') return effectOfOrganisation(tx, programmeId, row)
  return countEffect(tx, programmeId, condition, othersByKind[row.kind]?.(row) ?? sql`false`)
}

/** What the submissions of these scopes have entered in a questionnaire; 0 for those without a scope. */
export const effectInScopes = (
  tx: Tx,
  programmeId: number,
  questionnaireId: number,
  scopeIds: readonly number[]
): Promise<Effect> =>
  countEffect(
    tx,
    programmeId,
    sql`${inPlaces(programmeId, sql`c.questionnaire_id = ${questionnaireId}`)} and ${inScopes(scopeIds)}`,
    sql`k.questionnaire_id = ${questionnaireId} and ${inScopes(scopeIds)}`
  )

async function countEffect(
  tx: Tx,
  programmeId: number,
  condition: EffectCondition,
  others: EffectCondition
): Promise<Effect> {
  const { rows } = await sql<Effect>`
    with others as (
      select submission_id, questionnaire_id, 0 as section_id from case_codes
      where programme_id = ${programmeId} and status = any(${ISSUED_STATUSES}::text[])
      union all
      select d.submission_id, c.questionnaire_id, c.section_id
      from section_submissions d join sections c on c.programme_id = d.programme_id and c.section_id = d.section_id
      where d.programme_id = ${programmeId} and d.case_code_id = 0 and d.status = any(${DONE_STATUSES}::text[])
    ), entered as (
      select submission_id, question_id, row_id, column_id, value, 1 as answers from answers
      where programme_id = ${programmeId} and (value is not null or is_not_applicable or is_not_available)
      union all
      select submission_id, question_id, row_id, column_id, null, 0 from comments where programme_id = ${programmeId}
      union all
      select submission_id, question_id, row_id, column_id, null, 0 from queries
      where programme_id = ${programmeId} and status = any(${LIVE_STATUSES}::text[])
    ), found as (
      select s.submission_id, s.organisation_id, sum(a.answers) as answers
      from entered a join submissions s on s.submission_id = a.submission_id
      where s.programme_id = ${programmeId} and ${condition}
      group by s.submission_id, s.organisation_id
      union
      select s.submission_id, s.organisation_id, 0
      from others k join submissions s on s.submission_id = k.submission_id
      where s.programme_id = ${programmeId} and ${others}
    )
    select coalesce((select sum(answers) from found), 0)::int as answers,
      (select count(distinct submission_id) from found)::int as submissions,
      (select count(*) from users u where u.programme_id = ${programmeId}
        and u.organisation_id in (select organisation_id from found))::int as people`.execute(tx)
  return rows[0] ?? NO_EFFECT
}

async function effectOfOrganisation(tx: Tx, programmeId: number, row: StoredContentRow): Promise<Effect> {
  const id = rowId(row)
  const { rows } = await sql<Effect>`
    select
      (select count(*) from answers a
        join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
        where a.programme_id = ${programmeId} and s.organisation_id = ${id}
          and (a.value is not null or a.is_not_applicable or a.is_not_available))::int as answers,
      (select count(*) from submissions where programme_id = ${programmeId} and organisation_id = ${id})::int as submissions,
      (select count(*) from users where programme_id = ${programmeId} and organisation_id = ${id})::int as people`.execute(
    tx
  )
  return rows[0] ?? NO_EFFECT
}

/** The effect of each row of a plan, before the plan is applied. A new row counts the answers that its section already has. */
export async function effectsOf(
  tx: Tx,
  programmeId: number,
  { added, changed, removed }: Difference,
  stored: StoredContent
): Promise<Map<string, Effect>> {
  const effects = new Map<string, Effect>()
  const measure = async (row: StoredContentRow): Promise<Effect> => {
    const effect = effects.get(row.key) ?? (await effectOf(tx, programmeId, row, stored))
    effects.set(row.key, effect)
    return effect
  }
  for (const row of [...changed.map(change => change.stored), ...removed.map(one => one.row)])
    await measure(row)
  for (const { key } of added) {
    const section = stored.sections.get(ancestor(key, 'sections'))
    if (section !== undefined) effects.set(key, { ...(await measure(section)), answers: 0 })
  }
  return effects
}

export function effectText({ answers, submissions, people }: Effect): string {
  if (answers + submissions + people === 0) return 'no answers'
  const counts = [
    countOf(answers, 'answer'),
    countOf(submissions, 'submission'),
    countOf(people, 'person', 'people')
  ]
  return counts.join(', ')
}

/** Whether --retire is required: the item has answers, submissions or people. */
export const needsConsent = (
  { change }: Pick<DifferenceEntry, 'change'>,
  { answers, submissions, people }: Effect
): boolean => change === 'retired' && answers + submissions + people > 0
