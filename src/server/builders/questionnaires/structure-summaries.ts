// A project's questionnaires without their parts.

import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listStructures as list } from '#contract/questionnaire-structures.ts'
import type { Database } from '#server/database/schema.ts'

type Summary = ReplyOf<typeof list>['questionnaires'][number]

export const projectScopes = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('scopes')
    .select(['scope_id', 'scope_name'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .orderBy('scope_name')
    .execute()

export async function summariesOf(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<Summary[]> {
  const result = await sql<Summary>`
    select q.questionnaire_id, q.questionnaire_name, q.questionnaire_type, q.is_active, q.version, q.display_order,
      array(select z.scope_id from questionnaire_scopes z
        where z.programme_id = ${programmeId} and z.questionnaire_id = q.questionnaire_id order by 1) as scope_ids,
      array(select w.time_period_id from questionnaire_periods w
        where w.programme_id = ${programmeId} and w.questionnaire_id = q.questionnaire_id order by 1) as time_period_ids,
      (select count(*) from sections c
        where c.programme_id = ${programmeId} and c.questionnaire_id = q.questionnaire_id and c.is_active) as section_count,
      (select count(distinct m.question_id) from question_memberships m
        join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
        join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
        where m.programme_id = ${programmeId} and c.programme_id = ${programmeId}
          and c.questionnaire_id = q.questionnaire_id and c.is_active and t.is_active) as question_count
    from questionnaires q
    where q.programme_id = ${programmeId} and q.project_id = ${projectId}
    order by q.is_active desc, q.display_order, q.questionnaire_id`.execute(database)
  return result.rows
}
