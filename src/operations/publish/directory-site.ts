import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OutsideFolder } from '#outside/folder.ts'
import { sha256 } from '#sites/digest.ts'
import { withFolderLock } from '#sites/lock.ts'
import { PUBLISHED_RECORD } from '#sites/output-folder.ts'
import { writeSite } from '#sites/write-site.ts'
import {
  BUILD_ID,
  buildFrom,
  fileIn,
  isImmutable,
  MANIFEST,
  withCompressedPages,
  type CompressedBuild,
  type StoredBuild
} from './build.ts'
import {
  markLive,
  markPublishing,
  outdatedBuilds,
  markRemoving,
  isSettled,
  readRecord,
  recordContent,
  rollbackTarget,
  unfinishedReason,
  withoutDue,
  type FollowUpStep,
  type NextBuild,
  type SiteRecord
} from './record.ts'
import type {
  PruneResult,
  PublishResult,
  RollbackResult,
  SiteStatus,
  SiteTarget,
  TakeDownResult
} from './site-target.ts'
import { MAX_MANIFEST_BYTES, MAX_RECORD_BYTES, PublishError } from './store.ts'

const RELEASES = 'releases'
const CURRENT = 'current'
/** A release while it is being made or removed; nothing points to it. */
const UNFINISHED = '.unfinished'

/**
 * A site in a folder of this machine, for a web server or to be copied elsewhere. Each build is a complete folder of hard links in
 * `releases/<id>/`, including the immutable files of the builds that are kept. `current` points to one of them and changes with one
 * rename. The lock is local to this machine and ends with the process that holds it.
 */
export class DirectorySite implements SiteTarget {
  readonly #folder: string
  readonly #dist: string
  readonly #now: () => number

  constructor({ folder, dist, now = Date.now }: { folder: string; dist: string; now?: () => number }) {
    this.#folder = folder
    this.#dist = dist
    this.#now = now
  }

