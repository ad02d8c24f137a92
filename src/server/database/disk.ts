// Checks that an embedded database can write to its disk.

import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataEntries } from './data-entries.ts'

/** The database's log grows by 16 MB at a time. */
const MIN_FREE_BYTES = 16 * 1024 * 1024
/** One page of the database. */
const PAGE = new Uint8Array(8192)
/** How long a result is cached. */
const HOLDS_MS = 1000

/** Checks the disk of a data directory: null if it is writable, otherwise the fault. */
export function watchDisk(directory: string): () => Promise<string | null> {
  let looked = { at: -Infinity, fault: Promise.resolve<string | null>(null) }
  return () => {
    const now = performance.now()
    if (now - looked.at >= HOLDS_MS) looked = { at: now, fault: diskFault(directory) }
    return looked.fault
  }
}

async function diskFault(directory: string): Promise<string | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory)
    // Some file systems have no size.
    if (blocks > 0 && bavail * bsize < MIN_FREE_BYTES) return FULL
    // Only a write detects quotas, permissions and disks that became read-only.
    await writeNew(join(directory, dataEntries.probe))
    return null
  } catch (error) {
    return dataDirectoryFault((error as NodeJS.ErrnoException).code ?? '')
  }
}

async function writeNew(path: string): Promise<void> {
  // A file left by a killed process would need no space.
  await rm(path, { force: true })
  try {
    await writeFile(path, PAGE, { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}

const FULL = 'The disk of the database is full. Free some space.'

export const dataDirectoryFault = (code: string): string =>
  ['ENOSPC', 'EDQUOT'].includes(code)
    ? FULL
    : `The data directory cannot be written to (${code}). Check the disk and the file permissions.`
