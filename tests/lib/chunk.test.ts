import { expect, test, vi } from 'vitest'
import { chunk, ChunkError, preload, presentChunk } from '#lib/chunk.ts'
import { eventually } from '#tests/support/patience.ts'

test('code is fetched once and then available without waiting', async () => {
  const fetchCode = vi.fn<() => Promise<{ value: number }>>(async () => ({ value: 1 }))
  const code = chunk(fetchCode)
  expect(code.loaded()).toBeUndefined()
  expect(fetchCode).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([code.load(), code.load()])
  expect(one).toBe(other)
  expect(code.loaded()).toBe(one)
  expect(fetchCode).toHaveBeenCalledOnce()
})

test('a failure is a ChunkError with its cause, and the next call tries again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValueOnce(cause).mockResolvedValue('code')
  const code = chunk(fetchCode)
  const failure = await code.load().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ChunkError)
  expect(failure).toMatchObject({ message: 'Part of this site could not be loaded.', cause })
  expect(await code.load()).toBe('code')
})

test('a preload fails silently', async () => {
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('gone'))
  preload({ load })
  await eventually(() => expect(load).toHaveBeenCalledOnce())
})

test('code that is part of the page is loaded at once', async () => {
  const code = presentChunk('here')
  expect([code.loaded(), await code.load()]).toEqual(['here', 'here'])
})
