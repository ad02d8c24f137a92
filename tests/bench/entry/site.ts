// The real thing: the built site and its API with a table of numbers of each size in a questionnaire of the demo data.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { startSite } from '#tests/bench/site-process.ts'
import { createAsk, logInAs, type Ask } from '#tests/support/api-client.ts'
import { buildTable, type TestTable } from '#tests/support/entry-table.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// An administrator places cell by cell, which takes minutes for thousands: the tables are kept for the next run.
const kept = join(root, '.cache/bench-entry')
const programme = { programme_id: 1, code: 'wards' }

type Table = Pick<TestTable, 'path' | 'place'>

export interface TableShape {
  rows: number
  columns: number
}

export interface EntrySite {
  url: string
  /** The folder of the site's files. */
  folder: string
  /** Of the organisation's lead, for the cookie `token`. */
  token: string
  pathOf: (shape: TableShape) => string
  /** The API's answer about a table's section. */
  readSection: (shape: TableShape) => Promise<unknown>
  close: () => Promise<void>
}

const nameOf = ({ rows, columns }: TableShape): string => `${rows}x${columns}`

async function makeTables(ask: Ask, shapes: readonly TableShape[]): Promise<Record<string, Table>> {
  const file = join(kept, 'tables.json')
  const tables = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Table>) : {}
  for (const shape of shapes) {
    if (tables[nameOf(shape)] !== undefined) continue
    console.log(`Making a table of ${shape.rows * shape.columns} cells …`)
    const { path, place } = await buildTable(ask, programme.programme_id, shape)
    tables[nameOf(shape)] = { path, place }
    writeFileSync(file, JSON.stringify(tables))
  }
  return tables
}

/** Builds and starts everything as `npm start` does, with data of its own, and makes the tables that are missing, as an administrator does. */
export async function openSite(shapes: readonly TableShape[], reset: boolean): Promise<EntrySite> {
  if (reset) rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  const { url, api, folder, close } = await startSite(programme.code, join(kept, 'data'))
  try {
    const ask = createAsk({ api, programme })
    const tables = await makeTables(ask, shapes)
    const tableOf = (shape: TableShape): Table => tables[nameOf(shape)] as Table
    return {
      url,
      folder,
      token: await logInAs({ api, programme }, 'lead'),
      pathOf: shape => tableOf(shape).path,
      readSection: shape => {
        const { questionnaireId: id, sectionId: sid, submissionId: submission_id } = tableOf(shape).place
        return ask(getSectionQuestions, { params: { id, sid }, query: { submission_id } })
      },
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}
