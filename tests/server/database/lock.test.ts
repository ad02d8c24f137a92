// Of the processes that open a data directory at the same time, one gets it.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUseError, lockDirectory } from '#server/database/lock.ts'

const STARTED_TOGETHER = 8
/** No process has it: the highest that Linux gives is 4,194,304. */
const DEAD = { pid: 99_999_999, started: '1' }

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
  file = join(directory, 'lock')
})
afterEach(() => rmSync(directory, { recursive: true }))

/** The functions that release the directory, of all that tried to lock it. */
async function lockTogether() {
  const tries = await Promise.allSettled(
    Array.from({ length: STARTED_TOGETHER }, () => lockDirectory(directory))
  )
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DirectoryInUseError)
  return tries.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
}

test.each([
  ['nobody has used', null],
  ['a process that is gone had locked', JSON.stringify(DEAD)],
  ['a process that is gone was about to lock', '']
])('one of several gets a directory that %s', async (_, left) => {
  for (let round = 0; round < 20; round++) {
    if (left !== null) writeFileSync(file, left)
    const [release, ...others] = await lockTogether()
    expect(others).toEqual([])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
    await release!()
    expect(readdirSync(directory)).toEqual([])
  }
})

test('goes on where a process ended while it took over the lock of another', async () => {
  for (const name of ['lock', 'lock.takeover']) writeFileSync(join(directory, name), JSON.stringify(DEAD))
  const [release, ...others] = await lockTogether()
  expect(others).toEqual([])
  await release!()
  expect(readdirSync(directory)).toEqual([])
})

test('leaves the lock of another process', async () => {
  const release = await lockDirectory(directory)
  const other = JSON.stringify({ ...DEAD, pid: 1 })
  writeFileSync(file, other)
  await release()
  expect(readFileSync(file, 'utf8')).toBe(other)
})
