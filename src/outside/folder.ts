// Reads untrusted files. Commands read such files only here.

import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { err, ok, type Result } from '#lib/result.ts'
import { isPathInside } from './path-inside.ts'

/** Why a file was not read. `part` is the part of its path that is at fault. */
export interface ReadFault {
  reason: 'missing' | 'outside' | 'link' | 'folder' | 'special' | 'large' | 'denied'
  part: string
  message: string
}

/** A folder whose files may have been written by anyone. */
export class OutsideFolder {
  readonly #root: string

  /** The folder itself is the caller's choice, and may be a link. */
  constructor(root: string) {
    this.#root = root
  }

  /**
   * Reads a file below the folder, of at most `maxBytes`. No part of its path may be a link: one could lead to any file of this machine, whose
   * content would then be shown or published.
   */
  read(path: string, maxBytes: number): Result<Buffer, ReadFault> {
    const opened = this.#open(path)
    if (!opened.ok) return opened
    try {
      return readOpened(opened.value, path, maxBytes)
    } catch (error) {
      return err(readFaultOf(error, path))
    } finally {
      closeSync(opened.value)
    }
  }

  /** Streams a file that is too large for memory; the caller sets the limits. */
  stream(path: string): Result<Readable, ReadFault> {
    const opened = this.#open(path)
    return opened.ok ? ok(createReadStream('', { fd: opened.value })) : opened
  }

  /** Checks that the opened file is the one that was examined: another may have replaced it. */
  #open(path: string): Result<number, ReadFault> {
    const state = this.#inspect(path)
    if (!state.ok) return state
    if (state.value.isDirectory()) return err(readFault('folder', path))
    // A pipe or a device may never end.
    if (!state.value.isFile()) return err(readFault('special', path))
    try {
      const opened = openSync(join(this.#root, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      const { dev, ino } = fstatSync(opened)
      if (dev === state.value.dev && ino === state.value.ino) return ok(opened)
      closeSync(opened)
      return err(readFault('link', path))
    } catch (error) {
      return err(readFaultOf(error, path))
    }
  }

  /** Whether an entry with this name exists, including a link. */
  has(path: string): boolean {
    const state = this.#inspect(path)
    return state.ok || state.error.reason !== 'missing'
  }

  /** Whether a regular file exists, not a link. */
  hasFile(path: string): boolean {
    const state = this.#inspect(path)
    return state.ok && state.value.isFile()
  }

  /** The names in a subfolder; none if it does not exist. */
  names(path = ''): Result<string[], ReadFault> {
    const state = path === '' ? undefined : this.#inspect(path)
    if (state?.ok === false) return state.error.reason === 'missing' ? ok([]) : state
    try {
      return ok(readdirSync(join(this.#root, path)))
    } catch (error) {
      const found = readFaultOf(error, path)
      return found.reason === 'missing' ? ok([]) : err(found)
    }
  }

  /** Changes whenever an entry is written, replaced or added in a subfolder: names, sizes and times, without reading a file. */
  stateOf(path: string): string {
    const listed = this.names(path)
    if (!listed.ok) return listed.error.message
    const states = listed.value.toSorted().map(name => {
      const state = this.#inspect(`${path}/${name}`)
      if (!state.ok) return [name, state.error.reason]
      return [name, state.value.ino, state.value.size, state.value.mtimeMs, state.value.ctimeMs]
    })
    return JSON.stringify(states)
  }

  #inspect(path: string): Result<Stats, ReadFault> {
    if (!isPathInside(path)) return err(readFault('outside', path))
    const names = path.split('/')
    for (const [index] of names.entries()) {
      const part = names.slice(0, index + 1).join('/')
      const isLast = index === names.length - 1
      try {
        const state = lstatSync(join(this.#root, part))
        if (state.isSymbolicLink()) return err(readFault('link', part))
        if (isLast) return ok(state)
      } catch (error) {
        return err(readFaultOf(error, part))
      }
    }
    return err(readFault('outside', path))
  }
}

// Windows lacks the last two; the flags are 0 there.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

function readOpened(opened: number, path: string, maxBytes: number): Result<Buffer, ReadFault> {
  const { size } = fstatSync(opened)
  if (size > maxBytes) return err(readFault('large', path, maxBytes))
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(opened, bytes, filled, size - filled, null)
    if (count === 0) break
    filled += count
  }
  return ok(bytes.subarray(0, filled))
}

const megabytes = (bytes: number): string => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`

const readFaultSentences: Record<ReadFault['reason'], (part: string, maxBytes: number) => string> = {
  missing: part => `there is no file ${part}`,
  outside: part => `${part} leads out of the folder`,
  link: part => `${part} is a link`,
  folder: part => `${part} is a folder, not a file`,
  special: part => `${part} is not a file`,
  large: (part, maxBytes) => `${part} is larger than ${megabytes(maxBytes)}`,
  denied: part => `${part} cannot be read`
}

const readFault = (reason: ReadFault['reason'], part: string, maxBytes = 0): ReadFault => ({
  reason,
  part,
  message: readFaultSentences[reason](part, maxBytes)
})

const readFaultReasons: Record<string, ReadFault['reason']> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENAMETOOLONG: 'missing',
  ELOOP: 'link'
}

function readFaultOf(error: unknown, part: string): ReadFault {
  const { code = '' } = error as NodeJS.ErrnoException
  const known = readFaultReasons[code]
  if (known !== undefined) return readFault(known, part)
  const denied = readFault('denied', part)
  return { ...denied, message: `${denied.message} (${code})` }
}
