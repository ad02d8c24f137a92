// A site published to a bucket whose requests can be cut off one by one, with a reader who checks the site after each change.

import { join } from 'node:path'
import { expect } from 'vitest'
import { forEachSite, publishSite, type PublishOptions, type SiteOutcome } from '#operations/publish/run.ts'
import { S3Site } from '#operations/publish/s3-site.ts'
import { s3Store } from '#operations/publish/s3-store.ts'
import { openPart } from '#operations/publish/store.ts'
import { TemporaryFolder } from './programme-folder.ts'
import { readersFaults, smallSite, writeSmallSite } from './published-site.ts'
import { KEYS, S3Server, type Fate } from './s3-server.ts'

export const SITE = 'network/alpha/'
export const ORDER = ['first', 'second', 'third'].map(name => smallSite('alpha', name).id)
export const LOCK_ENDS = 10 * 60_000
export const DAY = 86_400_000

export class Stage implements AsyncDisposable {
  readonly faults = new Set<string>()
  readonly server: S3Server
  readonly #folder = new TemporaryFolder()

  private constructor(server: S3Server) {
    this.server = server
  }

  /** The builds in the order in which they follow one another. */
  static async open(order: readonly string[] = ORDER): Promise<Stage> {
    const stage = new Stage(await S3Server.start())
    stage.server.onChange = () => {
      for (const fault of readersFaults(stage.server, SITE, order)) stage.faults.add(fault)
    }
    return stage
  }

  options(holder = 'ann', retries = 0): PublishOptions {
    const target = {
      kind: 's3',
      bucket: 'sites',
      prefix: 'network/',
      endpoint: this.server.endpoint,
      region: 'eu-west-1'
    } as const
    return {
      target,
      dist: join(this.#folder.path, holder),
      holder,
      credentials: KEYS,
      s3: { retries, pause: 1, timeout: 5_000 }
    }
  }

  async publish(name: string, holder = 'ann', retries = 0): Promise<SiteOutcome> {
    const options = this.options(holder, retries)
    writeSmallSite(options.dist, 'alpha', name)
    return (await forEachSite(options, ['alpha'], publishSite(options, { force: false, dryRun: false })))[0]!
  }

  site(): S3Site {
    const { target, s3 } = this.options()
    if (target.kind !== 's3') throw new Error('not a bucket')
    return new S3Site({ store: openPart(s3Store(target, KEYS, s3), SITE), holder: 'ann' })
  }

  /** No request is answered from the given one on. */
  dieAt(request: number, how: Fate): void {
    const from = this.server.requests + request
    this.server.fate = number => (number < from ? undefined : number === from ? how : 'lost-before')
  }

  revive(): void {
    this.server.fate = () => undefined
    this.server.now += LOCK_ENDS
  }

  /** The version of each file that a reader receives. */
  shown(): Record<string, string> {
    return Object.fromEntries(
      [...this.server.files]
        .map(([key, { content }]) => [key.slice(SITE.length), content.toString()] as const)
        .filter(([key]) => !/^(assets|fonts)\/|^builds\/(lock|current|[0-9a-f]{16})/.test(key))
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    this.#folder[Symbol.dispose]()
  }
}

/** The replaced files of a version: what a reader sees while it is live. */
export function replacedOf(name: string): Record<string, string> {
  const { files } = smallSite('alpha', name)
  return Object.fromEntries(Object.entries(files).filter(([path]) => !/^(assets|fonts)\/|^_/.test(path)))
}

export async function afterEveryCut(
  order: readonly string[] | undefined,
  prepare: (stage: Stage) => Promise<unknown>,
  act: (stage: Stage) => Promise<unknown>,
  settled: (stage: Stage) => Promise<void> | void
): Promise<number> {
  let cuts = 0
  for (let request = 1; ; request++) {
    for (const how of ['lost-before', 'lost-after'] as const) {
      await using stage = await Stage.open(order)
      await prepare(stage)
      stage.faults.clear()
      const before = stage.server.requests
      stage.dieAt(request, how)
      await act(stage).catch(() => undefined)
      const wasCut = stage.server.requests - before >= request
      stage.revive()
      await act(stage)
      expect([request, how, [...stage.faults]]).toEqual([request, how, []])
      await settled(stage)
      if (!wasCut) return cuts
      cuts += 1
    }
  }
}
