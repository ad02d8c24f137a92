// Answers as an admin downloads them, without a server.

import { sql } from 'kysely'
import type * as contract from '#contract/answer-exports.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { Database } from '#server/database/schema.ts'
import { exportAnswers } from '#server/exports/answer-exports.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { RouteContext } from '#server/http/route.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { NOON } from './seeded-database.ts'

type Query = ReceivedOf<typeof contract.exportAnswers>['query']

/** The answers of a project in all periods, without cases, as the long CSV file with codes. */
export async function downloadAnswers(
  database: Database,
  programme: RunningProgramme,
  projectCode: string,
  query: Partial<Query> = {}
): Promise<Buffer> {
  const { programmeId } = programme
  const ids = async (column: 'time_period_id' | 'questionnaire_id'): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select distinct ${sql.ref(`w.${column}`)} as id from questionnaire_periods w
      join questionnaires q on q.programme_id = w.programme_id and q.questionnaire_id = w.questionnaire_id
      join projects p on p.programme_id = q.programme_id and p.project_id = q.project_id
      where p.programme_id = ${programmeId} and p.project_code = ${projectCode} and q.questionnaire_type = 'standard'`.execute(
      database
    )
    return rows.map(({ id }) => id)
  }
  const { project_id } = await database
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', programmeId)
    .where('project_code', '=', projectCode)
    .executeTakeFirstOrThrow()
  const { user_id } = await database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', programmeId)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const caller = {
    kind: 'user',
    programmeId,
    // The audit log names who downloads, so the account must exist.
    userId: user_id,
    roleTypeId: 1,
    organisationId: null,
    fullName: 'Admin'
  }
  const context = { database, caller, programmes: [programme], now: NOON } as unknown as RouteContext
  const file = await exportAnswers(
    {
      query: {
        project_id,
        time_period_id: await ids('time_period_id'),
        questionnaire_id: await ids('questionnaire_id'),
        layout: 'long',
        values: 'codes',
        format: 'csv',
        include: [],
        include_query_status: true,
        include_retired: true,
        ...query
      }
    },
    context
  )
  if (!(file instanceof StreamedFile)) throw new Error('The export is not streamed.')
  const parts: Uint8Array[] = []
  for await (const part of file.stream()) parts.push(part)
  return Buffer.concat(parts)
}
