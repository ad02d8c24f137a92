import type { Database } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'

export async function requireOwnOrganisation(
  database: Database,
  programmeId: number,
  organisationId: number
) {
  const row = await database
    .selectFrom('organisations')
    .select(['organisation_id', 'organisation_name'])
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return requireFound(row, 'organisation')
}
