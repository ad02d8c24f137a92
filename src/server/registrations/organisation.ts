import type { Database, Work } from '../database/schema.ts'
import { found } from '../refusal.ts'

export async function requireOrganisation(database: Database, programmeId: number, organisationId: number) {
  const row = await database
    .selectFrom('organisations')
    .select(['organisation_id', 'organisation_name'])
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return found(row, 'organisation')
}

/** Held until the transaction ends, so that two submissions of one organisation cannot take the same name at once. */
export async function holdOrganisation(work: Work, programmeId: number, organisationId: number): Promise<void> {
  const row = await work
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  found(row, 'organisation')
}