  async publish(build: StoredBuild): Promise<PublishResult> {
    const compressed = await withCompressedPages(build)
    return this.#locked(() => {
      const sent = this.#makeRelease(compressed)
      const publishId = this.#pointTo({ id: build.id, from: null })
      return { id: build.id, publishId, sent }
    })
  }

  async rollback(to: string | undefined, force = false): Promise<RollbackResult> {
    this.#requirePublished()
    return this.#locked(async () => {
      const record = this.#requirePublished()
      const { id, from } = rollbackTarget(record, to)
      if (!force && isSettled(record) && record.id === id)
        return { id, publishId: record.publish_id, from, sent: 0, wasLive: true }
      const build = this.#release(id)
      if (build === undefined)
        throw new PublishError(`Build ${id} is not kept here. status lists those that are.`)
      for (const entry of build.entries) await build.read(entry)
      return { id, publishId: this.#pointTo({ id, from }), from, sent: 0, wasLive: false }
    })
  }

  async markFollowedUp(publishId: string, done: readonly FollowUpStep[]): Promise<void> {
    // The lock makes the folder of a site that has been taken down since.
    if (this.#record() === undefined) return
    await this.#locked(() => {
      const record = this.#record()
      if (record?.publish_id === publishId) this.#write(withoutDue(record, done))
    })
  }

  async prune(keep: number, olderMs: number, isConfirmed: boolean): Promise<PruneResult> {
    if (!isConfirmed || this.#record() === undefined) return this.#planPrune(keep, olderMs)
    return this.#locked(() => {
      const plan = this.#planPrune(keep, olderMs)
      const record = this.#record()
      if (record !== undefined && plan.builds.length > 0)
        this.#write({ ...record, builds: record.builds.filter(({ id }) => !plan.builds.includes(id)) })
      for (const key of plan.keys) this.#removeRelease(key.split('/')[1] ?? '')
      return plan
    })
  }

  async takeDown(isConfirmed: boolean): Promise<TakeDownResult> {
    if (!isConfirmed || this.#names().length === 0) return this.#planTakeDown()
    return this.#locked(() => {
      const plan = this.#planTakeDown()
      const record = this.#record()
      if (record !== undefined) this.#write(markRemoving(record))
      // From here on, none of the site is served.
      rmSync(this.#path(CURRENT), { force: true })
      for (const id of this.#releases()) this.#removeRelease(id)
      rmSync(this.#path(RELEASES), { recursive: true })
      for (const name of [PUBLISHED_RECORD, `${PUBLISHED_RECORD}.new`, `${CURRENT}.new`])
        rmSync(this.#path(name), { force: true })
      if (plan.others.length === 0) rmdirSync(this.#folder)
      return plan
    })
  }

  async status(): Promise<SiteStatus> {
    return { record: this.#record(), lockedBy: undefined }
  }

  async live(): Promise<StoredBuild | undefined> {
    const record = this.#record()
    return record === undefined ? undefined : this.#release(record.id)
  }

  #path(...parts: string[]): string {
    return join(this.#folder, ...parts)
  }

  #locked<T>(work: () => Promise<T> | T): Promise<T> {
    mkdirSync(this.#path(RELEASES), { recursive: true })
    return withFolderLock(this.#folder, () => {
      for (const name of this.#releases())
        if (name.endsWith(UNFINISHED)) rmSync(this.#path(RELEASES, name), { recursive: true, force: true })
      return work()
    })
  }

  #record(): SiteRecord | undefined {
    const file = this.#fileHere(PUBLISHED_RECORD, MAX_RECORD_BYTES)
    return file && readRecord(file)
  }

  #requirePublished(): SiteRecord {
    const record = this.#record()
    if (record === undefined) throw new PublishError('This site was never published here.')
    return record
  }

  /** Reads a file of the site's folder, refusing links; undefined if it does not exist. */
  #fileHere(path: string, maxBytes: number): Buffer | undefined {
    const read = new OutsideFolder(this.#folder).read(path, maxBytes)
    if (read.ok) return read.value
    if (read.error.reason === 'missing') return undefined
    throw new PublishError(`${this.#folder}: ${read.error.message}. Nothing was changed.`)
  }

  #releases(): string[] {
    const names = new OutsideFolder(this.#folder).names(RELEASES)
    if (names.ok) return names.value
    throw new PublishError(`${this.#folder}: ${names.error.message}. Nothing was changed.`)
  }

  #write(record: SiteRecord): void {
    const file = this.#path(`${PUBLISHED_RECORD}.new`)
    // May be left from an interrupted run, or be a link to a file that would be overwritten.
    rmSync(file, { force: true })
    writeFileSync(file, recordContent(record), { flag: 'wx' })
    renameSync(this.#path(`${PUBLISHED_RECORD}.new`), this.#path(PUBLISHED_RECORD))
  }

  #release(id: string): StoredBuild | undefined {
    const folder = this.#path(RELEASES, id)
    const manifest = this.#fileHere(`${RELEASES}/${id}/${MANIFEST}`, MAX_MANIFEST_BYTES)
    return manifest && buildFrom(manifest, folder, fileIn(folder))
  }

  /** Links the build's files and, for pages that are still open, the immutable files of the builds that are kept. */
  #makeRelease({ build, copies }: CompressedBuild): number {
    const written = new Map([...copies, [MANIFEST, build.manifest]])
    const own = new Set([MANIFEST, ...build.entries.map(({ path }) => path)])
    const old = (this.#record()?.builds ?? []).flatMap(({ id }) => this.#immutableFiles(id, own))
    const from = join(this.#dist, build.code)
    const files = [
      ...[...own].map(path => {
        const content = written.get(path)
        return content === undefined
          ? { path, sharedWith: build.copies.get(path) ?? join(from, path) }
          : { path, content }
      }),
      ...new Map(old.map(file => [file.path, file])).values()
    ]
    const release = this.#path(RELEASES, build.id)
    const exists = this.#releases().includes(build.id)
    // The same build again: files that differ are replaced one by one.
    const folder = exists ? release : `${release}${UNFINISHED}`
    const sent = writeSite(folder, files).written
    // The output folder may have been built again in the meantime.
    const there = new OutsideFolder(folder)
    for (const { path, size, sha256: hash } of build.entries) {
      const read = there.read(path, size)
      if (!read.ok || sha256(read.value) !== hash)
        throw new PublishError(`${join(from, path)} has changed during the publish. Publish again.`)
    }
    if (!exists) renameSync(folder, release)
    return sent
  }

  #immutableFiles(id: string, own: ReadonlySet<string>): { path: string; sharedWith: string }[] {
    const folder = this.#path(RELEASES, id)
    const there = new OutsideFolder(folder)
    const entries = this.#release(id)?.entries ?? []
    return entries
      .filter(entry => isImmutable(entry) && !own.has(entry.path) && there.hasFile(entry.path))
      .map(({ path }) => ({ path, sharedWith: join(folder, path) }))
  }

  #planTakeDown(): TakeDownResult {
    const names = this.#names().filter(name => ![RELEASES, CURRENT, PUBLISHED_RECORD].includes(name))
    const kept = this.#releases().map(id => `${RELEASES}/${id}/`)
    const isOurs = (name: string): boolean => [`${CURRENT}.new`, `${PUBLISHED_RECORD}.new`].includes(name)
    return { keys: kept, others: names.filter(name => !isOurs(name)) }
  }

  #names(): string[] {
    const names = new OutsideFolder(this.#folder).names()
    return names.ok ? names.value : []
  }

  #planPrune(keep: number, olderMs: number): PruneResult {
    const record = this.#record()
    if (record === undefined) return { builds: [], keys: [] }
    if (record.state !== 'live') throw new PublishError(`${unfinishedReason(record)} Then prune.`)
    const before = this.#now() - olderMs
    const builds = outdatedBuilds(record, keep, before)
    // A build that was left by an interrupted publish is in no record; its age is that of its folder.
    const isOutdated = (id: string) =>
      builds.includes(id) ||
      (BUILD_ID.test(id) &&
        id !== record.id &&
        !record.builds.some(build => build.id === id) &&
        lstatSync(this.#path(RELEASES, id)).mtimeMs < before)
    const keys = this.#releases()
      .filter(isOutdated)
      .map(id => `${RELEASES}/${id}/`)
    return { builds, keys }
  }

  /** Renames it first, so that a half-removed release is not taken for a release. */
  #removeRelease(id: string): void {
    const leaving = this.#path(RELEASES, `${id}.old${UNFINISHED}`)
    renameSync(this.#path(RELEASES, id), leaving)
    rmSync(leaving, { recursive: true, force: true })
  }

  #pointTo({ id, from }: NextBuild): string {
    const record = markPublishing(this.#record(), { id, from }, [])
    this.#write(record)
    const link = this.#path(`${CURRENT}.new`)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link)
    symlinkSync(`${RELEASES}/${id}`, link)
    renameSync(link, this.#path(CURRENT))
    this.#write(markLive(record, [], new Date(this.#now()).toISOString()))
    return record.publish_id
  }
}
