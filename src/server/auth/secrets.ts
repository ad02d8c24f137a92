import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataEntries } from '#server/database/data-entries.ts'
import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { SecretFor, SigningKeys } from '#server/http/route.ts'

/** Keys derived from a configured secret, and from the one that it replaces. */
export const configuredSecret =
  (secret: string, previous?: string): SecretFor =>
  programmeId => {
    const keyOf = (of: string) => createHmac('sha256', of).update(`programme ${programmeId}`).digest()
    return Promise.resolve([keyOf(secret), ...(previous === undefined ? [] : [keyOf(previous)])])
  }

/** Keys derived from a secret that the first start creates beside the embedded database, readable by its owner only. */
export async function secretInDirectory(directory: string): Promise<SecretFor> {
  const path = join(directory, dataEntries.secret)
  // 'wx' fails if another start was first; then both read the same file.
  await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }
  )
  return configuredSecret(await readFile(path, 'utf8'))
}

/** Keys that the first start creates in the database, shared by all servers, as does the first call of a programme that is added later. */
export async function secretInDatabase(
  database: Database,
  programmes: readonly RunningProgramme[]
): Promise<SecretFor> {
  const keys = new Map<number, Promise<SigningKeys>>()
  const keysOf = (programmeId: number): Promise<SigningKeys> => {
    const made = keys.get(programmeId) ?? readOrMake(database, programmeId).then((key): SigningKeys => [key])
    keys.set(programmeId, made)
    // A failure is not remembered.
    made.catch(() => keys.delete(programmeId))
    return made
  }
  for (const { programmeId } of programmes) await keysOf(programmeId)
  return async programmeId => {
    if (!programmes.some(programme => programme.programmeId === programmeId))
      throw new Error(`Programme ${programmeId} is not served here.`)
    return keysOf(programmeId)
  }
}

async function readOrMake(database: Database, programmeId: number): Promise<Uint8Array> {
  await database
    .insertInto('secrets')
    .values({
      programme_id: programmeId,
      secret_name: 'tokens',
      secret_value: randomBytes(32).toString('base64url')
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await database
    .selectFrom('secrets')
    .select('secret_value')
    .where(eb => eb.and({ programme_id: programmeId, secret_name: 'tokens' }))
    .executeTakeFirstOrThrow()
  return Buffer.from(row.secret_value, 'base64url')
}
