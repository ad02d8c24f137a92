import { open, link, lstat, rename, rm, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '#server/database/schema.ts'
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
    // The error has destroyed `packed`, so its reader gets it.
  })
  return packed
}

/**
 * Writes a backup that only its owner can read, reads it back, and only then gives it its name. An existing file is
 * never overwritten.
 */
export async function writeBackup(bytes: Readable, path: string): Promise<WrittenBackup> {
  const unfinished = `${path}.unfinished`
  try {
    if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`)
    const file = await openNewFile(unfinished)
    try {
      await pipeline(bytes, file.createWriteStream({ flush: true }))
      const counted = await checkBackup(unfinished)
      await giveName(unfinished, path)
      return counted
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  } catch (error) {
    // Ends the snapshot, which blocks all other calls of an embedded database.
    bytes.destroy()
    throw error
  }
}

/** Opens a new file only: in a folder that others can write to, a prepared file or link could redirect the backup. */
async function openNewFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupError(
      `${path} already exists: another backup is being written, or one was interrupted. Remove the file or choose another name.`
    )
  }
}

/** A hard link fails if the name is taken, whereas renaming would replace that file. Not every file system has hard links. */
async function giveName(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new BackupError(`${path} already exists. Choose another name.`)
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code ?? '')) throw error
    return rename(unfinished, path)
  }
  await rm(unfinished)
}

/** Reads all of a backup without a database. Throws a BackupError if it could not be restored. */
export async function checkBackup(path: string): Promise<WrittenBackup> {
  let tables = 0
  let rows = 0
  for await (const line of readBackup(path)) {
    if (typeof line === 'string') rows += 1
    else if (line[0] === 'end') tables += 1
  }
  return { tables, rows, bytes: (await lstat(path)).size }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false
  )
