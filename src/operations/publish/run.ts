import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { buildIn, MANIFEST, type StoredBuild } from './build.ts'
import { DirectorySite } from './directory-site.ts'
import { readBack } from './read-back.ts'
import { isSettled, unfinishedReason, type FollowUpStep } from './record.ts'
import { S3Site } from './s3-site.ts'
import { s3Store, type S3Credentials, type S3Options } from './s3-store.ts'
import { pruneShared } from './shared-assets.ts'
import type { PruneResult, SiteTarget } from './site-target.ts'
import { LockedError, MAX_MANIFEST_BYTES, openPart, PublishError } from './store.ts'
import type { PublishTarget } from './target.ts'

/** Sites under way at once. */
const SITES_AT_ONCE = 8

export interface PublishOptions {
  target: PublishTarget
  dist: string
  /** The name that other publishers see in the lock. */
  holder: string
  /** Where the shared immutable files are, below the target's prefix; without it each site keeps its own. */
  assets?: string | undefined
  /** The address of a site, with `{code}` in it; without it nothing is read back. */
  publicUrl?: string | undefined
  /** Run by the shell once a site is live, with SITE_CODE and BUILD_ID in its environment: for a CDN's invalidation. */
  after?: string | undefined
  credentials?: S3Credentials | undefined
  s3?: S3Options | undefined
}

/** The outcome for one site. `locked`: another publisher is at work. `unsound`: live, but not served as built. `orphaned`: live, but no programme has this code. */
export type PublishOutcome = 'done' | 'unchanged' | 'planned' | 'orphaned' | 'failed' | 'locked' | 'unsound'

export interface SiteOutcome {
  code: string
  outcome: PublishOutcome
  /** The build, if it got that far. */
  id: string | null
  /** What was done, in a few words. */
  note: string
  /** One sentence per fault. */
  faults: string[]
  /** The files that would be removed. */
  files?: string[]
}

/** Exit codes of the command, the worst of all sites. */
export const EXIT: Record<PublishOutcome, number> = {
  done: 0,
  unchanged: 0,
  planned: 0,
  orphaned: 0,
  unsound: 1,
  failed: 1,
  locked: 3
}

type Work = (site: SiteTarget, code: string) => Promise<Omit<SiteOutcome, 'code'>>

/** Opens the sites of a target, by code. */
export function openSites(options: PublishOptions): (code: string) => SiteTarget {
  const { target, dist, holder, assets } = options
  if (target.kind === 'dir') return code => new DirectorySite({ folder: join(target.path, code), dist })
  if (options.credentials === undefined)
    throw new PublishError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for an s3:// target.')
  const store = s3Store(target, options.credentials, options.s3)
  const shared = assets === undefined ? undefined : openPart(store, `${target.prefix}${assets}`)
  return code =>
    new S3Site({
      store: openPart(store, `${target.prefix}${code}/`),
      ...(shared !== undefined && { shared }),
      holder
    })
}

/** Removes shared immutable files that no kept build of any site needs. */
export async function pruneSharedAssets(
  options: PublishOptions,
  olderMs: number,
  isConfirmed: boolean
): Promise<SiteOutcome> {
  const { target, assets = '', credentials, holder } = options
  if (target.kind === 'dir' || credentials === undefined)
    throw new PublishError('Only a bucket has shared files.')
  const store = s3Store(target, credentials, options.s3)
  const all = openPart(store, target.prefix)
  const prune = async () => {
    // A reply of the store gives its time, which `now` needs.
    await all.get(`${assets}${MANIFEST}`, MAX_MANIFEST_BYTES)
    return pruneShared({ all, prefix: assets }, { before: store.now() - olderMs, isConfirmed, holder })
  }
  const outcome = await prune()
    .then(result => pruneOutcome(result, isConfirmed))
    .catch(failureOf)
  return { code: assets, ...outcome }
}

/** What a prune did or would do, in a few words. */
export function pruneOutcome({ builds, keys }: PruneResult, isConfirmed: boolean): Omit<SiteOutcome, 'code'> {
  // In a folder, keys are whole builds, including those that an interrupted publish left.
  const folders = keys.filter(key => key.endsWith('/')).length
  const what =
    folders > 0
      ? plural(folders, 'build')
      : `${plural(builds.length, 'build')}, ${plural(keys.length, 'file')}`
  return {
    outcome: isConfirmed ? 'done' : 'planned',
    id: null,
    note: isConfirmed ? `removed ${what}` : `would remove ${what}; add --yes to remove it`,
    faults: []
  }
}

/** Runs the work for each site. A failure does not stop the others. */
export async function forEachSite(
  options: PublishOptions,
  codes: readonly string[],
  work: Work,
  onSite: (outcome: SiteOutcome) => void = () => undefined
): Promise<SiteOutcome[]> {
  const siteOf = openSites(options)
  return pLimit(SITES_AT_ONCE).map(codes, async code => {
    const outcome = await work(siteOf(code), code).catch((error: unknown) => failureOf(error))
    onSite({ code, ...outcome })
    return { code, ...outcome }
  })
}

const failureOf = (error: unknown): Omit<SiteOutcome, 'code'> => ({
  outcome: error instanceof LockedError ? 'locked' : 'failed',
  id: null,
  note: '',
  faults: [diskFaultText(error) ?? messageOf(error)]
})

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What follows is repeated for a build that is already live, unless it has succeeded: an earlier run may have failed or been interrupted. */
const asUnchanged = (checked: Omit<SiteOutcome, 'code'>): Omit<SiteOutcome, 'code'> =>
  checked.outcome === 'done' ? { ...checked, outcome: 'unchanged' } : checked

