import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import type { SharedCopy } from '#sites/compress.ts'
import { sha256 } from '#sites/digest.ts'
import { cacheClass, contentType, type ManifestEntry } from '#sites/hosting/file-kinds.ts'
import type { InlineHashes } from '#sites/hosting/policy.ts'
import { withFolderLock } from '#sites/lock.ts'
import type { PageTemplate } from '#sites/placeholders.ts'
import type { ScriptWeight } from './page-code.ts'

/** The code, built once: pages with tokens and the files they load. */
export interface CachedShell {
  /** Where the shared files are. */
  directory: string
  /** Different for each build. */
  made: string
  pages: PageTemplate[]
  /** Files that are the same in every site. */
  files: ManifestEntry[]
  /** Their compressed copies. */
  copies: SharedCopy[]
  hashes: InlineHashes
  /** What the screens with a budget load. */
  weights: ScriptWeight[]
}

export type ShellContent = Omit<CachedShell, 'directory' | 'made'>

const MAX_CACHED_SHELLS = 4
export const SHELL_RECORD = 'shell.json'

export function describeShared(directory: string, path: string): ManifestEntry {
  const file = join(directory, path)
  // Sites have hard links to it: writing to one would write to all.
  chmodSync(file, 0o444)
  return {
    path,
    sha256: sha256(readFileSync(file)),
    size: statSync(file).size,
    type: contentType(path),
    cache: cacheClass(path)
  }
}

/**
 * Returns the shell for these inputs from the cache, or a new one by `make`, which fills a folder and describes its content. A cached shell is verified
 * first, because a shared file may have been changed through a site's hard link.
 */
export function cachedShell(
  store: string,
  inputs: string,
  make: (directory: string) => Promise<ShellContent>,
  onWait?: () => void
): Promise<{ shell: CachedShell; isNew: boolean }> {
  const directory = join(store, inputs)
  return withFolderLock(
    store,
    async () => {
      const kept = readShell(directory)
      // No other build is running, so an incomplete folder was left by a killed one.
      const isLeft = (name: string) => name.includes('.') || (name === inputs && kept === undefined)
      for (const name of readdirSync(store).filter(isLeft))
        rmSync(join(store, name), { recursive: true, force: true })
      if (kept !== undefined) return { shell: kept, isNew: false }
      const draft = `${directory}.new`
      try {
        writeFileSync(join(draft, SHELL_RECORD), JSON.stringify(await make(draft)))
      } catch (error) {
        rmSync(draft, { recursive: true, force: true })
        throw error
      }
      renameSync(draft, directory)
      deleteOldShells(store, directory)
      const shell = readShell(directory)
      if (shell === undefined) throw new Error(`${directory} cannot be read as it was written`)
      return { shell, isNew: true }
    },
    onWait
  )
}

/** Undefined if there is none, or if a file has changed since it was built. */
function readShell(directory: string): CachedShell | undefined {
  const file = join(directory, SHELL_RECORD)
  if (!existsSync(file)) return undefined
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as ShellContent
    const isWhole = [...content.files, ...content.copies].every(
      ({ path, sha256: hash }) => sha256(readFileSync(join(directory, path))) === hash
    )
    const { mtimeMs, ino } = statSync(file)
    return isWhole ? { ...content, directory, made: `${mtimeMs} ${ino}` } : undefined
  } catch {
    return undefined
  }
}

function deleteOldShells(store: string, current: string): void {
  const shells = readdirSync(store)
    .map(name => join(store, name))
    .filter(directory => directory !== current)
    .map(directory => ({ directory, time: statSync(directory).mtimeMs }))
    .toSorted((a, b) => b.time - a.time)
  for (const { directory } of shells.slice(MAX_CACHED_SHELLS - 1))
    rmSync(directory, { recursive: true, force: true })
}
