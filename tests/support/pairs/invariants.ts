// Invariants of a stage after any operations in any order.

import { sql, type RawBuilder } from 'kysely'
import { cellKey } from '#domain/answers/cell-address.ts'
import { derivedFrom } from '#domain/answers/completion.ts'
import { selectSubmission } from '#server/auth/ownership.ts'
import { withAnswers } from '#server/questionnaires/content.ts'
import { structureOf } from '#server/questionnaires/structure.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import type { Stage } from './stage.ts'

const given = sql`(a.value is not null or a.is_not_applicable or a.is_not_available)`

/** Where an answer may be: the row and column of its question. */
const standsIn = (more: RawBuilder<unknown> = sql``) => sql`
  select 1 from question_memberships m
  join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
  join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
  join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
  where m.programme_id = a.programme_id and m.question_id = a.question_id and m.column_id = a.column_id
    and (t.is_repeating or m.row_id = a.row_id) and n.project_id = s.project_id ${more}`

/** Conditions that find faulty answers. */
const ofAnswers: Record<string, RawBuilder<unknown>> = {
  'an answer to a question that stands nowhere': sql`not exists (${standsIn()})`,
  'an answer in a period that its questionnaire does not have': sql`not exists (${standsIn(sql`
    and exists (select 1 from questionnaire_periods w where w.programme_id = n.programme_id
      and w.questionnaire_id = n.questionnaire_id and w.time_period_id = s.time_period_id)`)})`,
  'an answer in a scope that is not asked': sql`not exists (${standsIn(sql`
    and (not exists (select 1 from questionnaire_scopes z where z.programme_id = n.programme_id and z.questionnaire_id = n.questionnaire_id)
      or exists (select 1 from questionnaire_scopes z where z.programme_id = n.programme_id and z.questionnaire_id = n.questionnaire_id
        and z.scope_id = s.scope_id))`)})`,
  'an answer of another type': sql`
    a.value is not null and jsonb_typeof(a.value) <> case when q.question_type = 'text' then 'string' else 'number' end`,
  'an answer beyond a limit': sql`jsonb_typeof(a.value) = 'number' and (a.value #>> '{}')::double precision > q.max_value`,
  'a number that charts read otherwise': sql`
    jsonb_typeof(a.value) = 'number' and a.number_value is distinct from (a.value #>> '{}')::double precision`,
  'an answer to a code that is gone': sql`a.case_code_id > 0 and not exists (
    select 1 from case_codes k where k.programme_id = a.programme_id and k.case_code_id = a.case_code_id)`
}

async function faultsOfAnswers({ server, place }: Stage): Promise<string[]> {
  const faults: string[] = []
  for (const [name, condition] of Object.entries(ofAnswers)) {
    const { rows } = await sql<{ what: string }>`
      select q.question_text || ' is ' || coalesce(a.value::text, 'none') as what
      from answers a
      join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
      join questions q on q.programme_id = a.programme_id and q.question_id = a.question_id
      where a.programme_id = ${PROGRAMME} and s.project_id = ${place.project_id} and ${given} and ${condition}`.execute(
      server.database
    )
    faults.push(...rows.map(({ what }) => `${name}: ${what}`))
  }
  return faults
}

