// Two people publish one site at the same time, each with a command of their own for when it is live.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SiteRecord } from '#operations/publish/record.ts'
import {
  forEachSite,
  openSites,
  publishSite,
  rollBackSite,
  takeDownSite,
  type PublishOptions,
  type SiteOutcome
} from '#operations/publish/run.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { smallSite, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

type Kind = 'dir' | 's3'
type Run = Pick<PublishOptions, 'holder' | 'after'> & { name: string; force?: boolean }

let folder: TemporaryFolder
let server: S3Server
beforeEach(async () => {
  folder = new TemporaryFolder()
  server = await S3Server.start()
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

function optionsOf(kind: Kind, { holder, after }: Pick<Run, 'holder' | 'after'>): PublishOptions {
  const { endpoint } = server
  return {
    target:
      kind === 'dir'
        ? { kind, path: folder.file('www') }
        : { kind, bucket: 'sites', prefix: 'network/', endpoint, region: 'eu-west-1' },
    dist: folder.file(holder),
    holder,
    after,
    credentials: KEYS,
    s3: { retries: 0, pause: 1, timeout: 5_000 }
  }
}

async function publish(kind: Kind, { name, force = false, ...run }: Run): Promise<SiteOutcome | undefined> {
  const options = optionsOf(kind, run)
  writeSmallSite(options.dist, 'alpha', name)
  return (await forEachSite(options, ['alpha'], publishSite(options, { force, dryRun: false })))[0]
}

const recordIn = async (kind: Kind): Promise<SiteRecord | undefined> =>
  (await openSites(optionsOf(kind, { holder: 'cy' }))('alpha').status()).record

/** A command that waits once it has begun. */
const slowCommand = () =>
  `touch ${folder.file('begun')}; while [ ! -e ${folder.file('go')} ]; do sleep 0.02; done`

/** Publishes with a command that has not ended before the others are done. */
async function duringFollowUp(kind: Kind, others: () => Promise<void>): Promise<SiteOutcome | undefined> {
  const slow = publish(kind, { holder: 'ann', name: 'first', after: slowCommand() })
  while (!existsSync(folder.file('begun'))) await pause(5)
  await others()
  writeFileSync(folder.file('go'), '')
  return slow
}

const failing = { holder: 'bo', after: 'exit 7' }

test.each<Kind>(['dir', 's3'])(
  'in %s, a command that ends late does not stand for one that failed after a build came back',
  async kind => {
    const outcome = await duringFollowUp(kind, async () => {
      await publish(kind, { holder: 'bo', name: 'second', after: 'true' })
      const options = optionsOf(kind, failing)
      const [back] = await forEachSite(options, ['alpha'], rollBackSite(options, undefined, false))
      expect(back).toMatchObject({ outcome: 'unsound', id: smallSite('alpha', 'first').id })
    })
    expect(outcome).toMatchObject({ outcome: 'done' })
    expect((await recordIn(kind))?.follow_up_due).toContain('after')
    const again = await publish(kind, { holder: 'bo', name: 'first', after: 'true' })
    expect(again).toMatchObject({ outcome: 'unchanged' })
    expect((await recordIn(kind))?.follow_up_due).toEqual(['read_back'])
  }
)

test.each<Kind>(['dir', 's3'])(
  'in %s, a command that ends late does not stand for one that failed after the same build was sent again',
  async kind => {
    await duringFollowUp(kind, async () => {
      expect(await publish(kind, { ...failing, name: 'first', force: true })).toMatchObject({
        outcome: 'unsound'
      })
    })
    expect((await recordIn(kind))?.follow_up_due).toContain('after')
  }
)

test.each<Kind>(['dir', 's3'])(
  'in %s, the command of a build that is live no more changes nothing',
  async kind => {
    await duringFollowUp(kind, async () => {
      expect(await publish(kind, { ...failing, name: 'second' })).toMatchObject({ outcome: 'unsound' })
    })
    expect(await recordIn(kind)).toMatchObject({
      id: smallSite('alpha', 'second').id,
      follow_up_due: expect.arrayContaining(['after'])
    })
  }
)

test('a command that ends after its folder was taken down leaves no folder behind', async () => {
  await duringFollowUp('dir', async () => {
    const options = optionsOf('dir', { holder: 'bo' })
    await forEachSite(options, ['alpha'], takeDownSite(options, true))
  })
  expect(readdirSync(folder.file('www'))).toEqual([])
})

const logged = () => `echo $BUILD_ID >> ${folder.file('log')}`
const log = () =>
  existsSync(folder.file('log')) ? readFileSync(folder.file('log'), 'utf8').trim().split('\n') : []

/** A publisher whose command is done has told about the live build, unless the record says that it is still due. */
async function expectToldOrDue(kind: Kind, what: unknown): Promise<void> {
  const record = await recordIn(kind)
  const isTold = log().includes(record?.id ?? '')
  expect([what, record?.state, record?.follow_up_due.includes('after') === false && !isTold]).toEqual([
    what,
    'live',
    false
  ])
}

test('whenever a second publish of a bucket comes, the command of the live build has run or is due', async () => {
  let hasHappened = true
  for (let request = 1; hasHappened; request++) {
    await server[Symbol.asyncDispose]()
    server = await S3Server.start()
    writeFileSync(folder.file('log'), '')
    hasHappened = false
    let second: SiteOutcome | undefined
    server.fate = async number => {
      if (number === request && !hasHappened) {
        hasHappened = true
        second = await publish('s3', { holder: 'bo', name: 'second', after: logged() })
      }
      return undefined
    }
    const first = await publish('s3', { holder: 'ann', name: 'first', after: logged() })
    server.fate = () => undefined
    const outcomes = [first?.outcome, second?.outcome]
    await expectToldOrDue('s3', [request, outcomes])
    const all = ['first', 'second'].map(name => smallSite('alpha', name).id)
    for (const [at, outcome] of outcomes.entries())
      if (outcome !== undefined)
        expect([request, outcome, log().includes(all[at]!)]).toEqual([request, outcome, outcome === 'done'])
    // Nobody is left with a lock or a due command: the next run does what remains.
    await publish('s3', { holder: 'ann', name: 'second', after: logged() })
    expect(await recordIn('s3')).toMatchObject({ id: all[1], follow_up_due: ['read_back'] })
  }
}, 120_000)

test('two publishes of a folder at the same time both go live, and each command runs', async () => {
  for (const round of [1, 2, 3]) {
    const runs = ['ann', 'bo'].map(holder =>
      publish('dir', { holder, name: `${holder} ${round}`, after: logged() })
    )
    expect((await Promise.all(runs)).map(run => run?.outcome)).toEqual(['done', 'done'])
    expect(log()).toHaveLength(2 * round)
    expect(await recordIn('dir')).toMatchObject({ state: 'live', follow_up_due: ['read_back'] })
    await expectToldOrDue('dir', round)
  }
})
