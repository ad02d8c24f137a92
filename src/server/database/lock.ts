import { readFileSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataEntries } from './data-entries.ts'

/** A data directory cannot be used, in a sentence for the person who started the process. */
export class DataDirectoryError extends Error {}

/** Another process uses the directory; two writers would silently lose data. */
export class DirectoryInUseError extends DataDirectoryError {
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop it, or choose another directory.`
    )
  }
}

/**
 * Locks the directory for this process with a file `lock`, and returns a function that releases it. A lock
 * is stale, and taken over, if its process is gone or its id now belongs to a later process.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, dataEntries.lock)
  for (let attempt = 1; ; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(JSON.stringify({ pid: process.pid, started: processStart(process.pid) }))
      await file.close()
      return () => rm(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = await holderOf(path)
      if (attempt > 3 || (holder && isAlive(holder)))
        throw new DirectoryInUseError(directory, holder?.pid ?? 0)
      await rm(path, { force: true })
    }
  }
}

interface LockHolder {
  pid: number
  started: string | null
}

async function holderOf(path: string): Promise<LockHolder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockHolder
  } catch {
    // Truncated while being written, or already removed: no process holds it.
    return null
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (
    holder.started === null ||
    processStart(holder.pid) === null ||
    holder.started === processStart(holder.pid)
  )
}

/** When a process started, as the kernel reports it; null if the system does not say. */
function processStart(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
