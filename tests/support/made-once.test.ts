import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { madeOnce } from './made-once.ts'
import { TemporaryFolder } from './programme-folder.ts'

test('whoever needs a fixture that another is making waits for it', async () => {
  using folder = new TemporaryFolder()
  const make = vi.fn<(path: string) => Promise<void>>(async path => {
    writeFileSync(path, 'half')
    await nextTurn()
    writeFileSync(path, 'whole')
  })
  const need = async () => readFileSync(await madeOnce('fixture', make, folder.path), 'utf8')
  expect(await Promise.all([need(), need(), need()])).toEqual(['whole', 'whole', 'whole'])
  expect(await need()).toBe('whole')
  expect(make).toHaveBeenCalledTimes(1)
})

test('a fixture that could not be finished is made anew', async () => {
  using folder = new TemporaryFolder()
  const fail = async (path: string): Promise<void> => {
    writeFileSync(path, 'half')
    throw new Error('No space left.')
  }
  await expect(madeOnce('fixture', fail, folder.path)).rejects.toThrow('No space left.')
  const made = await madeOnce(
    'fixture',
    async path => writeFileSync(path, 'whole', { flag: 'wx' }),
    folder.path
  )
  expect(readFileSync(made, 'utf8')).toBe('whole')
})
