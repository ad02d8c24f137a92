// Counts what an export would contain, before it is asked for.

import { sql } from 'kysely'
import type { ExportableQuestionnaire } from '#contract/answer-exports.ts'
import type { ExportedQuestionnaire, ExportScope } from './export-scope.ts'
import { selectReadableQueries } from './readable-queries.ts'

type LineCounts = Omit<
  ExportableQuestionnaire,
  'questionnaire_id' | 'questionnaire_name' | 'questionnaire_type' | 'question_count'
>

/** The counts of each questionnaire. */
export async function countsOf(scope: ExportScope): Promise<ExportableQuestionnaire[]> {
  const counted: ExportableQuestionnaire[] = []
  for (const questionnaire of scope.questionnaires) {
    const { questionnaire_id, questionnaire_name, questionnaire_type, places } = questionnaire
    counted.push({
      questionnaire_id,
      questionnaire_name,
      questionnaire_type,
      question_count: new Set(places.map(({ question }) => question.question_id)).size,
      ...(await countQuestionnaire(scope, questionnaire))
    })
  }
  return counted
}

async function countQuestionnaire(
  scope: ExportScope,
  questionnaire: ExportedQuestionnaire
): Promise<LineCounts> {
  const { database, programmeId } = scope
  const { rows } = await sql<LineCounts>`
    with places as (${placesOf(questionnaire)}),
    units as (${exportedUnits(scope, questionnaire)}),
    counted as (
      select a.submission_id, a.case_code_id, p.is_repeating
      from places p
      join answers a on a.programme_id = ${programmeId} and ${atPlace}
      join units u on u.submission_id = a.submission_id and u.case_code_id = a.case_code_id
      where a.value is not null or a.is_not_applicable or a.is_not_available
    )
    select count(*)::int as answer_count,
      count(*) filter (where is_repeating)::int as repeated_answer_count,
      count(distinct submission_id)::int as submission_count,
      count(distinct case_code_id) filter (where case_code_id <> 0)::int as case_count,
      (select count(*) from places p join comments a on a.programme_id = ${programmeId} and ${atPlace}
        join units u on u.submission_id = a.submission_id and u.case_code_id = a.case_code_id
        where a.questionnaire_id = ${questionnaire.questionnaire_id})::int as comment_count,
      (select count(*) from (${selectReadableQueries(scope, questionnaire).selectAll()}) a
        join places p on ${atPlace}
        join units u on u.submission_id = a.submission_id and u.case_code_id = a.case_code_id
        join query_entries e on e.programme_id = ${programmeId} and e.query_id = a.query_id)::int as query_entry_count,
      (select coalesce(sum(changes), 0) from (
        ${countVersions(programmeId, 'answers')} union all ${countVersions(programmeId, 'answer_versions')}
      ) all_versions)::int as change_count
    from counted`.execute(database)
  return rows[0]!
}

const countVersions = (programmeId: number, table: 'answers' | 'answer_versions') => sql`
  select count(*) as changes from places p
  join ${sql.table(table)} a on a.programme_id = ${programmeId} and ${atPlace}
  join units u on u.submission_id = a.submission_id and u.case_code_id = a.case_code_id`

/** SQL: whether row `a` stands at place `p`. */
const atPlace = sql`a.question_id = p.question_id and a.column_id = p.column_id
  and case when p.is_repeating then a.row_id > 0 else a.row_id = p.row_id end`

const placesOf = ({ places }: ExportedQuestionnaire) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(
    places.map(({ address, subSection }) => ({ ...address, is_repeating: subSection.is_repeating }))
  )}::jsonb) as place (question_id bigint, row_id bigint, column_id bigint, is_repeating boolean)`

/** SQL: the submissions or cases that the caller gets. */
function exportedUnits(scope: ExportScope, { questionnaire_id, questionnaire_type }: ExportedQuestionnaire) {
  const { programmeId } = scope
  const submissions = sql`submissions s where s.programme_id = ${programmeId} and ${inExportScope(scope)}`
  if (questionnaire_type === 'standard')
    return sql`select s.submission_id, 0::bigint as case_code_id from ${submissions}`
  return sql`select c.submission_id, c.case_code_id from case_codes c, ${submissions}
    and c.programme_id = ${programmeId} and c.submission_id = s.submission_id and c.questionnaire_id = ${questionnaire_id}
    and c.status in ('started', 'completed') and ${scope.includesCases}`
}

const inExportScope = ({
  programmeId,
  projectId,
  timePeriodIds,
  organisationId,
  includesRetired
}: ExportScope) =>
  sql`s.project_id = ${projectId} and s.time_period_id = any(${timePeriodIds}::bigint[])
    ${organisationId === null ? sql`` : sql`and s.organisation_id = ${organisationId}`}
    ${
      includesRetired
        ? sql``
        : sql`and s.organisation_id in (select organisation_id from organisations where programme_id = ${programmeId} and is_active)`
    }`

/** Organisations with a submission in the periods. */
export async function countOrganisations(scope: ExportScope): Promise<number> {
  const { rows } = await sql<{ organisations: number }>`
    select count(distinct s.organisation_id)::int as organisations from submissions s
    where s.programme_id = ${scope.programmeId} and ${inExportScope(scope)}`.execute(scope.database)
  return rows[0]?.organisations ?? 0
}
