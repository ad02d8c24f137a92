// A programme that is exported and provisioned into an empty database exports the same bytes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { themeFolder } from '#demo/read-theme.ts'
import { seed } from '#demo/seed.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { NOON, openEmptyEmbedded, wards } from '#tests/support/seeded-database.ts'

const codes = ['wards', 'libraries', 'councils', 'sites']
const programmes = codes.map((code, index): RunningProgramme => ({ ...wards, code, programmeId: index + 1 }))
const folders = mkdtempSync(join(tmpdir(), 'round-trip-'))

let running: OpenDatabase
let empty: OpenDatabase

async function openEmpty(): Promise<OpenDatabase> {
  const store = await openEmptyEmbedded()
  await migrate(store.database)
  for (const programme of programmes) {
    await saveProgramme(store.database, programme)
    await saveOutputTypes(store.database, programme.programmeId)
  }
  return store
}

beforeAll(async () => {
  running = await openEmpty()
  await seed(running.database, programmes, { now: NOON, organisations: 6 })
  empty = await openEmpty()
}, 400_000)

afterAll(async () => {
  await running.close()
  await empty.close()
  rmSync(folders, { recursive: true })
})

function read(folder: string): ReadFolder {
  const result = readFolder(folder)
  expect(result.ok ? [] : result.error).toEqual([])
  if (!result.ok) throw new Error('The folder has faults.')
  return result.value
}

test.each(programmes)(
  '$code is the same after export and provision',
  async ({ code, programmeId, timeZone }) => {
    const folder = join(folders, code)
    const before = await exportedFiles(running.database, { programmeId, code, timeZone })
    writeNewFolder(folder, before)
    const files = read(folder)
    const target = { programmeId, timeZone, now: NOON, isApplied: true }

    expect(await provision(running.database, files, target)).toEqual([])

    const entries = await provision(empty.database, files, target)
    expect(new Set(entries.map(({ change }) => change))).toEqual(new Set(['new']))
    const after = await exportedFiles(empty.database, { programmeId, code, timeZone })
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [path, content] of before)
      expect([path, after.get(path)?.toString()]).toEqual([path, content.toString()])

    expect(await provision(empty.database, read(folder), target)).toEqual([])
  }
)

test.each(programmes.slice(0, 3))(
  'the demo of $code equals its folder',
  async ({ code, programmeId, timeZone }) => {
    const target = { programmeId, timeZone, now: NOON, isApplied: false }
    const entries = await provision(running.database, read(themeFolder(code)), target)
    // Tests have fewer organisations, and the demo's groups depend on them.
    const drawn = new Set(['organisations', 'organisation_filter_options', 'peer_groups'])
    expect(entries.filter(({ kind }) => !drawn.has(kind))).toEqual([])
    expect(entries.filter(({ change, kind }) => change === 'new' && kind === 'organisations')).not.toEqual([])
  }
)