/** Checks, sends and reads back a site. A build that is live already is not sent again unless `force`. */
export function publishSite(
  options: PublishOptions,
  { force, dryRun }: { force: boolean; dryRun: boolean }
): Work {
  const followUp = createFollowUp(options)
  return async (site, code) => {
    const build = await buildIn(options.dist, code)
    const { record } = await site.status()
    const isUnchanged = !force && record !== undefined && isSettled(record) && record.id === build.id
    if (dryRun) {
      const now = record === undefined ? 'nothing' : `${record.id} (${record.state})`
      return isUnchanged
        ? { outcome: 'unchanged', id: build.id, note: 'is already live', faults: [] }
        : { outcome: 'planned', id: build.id, note: `would replace ${now}`, faults: [] }
    }
    if (isUnchanged) {
      const note = 'is already live'
      return !asksFor(options).some(one => record.follow_up_due.includes(one))
        ? { outcome: 'unchanged', id: build.id, note, faults: [] }
        : asUnchanged(await followUp(site, record.publish_id, build, note))
    }
    const { publishId, sent } = await site.publish(build)
    return followUp(site, publishId, build, `${plural(sent, 'file')} sent`)
  }
}

export function rollBackSite(options: PublishOptions, to: string | undefined, force: boolean): Work {
  const followUp = createFollowUp(options)
  return async site => {
    const { id, publishId, from, wasLive } = await site.rollback(to, force)
    const build = await site.live()
    if (build === undefined) throw new PublishError(`Build ${id} is live, but its manifest cannot be read.`)
    if (!wasLive) return followUp(site, publishId, build, 'is live again')
    const place = from === null ? '' : ` in place of ${from}`
    return asUnchanged(
      await followUp(
        site,
        publishId,
        build,
        `is already live${place}; to roll back to another build, use --to`
      )
    )
  }
}

/** Takes sites down; without `isConfirmed` only lists the files that would be removed. */
export function takeDownSite({ after }: PublishOptions, isConfirmed: boolean): Work {
  return async (site, code) => {
    const { keys, others } = await site.takeDown(isConfirmed)
    const left =
      others.length === 0
        ? ''
        : `; ${plural(others.length, 'file')} beside it ${others.length === 1 ? 'was' : 'were'} not published and stay${others.length === 1 ? 's' : ''}`
    const what = keys.some(key => key.endsWith('/'))
      ? plural(keys.length, 'build')
      : plural(keys.length, 'file')
    if (!isConfirmed && keys.length > 0)
      return {
        outcome: 'planned',
        id: null,
        note: `would remove ${what}${left}; add --yes to take it down`,
        faults: [],
        files: keys
      }
    const faults = after === undefined || !isConfirmed ? [] : await runAfter(after, { code, id: '' })
    const removed: Omit<SiteOutcome, 'code'> = {
      outcome: faults.length > 0 ? 'unsound' : 'done',
      id: null,
      note: keys.length === 0 ? `is not online${left}` : `removed ${what}${left}`,
      faults
    }
    return keys.length === 0 ? asUnchanged(removed) : removed
  }
}

/** Reads the recorded build of a site back through its public address. */
export function verifySite(options: PublishOptions): Work {
  const checks = createChecks({ ...options, after: undefined })
  return async site => {
    const { record } = await site.status()
    const build = await site.live()
    if (record === undefined || build === undefined)
      return { outcome: 'failed', id: null, note: '', faults: ['was never published here'] }
    const checked = await checks(build, '')
    const faults = [unfinishedReason(record) ?? [], checked.faults].flat()
    return faults.length === 0
      ? { ...checked, note: 'is served as it was built' }
      : { ...checked, outcome: 'unsound', note: 'is not served as it was built', faults }
  }
}

const asksFor = ({ after, publicUrl }: PublishOptions): FollowUpStep[] => [
  ...(after === undefined ? [] : (['after'] as const)),
  ...(publicUrl === undefined ? [] : (['read_back'] as const))
]

/** Runs the checks, and records that they have succeeded. */
function createFollowUp(options: PublishOptions) {
  const checks = createChecks(options)
  const asked = asksFor(options)
  return async (site: SiteTarget, publishId: string, build: StoredBuild, note: string) => {
    const outcome = await checks(build, note)
    if (asked.length > 0 && outcome.outcome === 'done')
      await site.markFollowedUp(publishId, asked).catch((error: unknown) => {
        // Another publisher is at work, so what follows may run once more.
        if (!(error instanceof LockedError)) throw error
      })
    return outcome
  }
}

/** Runs what follows once a site is live: the operator's own command, then the reading back. Shared immutable files are read once. */
function createChecks({ publicUrl, after, assets }: PublishOptions) {
  const seen = new Set<string>()
  return async (build: StoredBuild, note: string): Promise<Omit<SiteOutcome, 'code'>> => {
    const faults = after === undefined ? [] : await runAfter(after, build)
    if (publicUrl !== undefined) {
      const url = publicUrl.replaceAll('{code}', build.code)
      faults.push(...(await readBack(url, build, assets === undefined ? {} : { seen })))
    }
    return { outcome: faults.length > 0 ? 'unsound' : 'done', id: build.id, note, faults }
  }
}

async function runAfter(command: string, { code, id }: Pick<StoredBuild, 'code' | 'id'>): Promise<string[]> {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SITE_CODE: code, BUILD_ID: id }
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-500)))
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0 ? [] : [`--after ended with ${status ?? 'a signal'}: ${output.trim()}`]
}
