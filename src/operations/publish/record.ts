import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { readJson } from '#outside/json.ts'
import { BUILD_ID, FilePath } from './build.ts'
import { PublishError } from './store.ts'

const BuildId = v.pipe(v.string(), v.regex(BUILD_ID))
const RecordTime = v.pipe(v.string(), v.isoTimestamp())

/** A file that a publish replaces. Kept builds are excluded, so that a record cannot cause their removal. */
const SitePath = v.pipe(FilePath, v.regex(/^(?!builds\/(?!latest\.json$))/))

/** What a publisher may do once a build is live: the command of `--after`, and reading the site back. */
const FollowUpStep = v.picklist(['after', 'read_back'])
export type FollowUpStep = v.InferOutput<typeof FollowUpStep>

/** The content of `builds/current.json`. */
const SiteRecord = v.object({
  id: BuildId,
  /** `publishing`: pages of the previous build may remain. `removing`: part of the site may be gone. */
  state: v.picklist(['publishing', 'live', 'removing']),
  /** Distinguishes each time that a build goes live: the same one may come back. */
  publish_id: v.optional(v.string(), ''),
  /** What has not succeeded since the build went live. */
  follow_up_due: v.optional(v.array(FollowUpStep), []),
  /** The build that this one replaced in a rollback; null if it was published. */
  rolled_back_from: v.optional(v.nullable(BuildId), null),
  /** Replaced files at the site's addresses; during a publish, those of both builds. */
  paths: v.array(SitePath),
  /** Files of earlier builds that are about to be removed. */
  leaving: v.array(SitePath),
  /** Builds that were live, the newest first. */
  builds: v.array(
    v.object({
      id: BuildId,
      live_at: RecordTime,
      superseded_at: v.nullable(RecordTime),
      /** It was rolled back, so only `--to` restores it. */
      is_withdrawn: v.optional(v.boolean(), false)
    })
  )
})
export type SiteRecord = v.InferOutput<typeof SiteRecord>

export const BUILD_RECORD = 'builds/current.json'

export function readRecord(content: Buffer): SiteRecord {
  const read = readJson(content.toString(), SiteRecord)
  if (read.ok) return read.value
  throw new PublishError(
    `${BUILD_RECORD} cannot be used: ${read.error}. Nothing was changed. If nobody else publishes here, remove it and publish again.`
  )
}

export const recordContent = (record: SiteRecord): Buffer =>
  Buffer.from(`${JSON.stringify(record, null, 1)}\n`)

/** A build that is about to go live, and the one that it rolls back, if any. */
export interface NextBuild {
  id: string
  from: string | null
}

/** The record before pages are replaced. If the run is interrupted, it says which build should be live. */
export function markPublishing(
  before: SiteRecord | undefined,
  { id, from }: NextBuild,
  paths: readonly string[]
): SiteRecord {
  const all = [...new Set([...(before?.paths ?? []), ...(before?.leaving ?? []), ...paths])].toSorted()
  const builds = (before?.builds ?? []).map(build => ({
    ...build,
    is_withdrawn: build.id !== id && (build.is_withdrawn || build.id === from)
  }))
  return {
    id,
    state: 'publishing',
    publish_id: randomUUID(),
    follow_up_due: [...FollowUpStep.options],
    rolled_back_from: from,
    paths: all,
    leaving: [],
    builds
  }
}

/** The record before the site's files are removed. */
export const markRemoving = (record: SiteRecord): SiteRecord => ({ ...record, state: 'removing' })

/** The record once all pages are of this build. The previous build is superseded; a build that returns is listed once. */
export function markLive(record: SiteRecord, paths: readonly string[], now: string): SiteRecord {
  const before = record.builds.map(build => ({ ...build, superseded_at: build.superseded_at ?? now }))
  const same = record.builds.find(({ id, superseded_at }) => id === record.id && superseded_at === null)
  const live = same ?? { id: record.id, live_at: now, superseded_at: null, is_withdrawn: false }
  const leaving = record.paths.filter(path => !paths.includes(path))
  return {
    id: record.id,
    state: 'live',
    publish_id: record.publish_id,
    follow_up_due: [...FollowUpStep.options],
    rolled_back_from: record.rolled_back_from,
    paths: [...paths],
    leaving,
    builds: [live, ...before.filter(({ id }) => id !== record.id)]
  }
}

/**
 * The build that a rollback restores: the named one, or the newest that was live before and was not rolled back. Without a name it is the
 * same build until the next publish, so that a rollback which was interrupted or is run twice has the same result.
 */
export function rollbackTarget(record: SiteRecord, to: string | undefined): NextBuild {
  const { id: present, rolled_back_from: from, builds, state } = record
  if (state === 'removing')
    throw new PublishError('The site is being taken down. Publish it, or unpublish it again.')
  if (to === undefined && from !== null) return { id: present, from }
  const id = to ?? builds.find(build => build.id !== present && !build.is_withdrawn)?.id
  if (id === undefined)
    throw new PublishError(
      'There is no earlier build to roll back to. To restore a build that was rolled back, name it with --to.'
    )
  return { id, from: id === present ? from : present }
}

/** What to do if a site's last change was interrupted; undefined if it was not. */
export function unfinishedReason({ id, state, rolled_back_from: from }: SiteRecord): string | undefined {
  if (state === 'live') return undefined
  if (state === 'removing') return 'Taking the site down was interrupted: unpublish or publish it again.'
  return from === null
    ? `The publish of ${id} was interrupted: publish again.`
    : `The rollback to ${id} was interrupted: roll back again.`
}

/** Builds that prune removes: superseded before a time, except the newest of them. */
export function outdatedBuilds({ builds, id }: SiteRecord, keep: number, before: number): string[] {
  const superseded = builds
    .filter(build => build.superseded_at !== null && build.id !== id)
    .toSorted((a, b) => (b.superseded_at ?? '').localeCompare(a.superseded_at ?? ''))
  return superseded
    .slice(keep)
    .filter(({ superseded_at }) => Date.parse(superseded_at ?? '') < before)
    .map(build => build.id)
}

/** Whether no publish is unfinished. */
export const isSettled = ({ state, leaving }: SiteRecord): boolean => state === 'live' && leaving.length === 0

export const withoutDue = (record: SiteRecord, done: readonly FollowUpStep[]): SiteRecord => ({
  ...record,
  follow_up_due: record.follow_up_due.filter(one => !done.includes(one))
})
