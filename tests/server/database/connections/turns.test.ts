import { expect, test } from 'vitest'
import { BusyDatabaseError } from '#server/database/connections/busy.ts'
import { Turns } from '#server/database/connections/turns.ts'

const ENDLESS = 2 ** 31 - 1

test('as many run as may, the others in the order in which they came', async () => {
  const turns = new Turns({ atOnce: 2, patienceMs: ENDLESS })
  const begun: number[] = []
  const finish: (() => void)[] = []
  const runs = [0, 1, 2, 3].map(number =>
    turns.run(async () => {
      begun.push(number)
      await new Promise<void>(done => finish.push(done))
      if (number === 1) throw new Error('failed')
    })
  )
  const results = Promise.allSettled(runs)
  await new Promise(done => setImmediate(done))
  expect(begun).toEqual([0, 1])
  finish[1]!()
  await new Promise(done => setImmediate(done))
  expect(begun).toEqual([0, 1, 2])
  finish[0]!()
  await new Promise(done => setImmediate(done))
  expect(begun).toEqual([0, 1, 2, 3])
  for (const end of finish) end()
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled'
  ])
})

test('a turn that does not come in time is given up, and does not come later', async () => {
  const turns = new Turns({ atOnce: 1, patienceMs: 10 })
  const first = Promise.withResolvers<void>()
  const running = turns.run(() => first.promise)
  let hasBegun = false
  const late = turns.run(async () => void (hasBegun = true))
  await expect(late).rejects.toThrow(BusyDatabaseError)
  first.resolve()
  await running
  expect(hasBegun).toBe(false)
  expect(await turns.run(async () => 'done')).toBe('done')
})
