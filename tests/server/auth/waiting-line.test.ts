import { expect, test } from 'vitest'
import { WaitingLine } from '#server/auth/waiting-line.ts'

const refusal = (): Error => new Error('full')

test('limits running and waiting work, and refuses more until one has finished', async () => {
  const line = new WaitingLine({ atOnce: 2, waiting: 3 })
  let running = 0
  let most = 0
  const finish: (() => void)[] = []
  const visit = () =>
    line.enter(refusal, run =>
      run(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>(done => finish.push(done))
        running -= 1
      })
    )
  const visits = Array.from({ length: 8 }, visit)
  const refused = visits.map(one =>
    one.then(
      () => false,
      error => (error as Error).message === 'full'
    )
  )
  await new Promise(done => setImmediate(done))
  expect(running).toBe(2)
  await expect(visit()).rejects.toThrow('full')
  while (finish.length > 0) {
    finish.shift()?.()
    await new Promise(done => setImmediate(done))
  }
  expect(await Promise.all(refused)).toEqual([false, false, false, false, false, true, true, true])
  expect(most).toBe(2)
  const after = visit()
  await new Promise(done => setImmediate(done))
  finish.shift()?.()
  await expect(after).resolves.toBeUndefined()
})

test('a place is free again after a failure, whether or not anything ran', async () => {
  const line = new WaitingLine({ atOnce: 1, waiting: 0 })
  const fails = () => Promise.reject(new Error('failed'))
  await expect(line.enter(refusal, fails)).rejects.toThrow('failed')
  await expect(line.enter(refusal, run => run(fails))).rejects.toThrow('failed')
  await expect(line.enter(refusal, run => run(() => Promise.resolve(7)))).resolves.toBe(7)
})
