import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BATCH_WAIT_MS, backoffSeconds, type Batch } from '#browser/section/sync/save-queue.ts'
import { MAX_CELLS_PER_SAVE } from '#contract/limits.ts'
import { err, ok } from '#lib/result.ts'
import { CONFLICT, nothing, setUpQueue, type Reply } from '#tests/support/save-queue.ts'

const sentValues = (batch: Batch | undefined) => batch?.changes.map(({ key, change }) => [key, change.value])

test('cells wait 600 ms for company and go out in the order of their last edit, each with its newest value', async () => {
  const { timing, edit, requests } = setUpQueue()
  edit('1', 10)
  await timing.pass(300)
  edit('2', 20)
  edit('1', 11)
  await timing.pass(BATCH_WAIT_MS - 301)
  expect(requests).toHaveLength(0)
  await timing.pass(1)
  expect(requests.map(sentValues)).toEqual([
    [
      ['2', 20],
      ['1', 11]
    ]
  ])
})

test('a failure is tried again with the same id and the same cells, after 1, 2, 4 … 256 and then 300 seconds', async () => {
  const { timing, edit, requests, queue } = setUpQueue(
    Array.from({ length: 11 }, () => () => err('Bad gateway', 502))
  )
  expect(Array.from({ length: 11 }, (_, index) => backoffSeconds(index + 1))).toEqual([
    1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300
  ])
  edit('1', 10)
  await timing.pass(BATCH_WAIT_MS)
  edit('1', 12)
  for (let tries = 1; tries <= 11; tries += 1) {
    expect(requests).toHaveLength(tries)
    expect(queue.state).toMatchObject({ is: 'retrying' })
    await timing.pass(backoffSeconds(tries) * 1000)
  }
  expect(new Set(requests.slice(0, 12).map(batch => batch.client_change_id)).size).toBe(1)
  expect(requests.slice(0, 12).map(sentValues)).toEqual(Array.from({ length: 12 }, () => [['1', 10]]))
  await timing.pass(BATCH_WAIT_MS)
  expect(sentValues(requests.at(-1))).toEqual([['1', 12]])
})

test('the person’s word or a new connection tries at once', async () => {
  const { timing, edit, requests, queue } = setUpQueue([() => err('', null)])
  edit('1', 10)
  await timing.pass(BATCH_WAIT_MS)
  queue.resume()
  await timing.pass(0)
  expect(requests).toHaveLength(2)
  expect(queue.state.is).toBe('idle')
})

test.each([401, 403, 423])(
  '%i stops the queue until someone acts; what was refused then goes out as it is by then',
  async status => {
    const { timing, edit, requests, queue } = setUpQueue([() => err('No', status)])
    edit('1', 10)
    await timing.pass(BATCH_WAIT_MS)
    edit('2', 20)
    edit('1', 11)
    await timing.pass(1_000_000)
    expect(requests).toHaveLength(1)
    expect(queue.state).toEqual({ is: 'stopped', error: 'No', status })
    queue.resume()
    await timing.pass(0)
    expect(requests.slice(1).map(sentValues)).toEqual([
      [
        ['2', 20],
        ['1', 11]
      ]
    ])
  }
)

test('more cells than one save takes go out in several, without a pause between them', async () => {
  const { timing, values, queue, requests } = setUpQueue()
  const keys = Array.from({ length: MAX_CELLS_PER_SAVE * 2 + 1 }, (_, index) => String(index + 1))
  for (const key of keys) values.set(key, 1)
  queue.enqueue(keys)
  await timing.pass(BATCH_WAIT_MS * 2)
  expect(requests.map(batch => batch.changes.length)).toEqual([MAX_CELLS_PER_SAVE, MAX_CELLS_PER_SAVE, 1])
})

test('an action goes after all cells; when they cannot be sent it fails instead of waiting', async () => {
  const { timing, edit, queue, requests } = setUpQueue([
    () => ok(nothing),
    () => ok(nothing),
    () => err('Down', 503)
  ])
  edit('1', 10)
  const done = queue.sendAction('complete')
  await timing.pass(0)
  expect(requests.map(batch => batch.action)).toEqual(['save', 'complete'])
  expect(await done).toMatchObject({ ok: true })
  edit('2', 20)
  const failed = queue.sendAction('complete')
  await timing.pass(0)
  expect(await failed).toMatchObject({ ok: false, status: 503 })
})

test('an action fails if a cell that was sent ahead of it waits for the person', async () => {
  const conflict = { question_id: 1, row_id: 0, column_id: 0, mine: 10, theirs: 9, theirs_version: 2 }
  const more = { theirs_updated_at: null, theirs_updated_by: null }
  const unanswered = { theirs_is_not_applicable: false, theirs_is_not_available: false }
  const { timing, edit, queue, requests } = setUpQueue([
    () => ok({ ...nothing, conflicts: [{ ...conflict, ...more, ...unanswered }] })
  ])
  edit('1', 10)
  const failed = queue.sendAction('complete')
  await timing.pass(0)
  expect(requests.map(batch => batch.action)).toEqual(['save'])
  expect(await failed).toEqual(err(CONFLICT))
  expect(queue.state.is).toBe('idle')
})

test('an action that waits when the section is left fails, as one after it does; one under way ends with its reply', async () => {
  const { timing, edit, queue, requests } = setUpQueue()
  edit('1', 10)
  const waiting = queue.sendAction('complete')
  queue.stop()
  expect(await waiting).toMatchObject({ ok: false })
  expect(await queue.sendAction('complete')).toMatchObject({ ok: false })
  await timing.pass(0)
  expect(requests.map(batch => batch.action)).toEqual(['save'])

  const other = setUpQueue()
  const underWay = other.queue.sendAction('complete')
  other.queue.stop()
  expect(await underWay).toMatchObject({ ok: true })
})

test('whatever happens to requests: one at a time, nothing lost, nothing saved twice, the last value last', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('edit' as const), key: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ does: fc.constant('pass' as const), key: fc.integer({ min: 0, max: 3000 }) }),
    fc.record({ does: fc.constant('resume' as const), key: fc.constant(0) })
  )
  const replies = fc.array(
    fc.constantFrom<Reply>(
      () => ok(nothing),
      () => 'lost',
      () => err('', 500),
      () => err('', 401),
      () => err('', 422),
      () => err('', null)
    ),
    { maxLength: 12 }
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), replies, async (steps, script) => {
      const { timing, edit, values, queue, requests, arrived, refused, mostAtOnce } = setUpQueue([...script])
      let value = 0
      for (const { does, key } of steps) {
        if (does === 'edit') edit(String(key), (value += 1))
        else if (does === 'pass') await timing.pass(key)
        else queue.resume()
      }
      for (let round = 0; round < 20; round += 1) {
        queue.resume()
        await timing.pass(400_000)
      }
      expect(mostAtOnce()).toBeLessThanOrEqual(1)
      expect(queue.isBusy).toBe(false)
      const last = new Map(
        [...arrived.values()].flatMap(batch =>
          batch.changes.map(({ key, change }) => [key, change.value] as const)
        )
      )
      // What the server cannot take is told to the person, value by value.
      for (const [key, newest] of values)
        expect([last.get(key), ...refused.filter(([of]) => of === key).map(one => one[1])]).toContain(newest)
      const contents = new Map<string, string>()
      for (const batch of requests) {
        const content = JSON.stringify(batch.changes)
        expect(contents.get(batch.client_change_id) ?? content).toBe(content)
        contents.set(batch.client_change_id, content)
      }
    }),
    { numRuns: 200 }
  )
})
