// Makes a data directory readable by its owner only: it contains password hashes, secrets and answers.

import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { messageOf } from '#lib/text/message-of.ts'
import { dataEntries } from './data-entries.ts'
import { DataDirectoryError } from './lock.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const OTHERS = 0o077

/** Other files in a data directory belong to someone else. */
const OWN_ENTRIES: ReadonlySet<string> = new Set(Object.values(dataEntries))

/**
 * Creates the directory if it is missing, and removes others' permissions from the server's files in it, including in a
 * directory that an earlier version or a copy has left open. A directory that contains other things keeps its own mode,
 * because they may be meant for others.
 */
export function makePrivate(directory: string): void {
  makePrivateFolder(directory)
  const entries = readdirSync(directory)
  if (entries.every(name => OWN_ENTRIES.has(name))) closeToOthers(directory)
  for (const name of entries.filter(entry => OWN_ENTRIES.has(entry))) closeAll(join(directory, name))
}

function makePrivateFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? messageOf(error)
    throw new DataDirectoryError(
      `The data directory ${directory} cannot be created (${reason}). Choose another one.`
    )
  }
}

function closeAll(path: string): void {
  closeToOthers(path)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) closeAll(join(path, name))
}

function closeToOthers(path: string): void {
  const stat = lstatSync(path)
  // The target of a link is not ours, and a link has no permissions of its own.
  if (stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return
  try {
    chmodSync(path, stat.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
  } catch {
    throw new DataDirectoryError(
      `Other users of this machine can read ${path}, which belongs to a different user from the one running this command. Change its owner to this user (chown), or choose another directory.`
    )
  }
}

type Init = NodeFS['init']

/** The embedded engine creates some of its files readable by everyone, whatever the umask. */
export class PrivateFiles extends NodeFS {
  constructor(directory: string) {
    // The engine would create it with permissions from the umask.
    mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
    super(directory)
  }

  override async init(...started: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...started)
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), withoutOthers] }
    }
  }
}

/** The functions with which the engine's file system creates files; both accept a path or a node. */
interface EngineFiles {
  chmod(file: unknown, mode: number, isLinkItself?: boolean): void
  mknod(file: unknown, mode: number, device?: number): unknown
}

function withoutOthers({ FS }: { FS: EngineFiles }): void {
  const [chmod, mknod] = [FS.chmod.bind(FS), FS.mknod.bind(FS)]
  FS.chmod = (file, mode, isLinkItself) => chmod(file, mode & ~OTHERS, isLinkItself)
  FS.mknod = (file, mode, device) => mknod(file, mode & ~OTHERS, device)
}
