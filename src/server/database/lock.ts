import { randomUUID } from 'node:crypto'
import { constants, readFileSync } from 'node:fs'
import { copyFile, link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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

const MAX_TURNS = 100
const TURN_MS = 10

/**
 * Locks the directory for this process with a file `lock`, and returns a function that releases it. A lock
 * is stale, and taken over, if its process is gone or its id now belongs to a later process.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, dataEntries.lock)
  const own = JSON.stringify({ pid: process.pid, started: processStart(process.pid) })
  // Complete before it gets its name, because others remove an unfinished lock as a stale one.
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, own, { flag: 'wx', mode: 0o600 })
    const holder = await acquire(draft, path)
    if (holder) throw new DirectoryInUseError(directory, holder.pid)
  } finally {
    await rm(draft, { force: true })
  }
  return async () => {
    if ((await textIn(path)) === own) await rm(path, { force: true })
  }
}

interface LockHolder {
  pid: number
  started: string | null
}

/** Makes `path` a copy of `draft`, unless a living process holds it, which is returned. */
async function acquire(draft: string, path: string): Promise<LockHolder | null> {
  let holder: LockHolder | null = null
  for (let attempt = 1; attempt <= MAX_TURNS; attempt++) {
    if (await takeName(draft, path)) return null
    const text = await textIn(path)
    if (text === null) continue
    holder = holderIn(text)
    if (holder && isAlive(holder)) return holder
    // One process at a time removes a stale lock, and none the lock of one that has just done so.
    const turn = `${path}.takeover`
    holder = await acquire(draft, turn)
    if (holder) await pause(TURN_MS)
    else {
      if ((await textIn(path)) === text) await rm(path, { force: true })
      await rm(turn, { force: true })
    }
  }
  return holder ?? { pid: 0, started: null }
}

/** Whether the name was free. Not every file system has hard links. */
async function takeName(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!WITHOUT_LINKS.has(error.code)) throw error
      return copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const WITHOUT_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS'])

/** Null if there is no such file. */
async function textIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function holderIn(text: string): LockHolder | null {
  try {
    return JSON.parse(text) as LockHolder
  } catch {
    // The process ended while it was writing: no process holds it.
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
