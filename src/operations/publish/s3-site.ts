import {
  buildFolder,
  headersOf,
  isImmutable,
  isReplaced,
  keptBuild,
  LATEST_BUILD,
  MANIFEST,
  MANIFEST_HEADERS,
  type StoredBuild,
  type BuildEntry
} from './build.ts'
import { findLeftovers } from './leftover-files.ts'
import { planPrune } from './prune-plan.ts'
import {
  markLive,
  markPublishing,
  markRemoving,
  isSettled,
  readRecord,
  BUILD_RECORD,
  recordContent,
  rollbackTarget,
  withoutDue,
  type FollowUpStep,
  type NextBuild,
  type SiteRecord
} from './record.ts'
import { checkShared } from './shared-assets.ts'
import { lockHolder, SiteLock } from './site-lock.ts'
import type {
  PruneResult,
  PublishResult,
  RollbackResult,
  SiteStatus,
  SiteTarget,
  TakeDownResult
} from './site-target.ts'
import {
  LockedError,
  MAX_MANIFEST_BYTES,
  MAX_RECORD_BYTES,
  PublishError,
  type FileHeaders,
  type ListedFile,
  type ObjectStore
} from './store.ts'
import { planTakeDown } from './take-down.ts'
import { forEachUnderLock } from './under-lock.ts'

const RECORD_HEADERS = { type: 'application/json; charset=utf-8', cacheControl: 'no-store' }

/** The state of a site while its lock is held. */
interface Held {
  lock: SiteLock
  record: SiteRecord | undefined
  /** By key, as listed under the lock or written since. */
  listed: Map<string, ListedFile>
}

/**
 * A site in a store. Every request leaves it complete: immutable files are written before the pages that refer to them,
 * `latest.json` is written last, and only `prune` removes what earlier builds need. The next publish completes an interrupted one.
 */
export class S3Site implements SiteTarget {
  readonly #store: ObjectStore
  /** Where immutable files are: below the site, or in a part that all sites share. */
  readonly #assets: ObjectStore
  readonly #holder: string
  readonly #sharesAssets: boolean

  constructor({ store, shared, holder }: { store: ObjectStore; shared?: ObjectStore; holder: string }) {
    this.#store = store
    this.#assets = shared ?? store
    this.#sharesAssets = shared !== undefined
    this.#holder = holder
  }

