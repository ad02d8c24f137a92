// A retired organisation keeps its data, but no one can enter, register or join for it until it is in use again.

import type { Tx } from '#server/database/schema.ts'
import { ApiError, requireFound } from '#server/http/api-error.ts'

/** Nobody can retire it until the transaction ends. The refusal names no field: most of the calls do not name the organisation. */
export async function requireActiveOrganisation(
  tx: Tx,
  programmeId: number,
  organisationId: number
): Promise<void> {
  const row = await tx
    .selectFrom('organisations')
    .select('is_active')
    .where(eb => eb.and({ programme_id: programmeId, organisation_id: organisationId }))
    .forShare()
    .executeTakeFirst()
  if (!requireFound(row, 'organisation').is_active)
    throw new ApiError(422, 'This organisation has been retired. It must be restored first.')
}
