// Answers that are exported, imported into an empty database and exported again are the same bytes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { ROLE } from '#domain/people/roles.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { reportLines, reportSummary } from '#operations/provision/report.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { linesOfCsv, textsIn } from '#tests/support/answer-files.ts'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { NOON, openEmpty, partitionOptions, wards } from '#tests/support/seeded-database.ts'

const codes = ['wards', 'libraries', 'councils', 'sites']
const programmes = codes.map((code, index): RunningProgramme => ({ ...wards, code, programmeId: index + 1 }))
const folders = mkdtempSync(join(tmpdir(), 'answers-round-trip-'))

let running: OpenDatabase
let empty: OpenDatabase

async function openRegistered(): Promise<OpenDatabase> {
  const store = await openEmpty()
  await migrate(store.database, partitionOptions)
  for (const programme of programmes) {
    await saveProgramme(store.database, programme)
    await saveOutputTypes(store.database, programme.programmeId)
  }
  return store
}

beforeAll(async () => {
  running = await openRegistered()
  await seed(running.database, programmes, { now: NOON, organisations: 6 })
  empty = await openRegistered()
  for (const store of [running, empty]) await addAdmins(store)
})

async function addAdmins({ database }: OpenDatabase): Promise<void> {
  for (const { programmeId: programme_id } of programmes)
    await database
      .insertInto('users')
      .values({
        programme_id,
        email_address: 'downloads@admin.example',
        first_name: 'Ada',
        last_name: 'Admin',
        role_type_id: ROLE.superuser,
        status: 'active',
        created_at: NOON
      })
      .execute()
}

afterAll(async () => {
  await running.close()
  await empty.close()
  rmSync(folders, { recursive: true })
})

function read(folder: string): ReadFolder {
  const result = readFolder(folder)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe.each(programmes)('The answers of $code', programme => {
  test('are the same bytes when exported again after an import', async () => {
    const { code, programmeId, timeZone } = programme
    const files = await exportedFiles(running.database, programme)
    const projects = [...files.keys()].flatMap(
      path => /^projects\/([^/]+)\/project\.json$/.exec(path)?.[1] ?? []
    )
    const download = (store: OpenDatabase, project: string, include_query_status: boolean) =>
      downloadAnswers(store.database, programme, project, { include_query_status })
    const before = new Map<string, Buffer>()
    const statuses: string[] = []
    for (const project of projects) {
      before.set(project, await download(running, project, false))
      const whole = await download(running, project, true)
      statuses.push(...textsIn(linesOfCsv(whole), 'query_status'))
      // The status of queries is accepted, and not imported.
      files.set(`projects/${project}/answers/all.csv`, whole)
    }
    expect(statuses.length > 0).toBe(code === 'councils')
    const folder = join(folders, code)
    writeNewFolder(folder, files)

    const target = { programmeId, timeZone, now: NOON, isApplied: true }
    const content = read(folder)
    const entries = await provision(empty.database, content, target)
    const lines = [...reportLines(entries, content), reportSummary(entries, true)]
    expect(lines.filter(line => line.includes('refused'))).toEqual([])

    for (const [project, csv] of before) {
      const after = await download(empty, project, false)
      expect(after.toString().split('\r\n')).toEqual(csv.toString().split('\r\n'))
      expect(after.equals(csv)).toBe(true)
      expect(textsIn(linesOfCsv(await download(empty, project, true)), 'query_status')).toEqual([])
    }
    // The demo's own database has these answers too, and so has the filled one.
    expect(await provision(running.database, read(folder), target)).toEqual([])
    expect(await provision(empty.database, read(folder), target)).toEqual([])
  })
})

describe('What has been retired', () => {
  const [programme] = programmes as [RunningProgramme]
  const project = 'ward-staffing'
  let other: OpenDatabase

  beforeAll(async () => {
    other = await openRegistered()
    await addAdmins(other)
    const { programmeId: programme_id } = programme
    await running.database
      .updateTable('questions')
      .set({ is_active: false })
      .where(eb => eb.and({ programme_id, question_code: 'opened' }))
      .execute()
    await running.database
      .updateTable('organisations')
      .set({ is_active: false })
      .where(eb => eb.and({ programme_id }))
      .where('organisation_id', 'in', eb =>
        eb
          .selectFrom('submissions')
          .select(({ fn }) => fn.max('organisation_id').as('last'))
          .where('programme_id', '=', programme_id)
      )
      .execute()
  })
  afterAll(() => other.close())

  async function importedLines(csv: Buffer, name: string): Promise<string[]> {
    const files = await exportedFiles(running.database, programme)
    files.set(`projects/${project}/answers/all.csv`, csv)
    writeNewFolder(join(folders, name), files)
    const content = read(join(folders, name))
    const { programmeId, timeZone } = programme
    const target = { programmeId, timeZone, now: NOON, isApplied: true }
    return reportLines(await provision(other.database, content, target), content)
  }

  test('is downloaded, but cannot be imported where it does not exist, and the refusal says what to do', async () => {
    const lines = await importedLines(await downloadAnswers(running.database, programme, project), 'retired')
    const refusals = lines.filter(line => line.includes('refused answer'))
    expect(refusals.filter(line => !line.includes('include_retired=false'))).toEqual([])
    expect(refusals.join('\n')).toContain('there is no question "opened" in')
    expect(refusals.join('\n')).toContain('there is no organisation "')
  })

  test('can be left out, and the rest is imported and downloaded again as the same bytes', async () => {
    const csv = await downloadAnswers(running.database, programme, project, { include_retired: false })
    const lines = await importedLines(csv, 'in-use')
    expect(lines.filter(line => line.includes('refused'))).toEqual([])
    const after = await downloadAnswers(other.database, programme, project)
    expect(after.toString().split('\r\n')).toEqual(csv.toString().split('\r\n'))
  })
})
