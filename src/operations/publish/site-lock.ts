import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { readJson } from '#outside/json.ts'
import {
  LockedError,
  MAX_RECORD_BYTES,
  PublishError,
  type WriteCondition,
  type ObjectStore
} from './store.ts'

export const LOCK = 'builds/lock.json'
/** A lock that is not renewed expires: its publisher has died. Longer than a request with all its retries. */
const LOCK_MS = 5 * 60_000
const RENEW_AFTER_MS = LOCK_MS / 3

const LockFile = v.object({
  holder: v.string(),
  /** Distinguishes publishers with the same name. */
  token: v.string(),
  /** When it expires, ISO 8601, by the clock of the store. */
  until: v.pipe(v.string(), v.isoTimestamp())
})
type LockFile = v.InferOutput<typeof LockFile>

const parseLock = (content: Buffer): LockFile | undefined => {
  const result = readJson(content.toString(), LockFile)
  return result.ok ? result.value : undefined
}

/**
 * Lets one publisher at a time change a site. The lock is a file that is created if there is none, and taken over once it has expired, by a
 * conditional write. It is released by letting it expire, not by removing it: every store supports conditional writes, but not conditional
 * deletes.
 */
export class SiteLock {
  readonly #store: ObjectStore
  readonly #holder: string
  readonly #token = randomUUID()
  #version = ''
  #until = 0

  private constructor(store: ObjectStore, holder: string) {
    this.#store = store
    this.#holder = holder
  }

  static async take(store: ObjectStore, holder: string): Promise<SiteLock> {
    const lock = new SiteLock(store, holder)
    if (await lock.#write('new')) return lock
    // Whoever loses the race for an expired lock finds the new one at the second attempt.
    for (let attempt = 0; attempt < 3; attempt++) {
      const file = await store.get(LOCK, MAX_RECORD_BYTES)
      if (file === undefined) {
        if (await lock.#write('new')) return lock
        continue
      }
      const there = parseLock(file.content)
      if (there?.token === lock.#token) {
        lock.#version = file.version
        return lock
      }
      if (there !== undefined && Date.parse(there.until) > store.now()) throw lockedBy(there)
      if (await lock.#write({ version: file.version })) return lock
    }
    throw new LockedError('Someone else is publishing this site. Try again later.')
  }

  /** Renews the lock if it is due. Called before every visible step; throws if another publisher has taken over. */
  async renew(): Promise<void> {
    if (this.#until - this.#store.now() > LOCK_MS - RENEW_AFTER_MS) return
    if (!(await this.#write({ version: this.#version }))) await this.#fail()
  }

  /** Lets it expire, with a time that is in the past by every clock. */
  async release(): Promise<void> {
    await this.#write({ version: this.#version }, 0)
  }

  /** Removes the lock of a removed site. A publisher that took it over finds it missing and stops. */
  async remove(): Promise<void> {
    await this.renew()
    await this.#store.remove(LOCK, this.#version)
  }

  async #write(condition: WriteCondition, until = this.#store.now() + LOCK_MS): Promise<boolean> {
    const file: LockFile = {
      holder: this.#holder,
      token: this.#token,
      until: new Date(until).toISOString()
    }
    const headers = { type: 'application/json; charset=utf-8', cacheControl: 'no-store' }
    const content = Buffer.from(`${JSON.stringify(file)}\n`)
    const version = await this.#store.put(LOCK, content, headers, condition)
    const written = version ?? (await this.#ownVersion(file.until))
    if (written === undefined) return false
    this.#version = written
    this.#until = until
    return true
  }

  /** The version that the first attempt of a retried request wrote. */
  async #ownVersion(until: string): Promise<string | undefined> {
    const file = await this.#store.get(LOCK, MAX_RECORD_BYTES)
    const there = file === undefined ? undefined : parseLock(file.content)
    return there?.token === this.#token && there.until === until ? file?.version : undefined
  }

  async #fail(): Promise<never> {
    const file = await this.#store.get(LOCK, MAX_RECORD_BYTES)
    const there = file === undefined ? undefined : parseLock(file.content)
    throw there === undefined ? new PublishError(`${LOCK} was removed in the meantime.`) : lockedBy(there)
  }
}

const lockedBy = ({ holder, until }: LockFile): LockedError =>
  new LockedError(`${holder} is publishing this site; the lock ends at ${until} at the latest.`)

/** Who holds the lock, and until when. */
export async function lockHolder(store: ObjectStore): Promise<string | undefined> {
  const file = await store.get(LOCK, MAX_RECORD_BYTES)
  const there = file === undefined ? undefined : parseLock(file.content)
  return there !== undefined && Date.parse(there.until) > store.now()
    ? `${there.holder} until ${there.until}`
    : undefined
}
