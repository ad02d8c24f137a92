// Shared files are pruned while sites are published: whatever comes between which requests, no reader meets a page whose files are missing.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  forEachSite,
  pruneOutcome,
  pruneSharedAssets,
  publishSite,
  type PublishOptions
} from '#operations/publish/run.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { readersFaults, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const MONTH = 31 * 86_400_000
const CODES = ['alpha', 'beta']

class Stage implements AsyncDisposable {
  readonly faults = new Set<string>()
  readonly server: S3Server
  readonly #folder = new TemporaryFolder()

  private constructor(server: S3Server) {
    this.server = server
  }

  /** Both sites were once of version `first`, which nobody keeps; its shared files are still there, and old. */
  static async open(): Promise<Stage> {
    const stage = new Stage(await S3Server.start())
    for (const name of ['first', 'second']) {
      for (const code of CODES) await stage.publish(code, name)
      stage.server.now += MONTH
    }
    await stage.pruneSites()
    stage.server.onChange = () => {
      for (const code of CODES)
        for (const fault of readersFaults(stage.server, `network/${code}/`, [], 'network/shared/'))
          stage.faults.add(fault)
    }
    return stage
  }

  get options(): PublishOptions {
    const { endpoint } = this.server
    return {
      target: { kind: 's3', bucket: 'sites', prefix: 'network/', endpoint, region: 'eu-west-1' },
      dist: join(this.#folder.path, 'dist'),
      holder: 'ann',
      assets: 'shared/',
      credentials: KEYS,
      s3: { retries: 0, pause: 1, timeout: 5_000 }
    }
  }

  async publish(code: string, name: string): Promise<string> {
    writeSmallSite(this.options.dist, code, name)
    const work = publishSite(this.options, { force: false, dryRun: false })
    return (await forEachSite(this.options, [code], work))[0]?.outcome ?? ''
  }

  async pruneSites(): Promise<void> {
    await forEachSite(this.options, CODES, async site => pruneOutcome(await site.prune(0, 1, true), true))
  }

  prune = () => pruneSharedAssets(this.options, 1, true)

  /** Lets something happen as a whole before the given request of what comes next. */
  between(request: number, happens: () => Promise<unknown>): { hasHappened: () => boolean } {
    const at = this.server.requests + request
    let hasHappened = false
    this.server.fate = async number => {
      if (number === at && !hasHappened) {
        hasHappened = true
        await happens()
      }
      return undefined
    }
    return { hasHappened: () => hasHappened }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#folder[Symbol.dispose]()
    await this.server[Symbol.asyncDispose]()
  }
}

const assetsOf = (stage: Stage): string[] =>
  [...stage.server.files.keys()].filter(key => /^network\/shared\/(assets|fonts)\//.test(key))

test('what no kept build of any site names is pruned, and nothing else', async () => {
  await using stage = await Stage.open()
  expect(assetsOf(stage)).toHaveLength(5)
  expect(await stage.prune()).toMatchObject({ outcome: 'done', note: 'removed 0 builds, 2 files' })
  expect(assetsOf(stage)).toHaveLength(3)
  expect([...stage.faults]).toEqual([])
})

test('a prune between any two requests of a publish takes nothing that the publish needs', async () => {
  let request = 1
  for (let isOver = false; !isOver; request++) {
    await using stage = await Stage.open()
    const { hasHappened } = stage.between(request, stage.prune)
    expect(await stage.publish('alpha', 'first')).toBe('done')
    isOver = !hasHappened()
    expect([request, [...stage.faults]]).toEqual([request, []])
  }
  expect(request).toBeGreaterThan(30)
})

test('a publish between any two requests of a prune loses nothing, or is told who prunes', async () => {
  let request = 1
  const outcomes = new Set<string>()
  for (let isOver = false; !isOver; request++) {
    await using stage = await Stage.open()
    const { hasHappened } = stage.between(request, async () =>
      outcomes.add(await stage.publish('alpha', 'first'))
    )
    await stage.prune()
    isOver = !hasHappened()
    expect([request, [...stage.faults]]).toEqual([request, []])
    if (isOver) continue
    expect(['done', 'unchanged']).toContain(await stage.publish('alpha', 'first'))
    expect([request, [...stage.faults]]).toEqual([request, []])
  }
  expect([...outcomes].toSorted()).toEqual(['done', 'locked'])
})

test('a lost manifest stops the prune before anything goes', async () => {
  await using stage = await Stage.open()
  const manifest = [...stage.server.files.keys()].find(key =>
    /^network\/beta\/builds\/[0-9a-f]{16}\/manifest\.json$/.test(key)
  )
  stage.server.files.delete(manifest ?? '')
  expect(await stage.prune()).toMatchObject({
    outcome: 'failed',
    faults: [
      expect.stringMatching(/^Build [0-9a-f]{16} of beta is recorded but not kept\. Nothing was removed\.$/)
    ]
  })
  expect(assetsOf(stage)).toHaveLength(5)
})
