import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataEntries } from '#server/database/data-entries.ts'
import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { SecretFor } from '#server/http/route.ts'

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

/** Keys that the first start creates in the database, shared by all servers. Later calls never write one. */
export async function secretInDatabase(
  database: Database,
  programmes: readonly RunningProgramme[]
): Promise<SecretFor> {
  const keys = new Map<number, Uint8Array>()
  for (const { programmeId } of programmes) keys.set(programmeId, await readOrMake(database, programmeId))
  return async programmeId => {
    const key = keys.get(programmeId)
    if (key === undefined) throw new Error(`Programme ${programmeId} is not served here.`)
    return [key]
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
    .where('programme_id', '=', programmeId)
    .where('secret_name', '=', 'tokens')
    .executeTakeFirstOrThrow()
  return Buffer.from(row.secret_value, 'base64url')
}
