import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forEachSite, publishing, type PublishOptions, type SiteOutcome } from '#publish/run.ts'
import { S3Site } from '#publish/s3-site.ts'
import { s3Store } from '#publish/s3-store.ts'
import { below } from '#publish/store.ts'
import { TemporaryFolder } from '../support/programme-folder.ts'
import { readersFaults, smallSite, writeSmallSite } from '../support/published-site.ts'
import { KEYS, S3Server, type Fate } from '../support/s3-server.ts'

// Whatever happens to a publisher, a reader of the site never notices. Each test cuts it off before and after every single request.

const SITE = 'network/alpha/'
const ORDER = ['first', 'second', 'third'].map(name => smallSite('alpha', name).id)
const LOCK_ENDS = 10 * 60_000
const DAY = 86_400_000

class Stage implements AsyncDisposable {
  readonly faults = new Set<string>()
  readonly server: S3Server
  readonly #folder = new TemporaryFolder()

  private constructor(server: S3Server) {
    this.server = server
  }

  /** Builds from old to new as they are meant to follow one another. */
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
    return (await forEachSite(options, ['alpha'], publishing(options, { force: false, dryRun: false })))[0]!
  }

  site(): S3Site {
    const { target, s3 } = this.options()
    if (target.kind !== 's3') throw new Error('not a bucket')
    return new S3Site({ store: below(s3Store(target, KEYS, s3), SITE), holder: 'ann' })
  }

  /** Nothing answers any more from the given request on. */
  dieAt(request: number, how: Fate): void {
    const from = this.server.requests + request
    this.server.fate = number => (number < from ? undefined : number === from ? how : 'lost-before')
  }

  revive(): void {
    this.server.fate = () => undefined
    this.server.now += LOCK_ENDS
  }

  /** What the site shows: the version of each file that a reader asks for. */
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

/** The replaced files of a version, which is what a reader sees when it is live. */
function replacedOf(name: string): Record<string, string> {
  const { files } = smallSite('alpha', name)
  return Object.fromEntries(Object.entries(files).filter(([path]) => !/^(assets|fonts)\/|^_/.test(path)))
}

async function afterEveryCut(
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

test('a publish cut off at any request leaves every reader a whole site, and the next one completes it', async () => {
  const cuts = await afterEveryCut(
    undefined,
    stage => stage.publish('first'),
    stage => stage.publish('second'),
    async stage => {
      const { 'manifest.json': _, ...shown } = stage.shown()
      expect(shown).toEqual(replacedOf('second'))
      expect((await stage.site().status()).record).toMatchObject({ id: ORDER[1], state: 'live' })
    }
  )
  expect(cuts).toBeGreaterThan(50)
}, 300_000)

test('a first publish cut off at any request shows no page without its assets', async () => {
  await afterEveryCut(
    undefined,
    async () => undefined,
    stage => stage.publish('first'),
    stage => {
      const { 'manifest.json': _, ...shown } = stage.shown()
      expect(shown).toEqual(replacedOf('first'))
    }
  )
}, 300_000)

test('a rollback cut off at any request leaves a whole site, needs no dist, and can be done again', async () => {
  const [first = '', second = ''] = ORDER
  const cuts = await afterEveryCut(
    [second, first],
    async stage => {
      await stage.publish('first')
      await stage.publish('second')
    },
    stage => stage.site().rollback(first),
    async stage => {
      const { 'manifest.json': _, ...shown } = stage.shown()
      expect(shown).toEqual(replacedOf('first'))
      expect(
        (await stage.site().status()).record?.builds.map(({ id, superseded_at }) => [
          id,
          superseded_at === null
        ])
      ).toEqual([
        [first, true],
        [second, false]
      ])
    }
  )
  expect(cuts).toBeGreaterThan(30)
}, 300_000)

test('a prune cut off at any request never takes what a kept build needs, and the next one finishes', async () => {
  await afterEveryCut(
    undefined,
    async stage => {
      for (const name of ['first', 'second', 'third']) {
        await stage.publish(name)
        stage.server.now += 40 * DAY
      }
    },
    stage => stage.site().prune(1, 30 * DAY, true),
    async stage => {
      const keys = [...stage.server.files.keys()].join('\n')
      const ids = (await stage.site().status()).record?.builds.map(({ id }) => id)
      expect(ids).toEqual([ORDER[2], ORDER[1]])
      expect(keys).not.toContain(ORDER[0])
      const names = (name: string) =>
        Object.keys(smallSite('alpha', name).files).filter(path => path.startsWith('assets/'))
      expect(names('first').filter(path => stage.server.files.has(SITE + path))).toEqual([])
      for (const name of ['second', 'third'])
        expect(names(name).filter(path => !stage.server.files.has(SITE + path))).toEqual([])
      await stage.site().rollback(undefined)
      expect(stage.server.text(`${SITE}index.html`)).toContain(ORDER[1])
    }
  )
}, 300_000)

test('of two publishers, with a fifth of all answers 503, one wins and the other is told by whom it was beaten', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    await using stage = await Stage.open()
    let state = seed
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    stage.server.fate = () => (random() < 0.2 ? 503 : undefined)
    const [ann, bob] = await Promise.all([
      stage.publish('first', 'ann', 12),
      stage.publish('first', 'bob', 12)
    ])
    const outcomes = [ann.outcome, bob.outcome].toSorted()
    // Who comes when the other has finished finds that nothing is left to do.
    expect(['done,locked', 'done,unchanged']).toContain(outcomes.join(','))
    const beaten = [ann, bob].find(({ outcome }) => outcome === 'locked')
    if (beaten !== undefined)
      expect(beaten.faults[0]).toMatch(beaten === ann ? /^bob is publishing/ : /^ann is publishing/)
    expect([seed, [...stage.faults]]).toEqual([seed, []])
    const { 'manifest.json': _, ...shown } = stage.shown()
    expect(shown).toEqual(replacedOf('first'))
  }
}, 120_000)

test('a publisher that slept through the end of its lock overwrites nothing of the next one', async () => {
  const puts = replacedOf('second')
  for (let nth = 1; nth <= Object.keys(puts).length; nth++) {
    await using stage = await Stage.open()
    await stage.publish('first')
    let live = 0
    stage.server.fate = async (_request, method, key) => {
      if (method !== 'PUT' || !(key.slice(SITE.length) in puts) || (live += 1) !== nth) return undefined
      // This request is on its way for so long that another publisher begins and ends meanwhile.
      stage.server.fate = () => undefined
      stage.server.now += LOCK_ENDS
      expect((await stage.publish('third', 'bob')).outcome).toBe('done')
      return undefined
    }
    const ann = await stage.publish('second', 'ann')
    expect([nth, ann.outcome]).toEqual([nth, 'locked'])
    const { 'manifest.json': _, ...shown } = stage.shown()
    expect(shown).toEqual(replacedOf('third'))
  }
}, 120_000)
