import type { Database } from '../database/schema.ts'
import { found } from '../http/api-error.ts'

export async function requireOrganisation(database: Database, programmeId: number, organisationId: number) {
  const row = await database
    .selectFrom('organisations')
    .select(['organisation_id', 'organisation_name'])
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return found(row, 'organisation')
}
