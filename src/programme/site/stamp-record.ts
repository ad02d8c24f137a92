import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from './digest.ts'
import type { PlannedFile } from './stamp.ts'

interface Entry {
  /** What the site was made from. */
  key: string
  id: string
  files: number
  /** Its folders and own files, with what their states were when it was made. */
  paths: string[]
  states: string
}

/**
 * Remembers what each site was made from and how it stood then, so that an unchanged site is neither stamped nor read again. Losing
 * the record costs time and nothing else; a file or folder that was touched since is noticed, and the site is compared in full.
 */
export class StampRecord {
  readonly #file: string
  readonly #entries: Map<string, Entry>

  constructor(folder: string, dist: string) {
    this.#file = join(folder, `${sha256(dist).slice(0, 16)}.json`)
    this.#entries = new Map(readEntries(this.#file))
  }

  /** The site's id and number of files, if it was made from the same and stands as it was made. */
  standing(code: string, key: string, directory: string): { id: string; files: number } | undefined {
    const entry = this.#entries.get(code)
    return entry?.key === key && entry.states === statesOf(directory, entry.paths) ? { id: entry.id, files: entry.files } : undefined
  }

  remember(code: string, key: string, directory: string, site: { id: string; files: readonly PlannedFile[] }): void {
    const folders = new Set(site.files.flatMap(file => foldersAbove(file.path)))
    const own = site.files.filter(file => 'content' in file).map(file => file.path)
    const paths = [...folders, ...own]
    this.#entries.set(code, { key, id: site.id, files: site.files.length, paths, states: statesOf(directory, paths) })
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    const draft = `${this.#file}.${process.pid}`
    writeFileSync(draft, JSON.stringify([...this.#entries]))
    renameSync(draft, this.#file)
  }
}

const foldersAbove = (path: string): string[] => (path === '.' ? [] : [dirname(path), ...foldersAbove(dirname(path))])

/** A folder's time changes with every file that is added, removed or replaced in it, a file's with every writing into it. */
function statesOf(directory: string, paths: readonly string[]): string {
  let states = ''
  for (const path of paths) {
    const state = statSync(`${directory}/${path}`, { throwIfNoEntry: false })
    if (state === undefined) return 'missing'
    states += `${state.mtimeMs}:${state.isFile() ? state.size : ''} `
  }
  return states
}

function readEntries(file: string): [string, Entry][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Entry][]
  } catch {
    // None yet, or damaged: every site is compared in full.
    return []
  }
}
