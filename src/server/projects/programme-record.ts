import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'

/** Updates the stored programme from its configuration. */
export async function saveProgramme(database: Database, programme: RunningProgramme): Promise<void> {
  const fields = {
    programme_code: programme.code,
    programme_name: programme.programmeName,
    minimum_count: programme.minimumPeerCount,
    origins: JSON.stringify(programme.origins),
    explorer_types: JSON.stringify(programme.explorerTypes),
    otp_required: programme.otpRequired ?? false
  }
  await database
    .insertInto('programmes')
    .values({ programme_id: programme.programmeId, ...fields })
    .onConflict(conflict => conflict.column('programme_id').doUpdateSet(fields))
    .execute()
}

/** The code of another programme whose data is stored under this programme's id: to serve it would show that data to other people. */
export async function foreignOwner(
  database: Database,
  { programmeId, code, formerCodes = [] }: RunningProgramme
): Promise<string | undefined> {
  const stored = await database
    .selectFrom('programmes')
    .select('programme_code')
    .where('programme_id', '=', programmeId)
    .executeTakeFirst()
  const owner = stored?.programme_code
  return owner === undefined || owner === code || formerCodes.includes(owner) ? undefined : owner
}
