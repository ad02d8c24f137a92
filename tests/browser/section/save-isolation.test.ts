import { expect, test } from 'vitest'
import { BATCH_WAIT_MS } from '#browser/section/sync/save-queue.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { nothing, setUpQueue, type Reply } from '#tests/support/save-queue.ts'

/** Replies to every request by its keys; more than any test sends. */
const scripted = (reply: (request: number) => Result<SectionSubmissionResult>): Reply[] =>
  Array.from({ length: 100 }, (_, index) => () => reply(index))

test.each([400, 413, 422])(
  '%i for every change is no fault of the changes: nothing is refused, all wait',
  async status => {
    let isOut = true
    const { timing, edit, queue, refused, arrived } = setUpQueue(
      scripted(() => (isOut ? err('no', status) : ok(nothing)))
    )
    for (let key = 1; key <= 5; key++) edit(String(key), key)
    await timing.pass(BATCH_WAIT_MS * 4)
    expect(queue.state).toMatchObject({ is: 'stopped', status })
    expect(refused).toEqual([])
    isOut = false
    queue.resume()
    await timing.pass(BATCH_WAIT_MS * 4)
    const sent = [...arrived.values()].flatMap(batch => batch.changes.map(({ key }) => key))
    expect(new Set(sent)).toEqual(new Set(['1', '2', '3', '4', '5']))
    expect(queue.isBusy).toBe(false)
  }
)

test('a change that is refused while others are accepted is at fault, even if it comes first', async () => {
  const seen: string[][] = []
  const { timing, edit, queue, refused, requests } = setUpQueue(
    scripted(() => {
      const keys = (requests.at(-1)?.changes ?? []).map(({ key }) => key)
      seen.push(keys)
      return keys.includes('1') || keys.includes('2') ? err('no', 422) : ok(nothing)
    })
  )
  for (let key = 1; key <= 6; key++) edit(String(key), key)
  await timing.pass(BATCH_WAIT_MS * 4)
  expect(refused.map(([key]) => key)).toEqual(['1', '2'])
  expect(queue.state.is).toBe('idle')
  expect(seen.flat()).toContain('6')
})

test('a small change that is "too large" on its own waits: something on the way is at fault', async () => {
  const { timing, edit, queue, refused } = setUpQueue(scripted(() => err('no', 413)))
  edit('1', 1)
  await timing.pass(BATCH_WAIT_MS * 4)
  expect(queue.state).toMatchObject({ is: 'stopped', status: 413 })
  expect(refused).toEqual([])
})
