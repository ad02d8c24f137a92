// Temporary files in memory. A database is a thousand small files, and copying it on a disk takes ten times the processor time.

import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps its files in memory. */
const IN_MEMORY = '/dev/shm'
/** Twice what a run of all tests needs at a time. */
const NEEDED_BYTES = 4 * 2 ** 30

const folderOf = (pid: number, parent: string): string => join(parent, `tests-${pid}`)

function hasRoom(parent: string): boolean {
  if (!existsSync(parent)) return false
  const { bavail, bsize } = statfsSync(parent)
  return bavail * bsize >= NEEDED_BYTES
}

/** Removes the folders of killed runs. */
function removeLeftFolders(parent: string): void {
  const pids = readdirSync(parent).map(name => Number(/^tests-(\d+)$/.exec(name)?.[1]))
  for (const pid of pids.filter(Number.isInteger))
    if (!existsSync(`/proc/${pid}`)) rmSync(folderOf(pid, parent), { recursive: true, force: true })
}

/**
 * Puts the temporary files of this process, and of those that it starts, into memory where there is room, unless TMPDIR is set. Returns a
 * function that removes them.
 */
export function useMemoryFolder(parent = IN_MEMORY): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom(parent)) return () => {}
  removeLeftFolders(parent)
  const folder = folderOf(process.pid, parent)
  // PostgreSQL, which may run as another user, finds its own folder below it.
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