  async publish(build: StoredBuild): Promise<PublishResult> {
    return this.#changing(async held => {
      const sent = await this.#sendImmutable(build, held)
      await this.#keepBuild(build, held.lock)
      const sentAgain = this.#sharesAssets ? await this.#resendPruned(build, held) : 0
      const live = await this.#goLive(build, held, { id: build.id, from: null })
      return { ...live, sent: sent + sentAgain + live.sent }
    })
  }

  async rollback(to: string | undefined, force = false): Promise<RollbackResult> {
    return this.#changing(async held => {
      const { record } = held
      if (record === undefined) throw new PublishError('This site was never published here.')
      const coming = rollbackTarget(record, to)
      const { id, from } = coming
      if (!force && isSettled(record) && record.id === id)
        return { id, publishId: record.publish_id, from, sent: 0, wasLive: true }
      const build = await keptBuild(this.#store, id)
      if (build === undefined)
        throw new PublishError(`Build ${id} is not kept here. status lists those that are.`)
      const [lost] = await this.#missingFiles(build, held)
      if (lost !== undefined)
        throw new PublishError(
          `Build ${id} cannot be restored: ${lost.entry.path} is gone. Publish it from dist.`
        )
      return { ...(await this.#goLive(build, held, coming)), from, wasLive: false }
    })
  }

  async markFollowedUp(publishId: string, done: readonly FollowUpStep[]): Promise<void> {
    await this.#locked(async held => {
      if (held.record?.publish_id === publishId) await this.#write(held, withoutDue(held.record, done))
    })
  }

  async prune(keep: number, olderMs: number, isConfirmed: boolean): Promise<PruneResult> {
    if (!isConfirmed) return planPrune(this.#store, await this.#find(), this.#pruning(keep, olderMs))
    return this.#locked(async held => {
      const plan = await planPrune(this.#store, held, this.#pruning(keep, olderMs))
      if (plan.builds.length === 0 && plan.keys.length === 0) return plan
      const { record } = held
      if (record !== undefined) {
        const builds = record.builds.filter(({ id }) => !plan.builds.includes(id))
        await this.#write(held, { ...record, builds })
      }
      // Pages before the assets that they refer to.
      await this.#removeLeftovers(held)
      // Manifests first: without one a build cannot be restored, so no rollback can find it half removed.
      const manifests = plan.keys.filter(key => key.endsWith(`/${MANIFEST}`))
      await forEachUnderLock(manifests, held.lock, key => this.#store.remove(key))
      const rest = plan.keys.filter(key => !key.endsWith(`/${MANIFEST}`))
      await forEachUnderLock(rest, held.lock, key => this.#store.remove(key))
      return plan
    })
  }

  async takeDown(isConfirmed: boolean): Promise<TakeDownResult> {
    const { record, listed } = await this.#find()
    if (!isConfirmed || listed.size === 0) return planTakeDown(record, listed)
    return this.#locked(async held => {
      const plan = planTakeDown(held.record, held.listed)
      if (held.record !== undefined) await this.#write(held, markRemoving(held.record))
      for (const step of plan.steps)
        await forEachUnderLock(step, held.lock, key => this.#store.remove(key, held.listed.get(key)?.version))
      await held.lock.renew()
      await this.#store.remove(BUILD_RECORD, held.listed.get(BUILD_RECORD)?.version)
      await held.lock.remove()
      return plan
    })
  }

  async status(): Promise<SiteStatus> {
    const record = await this.#record()
    return { record, lockedBy: await lockHolder(this.#store) }
  }

  async live(): Promise<StoredBuild | undefined> {
    const record = await this.#record()
    return record === undefined ? undefined : keptBuild(this.#store, record.id)
  }

  #pruning(keep: number, olderMs: number) {
    return { keep, before: this.#store.now() - olderMs, sharesAssets: this.#sharesAssets }
  }

  async #record(): Promise<SiteRecord | undefined> {
    const file = await this.#store.get(BUILD_RECORD, MAX_RECORD_BYTES)
    return file === undefined ? undefined : readRecord(file.content)
  }

  async #find(): Promise<Omit<Held, 'lock'>> {
    const listed = await this.#store.list('')
    return { record: await this.#record(), listed: new Map(listed.map(file => [file.key, file])) }
  }

  async #locked<T>(work: (held: Held) => Promise<T>): Promise<T> {
    const lock = await SiteLock.take(this.#store, this.#holder)
    try {
      return await work({ lock, ...(await this.#find()) })
    } finally {
      // A lost lock belongs to another publisher, and an error of the work says more than one here.
      await lock.release().catch(() => undefined)
    }
  }

  /** After losing its lock, a publisher removes the files that it wrote too late, unless another one is at work. */
  async #changing<T>(work: (held: Held) => Promise<T>): Promise<T> {
    try {
      return await this.#locked(work)
    } catch (error) {
      if (error instanceof LockedError)
        await this.#locked(held => this.#removeLeftovers(held)).catch(() => undefined)
      throw error
    }
  }

  async #removeLeftovers({ lock, record, listed }: Held): Promise<void> {
    await forEachUnderLock(findLeftovers(record, listed), lock, ({ key, version }) =>
      this.#store.remove(key, version)
    )
  }

  /**
   * Replaces exactly the version that was there when the lock was taken. So a publisher that lost its lock without knowing,
   * because it was suspended or its request was delayed, overwrites nothing of the next one.
   */
  async #replace(held: Held, key: string, content: Buffer, headers: FileHeaders): Promise<void> {
    await held.lock.renew()
    const before = held.listed.get(key)
    const condition = before === undefined ? 'new' : { version: before.version }
    const version = await this.#store.put(key, content, headers, condition)
    held.listed.set(key, {
      key,
      size: content.length,
      modified: this.#store.now(),
      version: version ?? (await this.#ownVersion(key, content))
    })
  }

  /** The version that the first attempt of a retried request wrote. Any other content is another publisher's. */
  async #ownVersion(key: string, content: Buffer): Promise<string> {
    const there = await this.#store.get(key, MAX_MANIFEST_BYTES)
    if (there?.content.equals(content) !== true)
      throw new LockedError(`Another publisher has changed ${key} since you started. Nothing more was sent.`)
    return there.version
  }

  async #write(held: Held, record: SiteRecord): Promise<void> {
    await this.#replace(held, BUILD_RECORD, recordContent(record), RECORD_HEADERS)
    held.record = record
  }

  /** Immutable files that are missing or incomplete. */
  async #missingFiles(build: StoredBuild, held: Held): Promise<{ entry: BuildEntry; exists: boolean }[]> {
    const shared = this.#sharesAssets ? await this.#assets.list('') : [...held.listed.values()]
    const sizes = new Map(shared.map(({ key, size }) => [key, size]))
    return build.entries
      .filter(entry => isImmutable(entry) && sizes.get(entry.path) !== entry.size)
      .map(entry => ({ entry, exists: sizes.has(entry.path) }))
  }

  async #sendImmutable(build: StoredBuild, held: Held): Promise<number> {
    const missing = await this.#missingFiles(build, held)
    await forEachUnderLock(missing, held.lock, async ({ entry, exists }) =>
      // If another site's publisher was faster, the file exists and is the same.
      this.#assets.put(entry.path, await build.read(entry), headersOf(entry), exists ? undefined : 'new')
    )
    return missing.length
  }

  /** Once kept, a build protects its shared files from pruning; files that were pruned before are sent again. */
  async #resendPruned(build: StoredBuild, held: Held): Promise<number> {
    await checkShared(this.#assets)
    return this.#sendImmutable(build, held)
  }

  /** Stores what a rollback needs besides the immutable files. The manifest is written last and completes the build. */
  async #keepBuild(build: StoredBuild, lock: SiteLock): Promise<void> {
    const folder = buildFolder(build.id)
    await forEachUnderLock(build.entries.filter(isReplaced), lock, async entry =>
      this.#store.put(folder + entry.path, await build.read(entry), headersOf(entry))
    )
    await lock.renew()
    await this.#store.put(folder + MANIFEST, build.manifest, MANIFEST_HEADERS)
  }

  async #goLive(build: StoredBuild, held: Held, coming: NextBuild): Promise<PublishResult> {
    const { lock } = held
    const replaced = build.entries.filter(isReplaced)
    const paths = [...replaced.map(({ path }) => path), MANIFEST]
    const leftovers = findLeftovers(held.record, held.listed).map(({ key }) => key)
    const publishing = markPublishing(held.record, coming, [...paths, ...leftovers])
    await this.#write(held, publishing)

    const put = async (entry: BuildEntry) =>
      this.#replace(held, entry.path, await build.read(entry), headersOf(entry))
    const isPage = ({ path }: BuildEntry) => path.endsWith('.html')
    const named = (path: string) => replaced.filter(entry => entry.path === path)
    const last = new Set([...named('index.html'), ...named(LATEST_BUILD)])
    const pages = replaced.filter(entry => isPage(entry) && !last.has(entry))
    const others = replaced.filter(entry => !isPage(entry) && !last.has(entry))
    await forEachUnderLock(pages, lock, put)
    for (const entry of [...named('index.html'), ...others]) await put(entry)
    await this.#replace(held, MANIFEST, build.manifest, MANIFEST_HEADERS)
    for (const entry of named(LATEST_BUILD)) await put(entry)

    const live = markLive(publishing, paths, new Date(this.#store.now()).toISOString())
    await this.#write(held, live)
    await forEachUnderLock(live.leaving, lock, path =>
      this.#store.remove(path, held.listed.get(path)?.version)
    )
    if (live.leaving.length > 0) await this.#write(held, { ...live, leaving: [] })
    return { id: live.id, publishId: live.publish_id, sent: paths.length }
  }
}
