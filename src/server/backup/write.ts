import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../database/schema.ts'
import { backupLines, BackupError, readBackup } from './file.ts'

export interface WrittenBackup {
  tables: number
  rows: number
  bytes: number
}

/** A backup of everything as of now, as the bytes of its file. */
export const backupStream = (database: Database, now: Date): Readable => {
  const packed = createGzip()
  pipeline(Readable.from(backupLines(database, now)), packed).catch(() => {
    // The failure has destroyed `packed`, whose reader hears of it.
  })
  return packed
}

/**
 * Writes a backup, reads it again, and only then gives it its name, readable by its owner alone. A file of that name
 * is never overwritten.
 */
export async function writeBackup(bytes: Readable, path: string): Promise<WrittenBackup> {
  const unfinished = `${path}.unfinished`
  try {
    if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`)
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    const counted = await checkBackup(unfinished)
    await rename(unfinished, path)
    return counted
  } catch (error) {
    // Ends the snapshot, for which an embedded database makes everyone wait.
    bytes.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Reads all of a backup without a database. Throws a BackupError if it could not be restored. */
export async function checkBackup(path: string): Promise<WrittenBackup> {
  let tables = 0
  let rows = 0
  for await (const line of readBackup(path)) {
    if (typeof line === 'string') rows += 1
    else if (line[0] === 'end') tables += 1
  }
  return { tables, rows, bytes: (await stat(path)).size }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )
