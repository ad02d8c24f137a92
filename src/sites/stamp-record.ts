import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from './digest.ts'
import type { PlannedFile } from './stamp.ts'

interface StampEntry {
  /** A hash of the site's inputs. */
  key: string
  id: string
  files: number
  /** Its folders and own files, with their states when it was made. */
  paths: string[]
  states: string
}

/**
 * Records the inputs and the state of each site, so that an unchanged site is neither stamped nor read again. Losing
 * the record costs time and nothing else; a file or folder that was touched since is noticed, and the site is compared in full.
 */
export class StampRecord {
  readonly #file: string
  readonly #dist: string
  readonly #entries: Map<string, StampEntry>

  constructor(folder: string, dist: string) {
    this.#file = join(folder, `${sha256(dist).slice(0, 16)}.json`)
    this.#dist = dist
    this.#entries = new Map(readEntries(this.#file))
  }

  /** The site's id and number of files, if its inputs and its files are unchanged. */
  findUnchanged(code: string, key: string): { id: string; files: number } | undefined {
    const entry = this.#entries.get(code)
    return entry?.key === key && entry.states === statesOf(this.#dist, entry.paths)
      ? { id: entry.id, files: entry.files }
      : undefined
  }

  /** `folders` are those of `dist` that make up the site, each with its files. */
  remember(code: string, { key, id, count, folders }: Made): void {
    const paths = Object.entries(folders).flatMap(([folder, files]) => watchedFolders(folder, files))
    this.#entries.set(code, { key, id, files: count, paths, states: statesOf(this.#dist, paths) })
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    const draft = `${this.#file}.new`
    writeFileSync(draft, JSON.stringify([...this.#entries]))
    renameSync(draft, this.#file)
  }
}

interface Made {
  key: string
  id: string
  count: number
  folders: Record<string, readonly PlannedFile[]>
}

/** A site's folders, where files come and go, and the files that it alone has. */
function watchedFolders(folder: string, files: readonly PlannedFile[]): string[] {
  const folders = new Set(files.flatMap(file => foldersAbove(file.path)))
  const own = files.filter(file => 'content' in file).map(file => file.path)
  return [...folders, ...own].map(path => `${folder}/${path}`)
}

const foldersAbove = (path: string): string[] =>
  path === '.' ? [] : [dirname(path), ...foldersAbove(dirname(path))]

/** A folder's time changes when a file in it is added, removed or replaced, a file's with every write. */
function statesOf(directory: string, paths: readonly string[]): string {
  let states = ''
  for (const path of paths) {
    const state = statSync(`${directory}/${path}`, { throwIfNoEntry: false })
    if (state === undefined) return 'missing'
    states += `${state.mtimeMs}:${state.isFile() ? state.size : ''} `
  }
  return states
}

function readEntries(file: string): [string, StampEntry][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, StampEntry][]
  } catch {
    // None yet, or damaged: every site is compared in full.
    return []
  }
}
