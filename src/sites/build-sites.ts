import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ok, type Result } from '#lib/result.ts'
import type { Fault } from '#programme/faults/fault.ts'
import { loadProgrammes, type LoadedProgramme, type LoadedProgrammes } from '#programme/load.ts'
import { COPIES_FOLDER } from './compress.ts'
import { sha256 } from './digest.ts'
import { withFolderLock } from './lock.ts'
import { claimOutput, readJsonRecord, removeFromRecord, staleSites } from './output-folder.ts'
import type { ScriptWeight } from './shell/page-code.ts'
import type { CachedShell } from './shell/shell-cache.ts'
import { StampRecord } from './stamp-record.ts'
import { createStamp, type LatestBuild, type Stamp } from './stamp.ts'
import { writeSite } from './write-site.ts'

export interface BuildOptions {
  /** The folder with programmes/ and public/. */
  root: string
  /** Builds the code, or returns it if it was built before. */
  prepareShell: () => Promise<{ shell: CachedShell; isNew: boolean }>
  dist: string
  /** Where the state of the sites is recorded; without it every site is compared in full. */
  records?: string
  staticPaths: readonly string[]
  /** Only these programmes; by default all. */
  codes?: readonly string[]
  /** Instead of each programme's own. */
  apiBase?: string | undefined
  /** Milliseconds since 1970, for sites that changed. */
  now: number
  onShell?: (isNew: boolean) => void
  /** Called if another build is writing there. */
  onWait?: () => void
  onSite?: (site: BuiltSite, done: number, total: number) => void
}

export interface BuiltSite {
  code: string
  id: string
  files: number
  written: number
  removed: number
  milliseconds: number
}

export interface BuildOutcome {
  sites: BuiltSite[]
  removedSites: string[]
  /** Faults of programmes that were not built; their sites are unchanged. */
  faults: Fault[]
  isCodeNew: boolean
  /** What the screens with a budget load. */
  weights: ScriptWeight[]
}

/**
 * Builds the sites of some or all programmes. A programme with a fault is skipped, and its site is unchanged. One build at a time writes into an
 * output folder.
 */
export async function buildSites(options: BuildOptions): Promise<Result<BuildOutcome, Fault[]>> {
  const { root, dist, codes = [], prepareShell, onShell, onWait } = options
  const loaded = loadProgrammes({ root, codes })
  if (!loaded.ok) return loaded
  const { shell, isNew } = await prepareShell()
  onShell?.(isNew)
  return ok(await withFolderLock(dist, () => buildInto(options, loaded.value, shell, isNew), onWait))
}

function buildInto(
  options: BuildOptions,
  { programmes, faults, leftOut, otherCodes }: LoadedProgrammes,
  shell: CachedShell,
  isCodeNew: boolean
): BuildOutcome {
  const { dist, codes = [], apiBase, records, onSite } = options
  claimOutput(
    dist,
    programmes.map(it => it.programme.code)
  )
  writeCopies(dist, shell, codes.length === 0)
  const record = records === undefined ? undefined : new StampRecord(records, resolve(dist))
  const stamp = createStamp(shell, options.staticPaths)
  const sites = programmes.map((loaded, index) => {
    const site = buildSite(
      apiBase === undefined ? loaded : withApiBase(loaded, apiBase),
      shell,
      stamp,
      options,
      record
    )
    onSite?.(site, index + 1, programmes.length)
    return site
  })
  record?.save()
  return {
    sites,
    removedSites:
      codes.length > 0
        ? []
        : removeStaleSites(dist, new Set([...sites.map(site => site.code), ...leftOut, ...otherCodes])),
    faults,
    isCodeNew,
    weights: shell.weights
  }
}

/** Copies that only sites of earlier code need stay until a build of all sites. */
function writeCopies(dist: string, shell: CachedShell, isOfAll: boolean): void {
  const folder = join(dist, COPIES_FOLDER)
  const made = shell.copies.map(({ path }) => ({
    path: basename(path),
    sharedWith: join(shell.directory, path)
  }))
  const known = new Set(made.map(({ path }) => path))
  const others = isOfAll || !existsSync(folder) ? [] : readdirSync(folder).filter(name => !known.has(name))
  writeSite(folder, [...made, ...others.map(path => ({ path, sharedWith: join(folder, path) }))])
}

const withApiBase = (loaded: LoadedProgramme, apiBase: string): LoadedProgramme => ({
  ...loaded,
  programme: { ...loaded.programme, apiBase: apiBase.replace(/\/+$/, '') }
})

/** Beside the sites: a folder for each with the configuration of its host. */
export const HOSTING_FOLDER = '_hosting'

function buildSite(
  loaded: LoadedProgramme,
  shell: CachedShell,
  stamp: Stamp,
  { dist, staticPaths, now }: BuildOptions,
  record: StampRecord | undefined
): BuiltSite {
  const started = performance.now()
  const { code } = loaded.programme
  const hosting = join(HOSTING_FOLDER, code)
  // The shell's folder is named by a hash of all code, including the stamp's.
  const key = sha256(JSON.stringify([loaded, shell.directory, shell.made, staticPaths]))
  const unchanged = record?.findUnchanged(code, key)
  if (unchanged !== undefined)
    return { code, ...unchanged, written: 0, removed: 0, milliseconds: performance.now() - started }
  const site = stamp(loaded, {
    now,
    previous: readJsonRecord(join(dist, code, 'builds/latest.json')) as LatestBuild | undefined
  })
  const folders = { [code]: site.files, [hosting]: site.hosting }
  const done = Object.entries(folders).map(([folder, files]) => writeSite(join(dist, folder), files))
  const count = site.files.length + site.hosting.length
  record?.remember(code, { key, id: site.id, count, folders })
  const sum = (field: 'written' | 'removed') => done.reduce((total, it) => total + it[field], 0)
  return {
    code,
    id: site.id,
    files: count,
    written: sum('written'),
    removed: sum('removed'),
    milliseconds: performance.now() - started
  }
}

/** Removes the sites of programmes that no longer exist. */
function removeStaleSites(dist: string, codes: ReadonlySet<string>): string[] {
  const stale = staleSites(dist, codes)
  for (const name of stale) {
    rmSync(join(dist, name), { recursive: true, force: true })
    rmSync(join(dist, HOSTING_FOLDER, name), { recursive: true, force: true })
  }
  removeFromRecord(dist, stale)
  return stale
}