/** Queries that find contradictory rows. */
const ofRows = (stage: Stage): Record<string, RawBuilder<{ what: string }>> => {
  const { project_id, organisation_id } = stage.place
  const own = sql`(select submission_id from submissions where programme_id = ${PROGRAMME} and project_id = ${project_id})`
  return {
    'a complete section without a required answer': sql`
      select q.question_text as what from section_submissions b
      join sub_sections t on t.programme_id = b.programme_id and t.section_id = b.section_id
      join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
      join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
      where b.programme_id = ${PROGRAMME} and b.submission_id in ${own} and b.status in ('complete', 'signed_off')
        and b.empty_reason is null
        and m.is_required and q.is_active and t.is_active and not exists (
          select 1 from answers a where a.programme_id = b.programme_id and a.submission_id = b.submission_id
            and a.case_code_id = b.case_code_id and a.question_id = m.question_id and a.row_id = m.row_id
            and a.column_id = m.column_id and ${given})`,
    'an answer in a section with nothing to report': sql`
      select q.question_text as what from section_submissions b
      join sub_sections t on t.programme_id = b.programme_id and t.section_id = b.section_id
      join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
      join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
      join answers a on a.programme_id = b.programme_id and a.submission_id = b.submission_id and a.case_code_id = 0
        and a.question_id = m.question_id and a.row_id = m.row_id and a.column_id = m.column_id
      where b.programme_id = ${PROGRAMME} and b.submission_id in ${own} and b.empty_reason is not null and ${given}
        and (b.empty_reason <> 'none_happened' or a.value <> '0'::jsonb)`,
    'a completed case with a section that is not complete': sql`
      select k.case_code || ' ' || c.section_id as what from case_codes k
      join sections c on c.programme_id = k.programme_id and c.questionnaire_id = k.questionnaire_id
      where k.programme_id = ${PROGRAMME} and k.submission_id in ${own} and k.status = 'completed' and not exists (
        select 1 from section_submissions b where b.programme_id = k.programme_id and b.submission_id = k.submission_id
          and b.section_id = c.section_id and b.case_code_id = k.case_code_id and b.status = 'complete')`,
    'the state of a section for a code that is gone': sql`
      select b.section_id::text as what from section_submissions b
      where b.programme_id = ${PROGRAMME} and b.submission_id in ${own} and b.case_code_id > 0 and not exists (
        select 1 from case_codes k where k.programme_id = b.programme_id and k.case_code_id = b.case_code_id)`,
    'a registered submission in another scope': sql`
      select s.submission_name as what from registration_submissions r
      join submissions s on s.programme_id = r.programme_id and s.submission_id = r.submission_id
      where r.programme_id = ${PROGRAMME} and s.project_id = ${project_id} and (r.scope_id is distinct from s.scope_id
        or not exists (select 1 from registration_scopes z where z.programme_id = r.programme_id
          and z.registration_id = r.registration_id and z.scope_id = r.scope_id))`,
    'two submissions of one name': sql`
      select lower(submission_name) as what from submissions
      where programme_id = ${PROGRAMME} and project_id = ${project_id} and organisation_id = ${organisation_id}
      group by time_period_id, lower(submission_name) having count(*) > 1`,
    'two questionnaires of one name': sql`
      select lower(questionnaire_name) as what from questionnaires
      where programme_id = ${PROGRAMME} and project_id = ${project_id} group by lower(questionnaire_name) having count(*) > 1`,
    'two groups of one name': sql`
      select lower(peer_group_name) as what from peer_groups where programme_id = ${PROGRAMME} and project_id = ${project_id}
      group by owner_type, user_id, organisation_id, lower(peer_group_name) having count(*) > 1`,
    'two chart groups of one address': sql`
      select g.group_slug as what from chart_groups g
      join collections c on c.programme_id = g.programme_id and c.collection_id = g.collection_id
      where c.programme_id = ${PROGRAMME} and c.project_id = ${project_id} group by g.group_slug having count(*) > 1`,
    'a chart of a figure that nobody is asked for': sql`
      select q.question_text || ' is ' || q.question_type as what from chart_parameters p
      join charts h on h.programme_id = p.programme_id and h.chart_id = p.chart_id
      join questions q on q.programme_id = p.programme_id and q.question_id = p.question_id
      where p.programme_id = ${PROGRAMME} and h.project_id = ${project_id} and (q.question_type = 'text' or not exists (
        select 1 from question_memberships m where m.programme_id = p.programme_id and m.question_id = p.question_id
          and m.row_id = p.row_id and m.column_id = p.column_id))`,
    'a published figure of nobody': sql`
      select x.question_id::text as what from editions e
      join edition_cells x on x.programme_id = e.programme_id and x.edition_id = e.edition_id
      cross join lateral jsonb_array_elements(to_jsonb(x.submission_ids)) as p (id)
      where e.programme_id = ${PROGRAMME} and e.project_id = ${project_id} and not exists (
        select 1 from edition_submissions y where y.programme_id = e.programme_id and y.edition_id = e.edition_id
          and y.submission_id = p.id::bigint)`,
    'no superuser': sql`
      select 'nobody' as what where not exists (
        select 1 from users where programme_id = ${PROGRAMME} and role_type_id = 1 and status = 'active')`
  }
}

async function faultsOfRows(stage: Stage): Promise<string[]> {
  const faults: string[] = []
  for (const [name, query] of Object.entries(ofRows(stage))) {
    const { rows } = await query.execute(stage.server.database)
    faults.push(...rows.map(({ what }) => `${name}: ${what}`))
  }
  return faults
}

/** Calculated cells that differ from the result of their formula. */
async function faultsOfFigures({ server, submission_id, standard }: Stage): Promise<string[]> {
  const submission = await selectSubmission(server.database, PROGRAMME, submission_id).executeTakeFirst()
  if (!submission) return []
  const faults: string[] = []
  for (const sectionId of standard.section_ids) {
    const place = { programmeId: PROGRAMME, submission, sectionId, caseCodeId: 0 }
    const structure = await structureOf(server.database, PROGRAMME, sectionId)
    const questions = (await withAnswers(server.database, place, structure)).flatMap(
      subSection => subSection.questions
    )
    const { calculated } = derivedFrom(questions)
    for (const question of questions.filter(one => calculated.has(cellKey(one)))) {
      const right = calculated.get(cellKey(question)) ?? null
      if (question.answer.value !== right)
        faults.push(`${question.question_text} is ${String(question.answer.value)}, not ${String(right)}`)
    }
  }
  return faults
}

/** Sections are signed off together unless someone reopens one. */
export async function faultsOfSignOff({ server, submission_id, standard }: Stage): Promise<string[]> {
  const rows = await server.database
    .selectFrom('section_submissions')
    .select(['section_id', 'status'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', submission_id)
    .where('section_id', 'in', standard.section_ids)
    .execute()
  const statuses = standard.section_ids.map(
    id => rows.find(row => row.section_id === id)?.status ?? 'not_started'
  )
  return statuses.includes('signed_off') &&
    statuses.some(status => status === 'in_progress' || status === 'not_started')
    ? [`signed off in part: ${statuses.join(', ')}`]
    : []
}

export const faultsOf = async (stage: Stage): Promise<string[]> => [
  ...(await faultsOfAnswers(stage)),
  ...(await faultsOfRows(stage)),
  ...(await faultsOfFigures(stage))
]
