import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE_PATTERN } from '#programme/schema-fields.ts'

/**
 * Lists the folders that a build has started, so that leftovers of a killed build are recognised. It lies beside the
 * sites.
 */
const SITES_RECORD = '.sites.json'

/** The record of a site that was published into a folder. A build writes none. */
export const PUBLISHED_RECORD = 'current.json'

const hasContent = (folder: string): boolean => {
  const state = statSync(folder, { throwIfNoEntry: false })
  return state !== undefined && (!state.isDirectory() || readdirSync(folder).length > 0)
}

/** Undefined if the file is missing or damaged: it will be rewritten. */
export function readJsonRecord(file: string): unknown {
  // The usual case in a new folder, for which an exception would cost more than the rest.
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether a folder has a build's manifest, which names the folder. */
const hasManifest = (dist: string, code: string): boolean =>
  (readJsonRecord(join(dist, code, 'manifest.json')) as { code?: unknown } | undefined)?.code === code

function readRecordedSites(dist: string): string[] | undefined {
  const sites = (readJsonRecord(join(dist, SITES_RECORD)) as { sites?: unknown } | undefined)?.sites
  return Array.isArray(sites)
    ? sites.filter(name => typeof name === 'string' && CODE_PATTERN.test(name))
    : undefined
}

function writeRecordedSites(dist: string, codes: Iterable<string>): void {
  const text = `${JSON.stringify({ sites: [...new Set(codes)].toSorted() }, null, 1)}\n`
  const file = join(dist, SITES_RECORD)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** The sites in an output folder that a build has created or started. */
function sitesIn(dist: string): Set<string> {
  const recorded = new Set(readRecordedSites(dist))
  const others = readdirSync(dist).filter(name => !recorded.has(name) && hasManifest(dist, name))
  return new Set([...recorded, ...others])
}

const folderError = (folder: string, reason: string): Error =>
  new Error(
    `${folder} ${reason}. A build would remove what is in it. Name a new or empty folder with --out, or empty this one yourself.`
  )

/** Checks that a build writes only to empty folders or its own. Changes nothing otherwise. */
export function claimOutput(dist: string, codes: readonly string[]): void {
  if (!statSync(dist).isDirectory()) throw folderError(dist, 'is a file')
  const known = sitesIn(dist)
  if (known.size === 0 && readRecordedSites(dist) === undefined && hasContent(dist))
    throw folderError(dist, 'is not empty and was not made by a build')
  const strange = codes.find(code => !known.has(code) && hasContent(join(dist, code)))
  if (strange !== undefined)
    throw folderError(join(dist, strange), 'is not empty and was not made by a build')
  const published = [...known, ...codes].find(code => existsSync(join(dist, code, PUBLISHED_RECORD)))
  if (published !== undefined) throw folderError(join(dist, published), 'has a published site')
  writeRecordedSites(dist, [...known, ...codes])
}

/** Sites of programmes that no longer exist. */
export const staleSites = (dist: string, codes: ReadonlySet<string>): string[] =>
  [...sitesIn(dist)].filter(code => !codes.has(code))

export const removeFromRecord = (dist: string, codes: readonly string[]): void =>
  writeRecordedSites(
    dist,
    [...sitesIn(dist)].filter(code => !codes.includes(code))
  )
