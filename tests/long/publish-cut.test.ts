import { expect, test } from 'vitest'
import {
  afterEveryCut,
  DAY,
  LOCK_ENDS,
  ORDER,
  replacedOf,
  SITE,
  Stage
} from '#tests/support/publish-stage.ts'
import { smallSite } from '#tests/support/published-site.ts'

// Whatever happens to a publisher, a reader of the site never notices. Each test cuts it off before and after every single request.

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

test('a rollback without a name, cut off at any request and run again and again, brings back one build', async () => {
  const [first = '', second = '', third = ''] = ORDER
  await afterEveryCut(
    [third, second],
    async stage => {
      for (const name of ['first', 'second', 'third']) await stage.publish(name)
    },
    stage => stage.site().rollback(undefined),
    async stage => {
      await stage.site().rollback(undefined)
      const { 'manifest.json': _, ...shown } = stage.shown()
      expect(shown).toEqual(replacedOf('second'))
      const { record } = await stage.site().status()
      expect(record).toMatchObject({ id: second, state: 'live', rolled_back_from: third })
      expect(record?.builds.map(({ id, is_withdrawn }) => [id, is_withdrawn])).toEqual([
        [second, false],
        [third, true],
        [first, false]
      ])
    }
  )
}, 300_000)

test('taking a site down, cut off at any request, shows no page without its assets, and the next run finishes', async () => {
  const cuts = await afterEveryCut(
    undefined,
    async stage => {
      await stage.publish('first')
      await stage.publish('second')
    },
    stage => stage.site().takeDown(true),
    async stage => {
      expect([...stage.server.files.keys()]).toEqual([])
      expect((await stage.site().status()).record).toBe(undefined)
      expect((await stage.publish('second')).outcome).toBe('done')
      const { 'manifest.json': _, ...shown } = stage.shown()
      expect(shown).toEqual(replacedOf('second'))
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
