import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'

/**
 * Updates the stored programme from its configuration. Returns the code of another programme whose data is stored under this id, and then changes nothing: to
 * serve it would show that data to other people. One statement, because another deployment may take the id at the same time.
 */
export async function saveProgramme(
  database: Database,
  { programmeId: programme_id, ...programme }: RunningProgramme
): Promise<string | undefined> {
  const fields = {
    programme_code: programme.code,
    programme_name: programme.programmeName,
    minimum_count: programme.minimumPeerCount,
    origins: JSON.stringify(programme.origins),
    explorer_types: JSON.stringify(programme.explorerTypes),
    otp_required: programme.otpRequired ?? false
  }
  const saved = await database
    .insertInto('programmes')
    .values({ programme_id, ...fields })
    .onConflict(conflict =>
      conflict
        .column('programme_id')
        .doUpdateSet(fields)
        .where('programmes.programme_code', 'in', [programme.code, ...(programme.formerCodes ?? [])])
    )
    .returning('programme_id')
    .executeTakeFirst()
  if (saved !== undefined) return undefined
  const owner = await database
    .selectFrom('programmes')
    .select('programme_code')
    .where('programme_id', '=', programme_id)
    .executeTakeFirstOrThrow()
  return owner.programme_code
}
