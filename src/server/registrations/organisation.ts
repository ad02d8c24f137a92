import type { Database } from '#server/database/schema.ts'
import { requireRow } from '#server/http/api-error.ts'

export async function requireOwnOrganisation(
  database: Database,
  programmeId: number,
  organisationId: number
) {
  return requireRow(
    database.selectFrom('organisations').select(['organisation_id', 'organisation_name']),
    { programme_id: programmeId, organisation_id: organisationId },
    'organisation'
  )
}
