// Applies random programmes, exports them, and applies the exports to themselves and to empty programmes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Database } from '#server/database/schema.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import type { Files } from './provisioned-folder.ts'
import { randomFolder } from './random-folder.ts'
import type { Draw } from './random-questionnaire.ts'
import { retireParts } from './random-retiring.ts'
import { NOON, openEmptyEmbedded, wards } from './seeded-database.ts'

const { code, timeZone } = wards

/** Provisioning an export is a no-op in its own programme, and reproduces it in an empty one. */
export async function requireRoundTrips(runs: number): Promise<void> {
  const folders = mkdtempSync(join(tmpdir(), 'random-'))
  const store = await openEmptyEmbedded()
  try {
    await migrate(store.database)
    let id = 0
    await fc.assert(
      fc.asyncProperty(fc.gen(), async draw => {
        id += 3
        await requireRoundTrip(store.database, folders, draw, id)
      }),
      { numRuns: runs }
    )
  } finally {
    await store.close()
    rmSync(folders, { recursive: true })
  }
}

async function requireRoundTrip(database: Database, folders: string, draw: Draw, id: number): Promise<void> {
  const written = randomFolder(draw, code)
  const [source, copy, retiredCopy] = [id - 2, id - 1, id]
  const apply = async (programmeId: number, files: Files) => {
    const folder = mkdtempSync(join(folders, 'folder-'))
    writeNewFolder(folder, files)
    const read = readFolder(folder)
    expect(read.ok ? [] : read.error.map(describeFault)).toEqual([])
    if (!read.ok) throw new Error('The folder has faults.')
    return provision(database, read.value, { programmeId, timeZone, now: NOON, isApplied: true })
  }
  const exported = (programmeId: number) => exportedFiles(database, { programmeId, code, timeZone })
  for (const programmeId of [source, copy, retiredCopy]) {
    await saveProgramme(database, { ...wards, programmeId })
    await saveOutputTypes(database, programmeId)
  }
  const entries = await apply(source, written)
  expect(entries.filter(({ change }) => change !== 'new')).toEqual([])
  const files = await exported(source)
  expect(await apply(source, files)).toEqual([])
  expect(await apply(source, written)).toEqual([])
  expect((await apply(copy, files)).filter(({ change }) => change === 'refused')).toEqual([])
  expect(texts(await exported(copy))).toEqual(texts(files))
  expect(await apply(copy, files)).toEqual([])
  await retireParts(database, source, draw)
  const left = await exported(source)
  expect(await apply(source, left)).toEqual([])
  expect((await apply(retiredCopy, left)).filter(({ change }) => change === 'refused')).toEqual([])
  expect(texts(await exported(retiredCopy))).toEqual(texts(left))
  expect(await apply(retiredCopy, left)).toEqual([])
}

const texts = (files: Files): [string, string][] =>
  [...files].map(([path, content]) => [path, String(content)])
