// Thousands of mistakes in the files of a sound folder: each is told with its place, or everything is stored.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { mutationsOf } from '#tests/support/folder-mutations.ts'
import { files, MutationStore, readMutated } from '#tests/support/mutated-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'mutated-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('each of thousands of mistakes is told with its place, or everything is stored', async () => {
  await using store = await MutationStore.open()
  let stored = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(files), async mutation => {
      const read = readMutated(folder, mutation)
      if (read === undefined) return
      await store.requireStored(read, mutation)
      stored += 1
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 4000) }
  )
  expect(stored).toBeGreaterThan(0)
}, 1_800_000)
