// The museums of docs/provisioning.md, into which files of answers are imported.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provision } from '#operations/provision/apply.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { reportLines, reportSummary } from '#operations/provision/report.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { NOON, openEmptyEmbedded, wards } from './seeded-database.ts'
import { writeExample } from './worked-example.ts'

export const museums = { ...wards, code: 'museums' }

export const HEAD =
  'organisation,submission,period,questionnaire,case,section,sub_section,question,row,column,value,not_applicable,not_available,section_status,entered_by,entered_at'

/** The lines of one answer each; `M1` of the City Museum in 2026, entered by Anna Berg, unless they say otherwise. */
export const answerLine = (question: string, value: string, fields: Record<string, string> = {}): string => {
  const line: Record<string, string> = {
    organisation: 'CITY',
    submission: 'M1',
    period: '2026',
    questionnaire: 'visits_and_cost',
    section: 'visits',
    sub_section: 'figures',
    question,
    value,
    not_applicable: 'false',
    not_available: 'false',
    section_status: 'complete',
    entered_by: 'Anna Berg',
    entered_at: '2026-04-01T09:30:00.000Z',
    ...fields
  }
  return HEAD.split(',')
    .map(column => line[column] ?? '')
    .join(',')
}

export const answersCsv = (...lines: string[]): string => [HEAD, ...lines, ''].join('\r\n')

/** A complete section of M1. */
export const WHOLE = answersCsv(
  answerLine('visits', '1200'),
  answerLine('cost', '30000'),
  answerLine('each', '25'),
  answerLine('shop', 'yes'),
  answerLine('sales', '900')
)

export interface ImportOptions {
  isApplied?: boolean
  mayReplace?: boolean
}

export interface ImportStore extends OpenDatabase {
  /** Imports files by their names, and returns what the command prints; `write` may put other things into the folder of answers. */
  run: (
    files: Record<string, string | Buffer>,
    options?: ImportOptions,
    write?: (folder: string) => void
  ) => Promise<string[]>
}

export async function openImportStore(
  open = openEmptyEmbedded,
  migration: Parameters<typeof migrate>[1] = {}
): Promise<ImportStore> {
  const store = await open()
  await migrate(store.database, migration)
  await saveProgramme(store.database, museums)
  await saveOutputTypes(store.database, 1)
  const folders = mkdtempSync(join(tmpdir(), 'answers-'))
  let count = 0
  const run: ImportStore['run'] = async (files, { isApplied = true, mayReplace = false } = {}, write) => {
    const folder = writeExample(join(folders, String((count += 1))))
    const answers = join(folder, 'projects/visitors/answers')
    mkdirSync(answers)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(answers, name), content)
    write?.(answers)
    const read = readFolder(folder)
    if (!read.ok) return read.error.map(describeFault)
    const target = { programmeId: 1, timeZone: museums.timeZone, now: NOON, isApplied, mayReplace }
    const entries = await provision(store.database, read.value, target)
    return [...reportLines(entries, read.value), reportSummary(entries, isApplied)]
  }
  await run({})
  return {
    ...store,
    run,
    async close() {
      await store.close()
      rmSync(folders, { recursive: true })
    }
  }
}
