import { expect, test, vi } from 'vitest'
import { chunk, ChunkError, preload, presentChunk, setMissingCodeHandler } from '#lib/chunk.ts'
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

test('if the page is reloaded for what was asked for, nothing follows; otherwise the failure is told', async () => {
  const asked: unknown[] = []
  let isReloaded = true
  setMissingCodeHandler(async () => {
    asked.push(isReloaded)
    return isReloaded
  })
  const code = chunk<string>(() => Promise.reject(new TypeError('gone')))
  const followed = vi.fn<() => void>()
  code.load().then(followed, followed)
  await eventually(() => expect(asked).toEqual([true]))
  await Promise.resolve()
  expect(followed).not.toHaveBeenCalled()
  isReloaded = false
  await expect(code.load()).rejects.toThrow(ChunkError)
  expect(asked).toEqual([true, false])
})

test('what is loaded ahead of need, or has a fallback, fails silently', async () => {
  const asked = vi.fn<() => Promise<boolean>>(async () => true)
  setMissingCodeHandler(asked)
  const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('gone'))
  const code = chunk(fetchCode)
  expect(await code.tryLoad()).toBeNull()
  preload(code)
  await eventually(() => expect(fetchCode).toHaveBeenCalledTimes(2))
  expect(asked).not.toHaveBeenCalled()
})

test('code that is part of the page is loaded at once', async () => {
  const code = presentChunk('here')
  expect([code.loaded(), await code.load(), await code.tryLoad()]).toEqual(['here', 'here', 'here'])
})
