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
import { leftoverFilesIn } from './leftover-files.ts'
import { planPrune } from './prune-plan.ts'
import {
  asLive,
  asPublishing,
  asRemoving,
  isSettled,
  readRecord,
  BUILD_RECORD,
  recordContent,
  rollbackTarget,
  type Coming,
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
import { eachUnder } from './under-lock.ts'

const RECORD_HEADERS = { type: 'application/json; charset=utf-8', cacheControl: 'no-store' }

/** What is at hand while a site's lock is held. */
interface Held {
  lock: SiteLock
  record: SiteRecord | undefined
  /** By key, as it was listed under the lock or written since. */
  listed: Map<string, ListedFile>
}

/**
 * A site in a store. Each request leaves it whole: immutable files come before the pages that name them, `latest.json` comes
 * last, and what an earlier build needs goes only by `prune`. Whatever was cut off, the next publish completes.
 */
export class S3Site implements SiteTarget {
  readonly #store: ObjectStore
  /** Where immutable files lie: below the site, or in a part that all sites share. */
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
      const sentAgain = this.#sharesAssets ? await this.#sendWhatWasPruned(build, held) : 0
      const replaced = await this.#goLive(build, held, { id: build.id, from: null })
      return { id: build.id, sent: sent + sentAgain + replaced }
    })
  }

  async rollback(to: string | undefined, force = false): Promise<RollbackResult> {
    return this.#changing(async held => {
      const { record } = held
      if (record === undefined) throw new PublishError('This site was never published here.')
      const coming = rollbackTarget(record, to)
      const { id, from } = coming
      if (!force && isSettled(record) && record.id === id) return { id, from, sent: 0, wasLive: true }
      const build = await keptBuild(this.#store, id)
      if (build === undefined)
        throw new PublishError(`Build ${id} is not kept here. status lists those that are.`)
      const [lost] = await this.#wanting(build, held)
      if (lost !== undefined)
        throw new PublishError(
          `Build ${id} cannot be restored: ${lost.entry.path} is gone. Publish it from dist.`
        )
      return { id, from, sent: await this.#goLive(build, held, coming), wasLive: false }
    })
  }

  async prune(keep: number, olderMs: number, isMeant: boolean): Promise<PruneResult> {
    if (!isMeant) return planPrune(this.#store, await this.#find(), this.#pruning(keep, olderMs))
    return this.#locked(async held => {
      const plan = await planPrune(this.#store, held, this.#pruning(keep, olderMs))
      if (plan.builds.length === 0 && plan.keys.length === 0) return plan
      const { record } = held
      if (record !== undefined) {
        const builds = record.builds.filter(({ id }) => !plan.builds.includes(id))
        await this.#write(held, { ...record, builds })
      }
      // Pages before the assets that they name.
      await this.#removeStrays(held)
      // A build without its manifest is none any more, so nothing goes back to one that has lost half of its files.
      const manifests = plan.keys.filter(key => key.endsWith(`/${MANIFEST}`))
      await eachUnder(manifests, held.lock, key => this.#store.remove(key))
      const rest = plan.keys.filter(key => !key.endsWith(`/${MANIFEST}`))
      await eachUnder(rest, held.lock, key => this.#store.remove(key))
      return plan
    })
  }

  async takeDown(isMeant: boolean): Promise<TakeDownResult> {
    const { record, listed } = await this.#find()
    if (!isMeant || listed.size === 0) return planTakeDown(record, listed)
    return this.#locked(async held => {
      const plan = planTakeDown(held.record, held.listed)
      if (held.record !== undefined) await this.#write(held, asRemoving(held.record))
      for (const step of plan.steps)
        await eachUnder(step, held.lock, key => this.#store.remove(key, held.listed.get(key)?.version))
      await held.lock.keep()
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
      // A lock that was lost belongs to another; what went wrong before says more than a failure here.
      await lock.release().catch(() => undefined)
    }
  }

  /** Whoever finds that its lock was lost removes what of its own came too late, unless someone is at work here. */
  async #changing<T>(work: (held: Held) => Promise<T>): Promise<T> {
    try {
      return await this.#locked(work)
    } catch (error) {
      if (error instanceof LockedError)
        await this.#locked(held => this.#removeStrays(held)).catch(() => undefined)
      throw error
    }
  }

  async #removeStrays({ lock, record, listed }: Held): Promise<void> {
    await eachUnder(leftoverFilesIn(record, listed), lock, ({ key, version }) =>
      this.#store.remove(key, version)
    )
  }

  /**
   * Replaces exactly the version that was there when the lock was taken. A publisher that has lost its lock without knowing,
   * because it slept or its request was on the way for long, overwrites nothing of the next one's.
   */
  async #replace(held: Held, key: string, content: Buffer, headers: FileHeaders): Promise<void> {
    await held.lock.keep()
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

  /** A repeated request meets what its first one wrote; anything else there is another's. */
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

  /** Immutable files that are not there, or not whole. */
  async #wanting(build: StoredBuild, held: Held): Promise<{ entry: BuildEntry; exists: boolean }[]> {
    const shared = this.#sharesAssets ? await this.#assets.list('') : [...held.listed.values()]
    const sizes = new Map(shared.map(({ key, size }) => [key, size]))
    return build.entries
      .filter(entry => isImmutable(entry) && sizes.get(entry.path) !== entry.size)
      .map(entry => ({ entry, exists: sizes.has(entry.path) }))
  }

  async #sendImmutable(build: StoredBuild, held: Held): Promise<number> {
    const wanting = await this.#wanting(build, held)
    await eachUnder(wanting, held.lock, async ({ entry, exists }) =>
      // Where another site's publisher was quicker the file is there, and is the same.
      this.#assets.put(entry.path, await build.read(entry), headersOf(entry), exists ? undefined : 'new')
    )
    return wanting.length
  }

  /** From now on the kept build protects its shared files; what went before is sent again. */
  async #sendWhatWasPruned(build: StoredBuild, held: Held): Promise<number> {
    await checkShared(this.#assets)
    return this.#sendImmutable(build, held)
  }

  /** Keeps what a rollback needs beside the immutable files; the manifest comes last and makes it whole. */
  async #keepBuild(build: StoredBuild, lock: SiteLock): Promise<void> {
    const folder = buildFolder(build.id)
    await eachUnder(build.entries.filter(isReplaced), lock, async entry =>
      this.#store.put(folder + entry.path, await build.read(entry), headersOf(entry))
    )
    await lock.keep()
    await this.#store.put(folder + MANIFEST, build.manifest, MANIFEST_HEADERS)
  }

  async #goLive(build: StoredBuild, held: Held, coming: Coming): Promise<number> {
    const { lock } = held
    const replaced = build.entries.filter(isReplaced)
    const paths = [...replaced.map(({ path }) => path), MANIFEST]
    const strays = leftoverFilesIn(held.record, held.listed).map(({ key }) => key)
    const publishing = asPublishing(held.record, coming, [...paths, ...strays])
    await this.#write(held, publishing)

    const put = async (entry: BuildEntry) =>
      this.#replace(held, entry.path, await build.read(entry), headersOf(entry))
    const isPage = ({ path }: BuildEntry) => path.endsWith('.html')
    const named = (path: string) => replaced.filter(entry => entry.path === path)
    const last = new Set([...named('index.html'), ...named(LATEST_BUILD)])
    const pages = replaced.filter(entry => isPage(entry) && !last.has(entry))
    const others = replaced.filter(entry => !isPage(entry) && !last.has(entry))
    await eachUnder(pages, lock, put)
    for (const entry of [...named('index.html'), ...others]) await put(entry)
    await this.#replace(held, MANIFEST, build.manifest, MANIFEST_HEADERS)
    for (const entry of named(LATEST_BUILD)) await put(entry)

    const live = asLive(publishing, paths, new Date(this.#store.now()).toISOString())
    await this.#write(held, live)
    await eachUnder(live.leaving, lock, path => this.#store.remove(path, held.listed.get(path)?.version))
    if (live.leaving.length > 0) await this.#write(held, { ...live, leaving: [] })
    return paths.length
  }
}
