// A folder with one mutation is refused with the position of the mistake, or stored completely. tests/long runs thousands more.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ReadFolder } from '#operations/provision/files/read-folder.ts'
import { mutationsOf, type Mutation } from '#tests/support/folder-mutations.ts'
import { files, MutationStore, readMutated } from '#tests/support/mutated-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'mutated-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** How many accepted folders are also stored. */
const STORED = 5

test('one mutation of one file is reported with its position, or everything is stored', async () => {
  await using store = await MutationStore.open()
  const accepted: { mutation: Mutation; read: ReadFolder }[] = []
  fc.assert(
    fc.property(mutationsOf(files), mutation => {
      const read = readMutated(folder, mutation)
      if (read !== undefined && mutation.text !== files[mutation.file]) accepted.push({ mutation, read })
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) }
  )
  expect(accepted.length).toBeGreaterThan(0)
  for (const { mutation, read } of accepted.slice(0, STORED)) await store.requireStored(read, mutation)
})
