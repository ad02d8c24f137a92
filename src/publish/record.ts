import * as v from 'valibot'
import { readJson } from '#outside/json.ts'
import { BUILD_ID, FilePath } from './build.ts'
import { PublishError } from './store.ts'

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

/** A replaced file: what is kept of a build is never one, so that a record cannot have it removed. */
const SitePath = v.pipe(FilePath, v.regex(/^(?!builds\/(?!latest\.json$))/))

/** What `builds/current.json` says of a site. */
const SiteRecord = v.object({
  id: v.pipe(v.string(), v.regex(BUILD_ID)),
  /** `publishing`: pages of the build before may still be there. */
  state: v.picklist(['publishing', 'live']),
  /** Replaced files at the site's addresses; while it is published those of both builds. */
  paths: v.array(SitePath),
  /** Files of earlier builds that are about to be removed. */
  leaving: v.array(SitePath),
  /** Builds that were live, the newest first. */
  builds: v.array(
    v.object({
      id: v.pipe(v.string(), v.regex(BUILD_ID)),
      live_at: Timestamp,
      superseded_at: v.nullable(Timestamp)
    })
  )
})
export type SiteRecord = v.InferOutput<typeof SiteRecord>

export const RECORD = 'builds/current.json'

export function readRecord(content: Buffer): SiteRecord {
  const read = readJson(content.toString(), SiteRecord)
  if (read.ok) return read.value
  throw new PublishError(
    `${RECORD} cannot be used: ${read.error}. Nothing was changed. If nobody else publishes here, remove it and publish again.`
  )
}

export const recordContent = (record: SiteRecord): Buffer =>
  Buffer.from(`${JSON.stringify(record, null, 1)}\n`)

/** Pages of this build begin to replace others. */
export function asPublishing(
  before: SiteRecord | undefined,
  id: string,
  paths: readonly string[]
): SiteRecord {
  const all = [...new Set([...(before?.paths ?? []), ...(before?.leaving ?? []), ...paths])].toSorted()
  return { id, state: 'publishing', paths: all, leaving: [], builds: before?.builds ?? [] }
}

/** All pages are this build's. The build before is superseded from now on; one that comes back is listed once. */
export function asLive(record: SiteRecord, paths: readonly string[], now: string): SiteRecord {
  const before = record.builds.map(build => ({ ...build, superseded_at: build.superseded_at ?? now }))
  const same = record.builds.find(({ id, superseded_at }) => id === record.id && superseded_at === null)
  const live = same ?? { id: record.id, live_at: now, superseded_at: null }
  const leaving = record.paths.filter(path => !paths.includes(path))
  return {
    id: record.id,
    state: 'live',
    paths: [...paths],
    leaving,
    builds: [live, ...before.filter(({ id }) => id !== record.id)]
  }
}

/** The build to go back to: the newest that was live before this one. */
export const previousBuild = ({ id, builds }: SiteRecord): string | undefined =>
  builds.find(build => build.id !== id)?.id

/** Builds that prune gives up: neither among the newest superseded ones nor superseded lately. */
export function outdatedBuilds({ builds, id }: SiteRecord, keep: number, before: number): string[] {
  const superseded = builds
    .filter(build => build.superseded_at !== null && build.id !== id)
    .toSorted((a, b) => (b.superseded_at ?? '').localeCompare(a.superseded_at ?? ''))
  return superseded
    .slice(keep)
    .filter(({ superseded_at }) => Date.parse(superseded_at ?? '') < before)
    .map(build => build.id)
}

/** Nothing of a publish is left to do. */
export const isSettled = ({ state, leaving }: SiteRecord): boolean => state === 'live' && leaving.length === 0
