// A programme without demo data: its charts have tabs, and a newer server's kinds of chart come without a migration.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartKind } from '#contract/chart-kinds.ts'
import type { Chart, OutputType } from '#contract/charts.ts'
import type { Collection } from '#contract/collections.ts'
import { OutputName } from '#contract/output-names.ts'
import { ROLE } from '#domain/people/roles.ts'
import { configuredSecret } from '#server/auth/secrets.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { sites } from '#tests/support/server.ts'
import { logInAs } from '#tests/support/session.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const directory = mkdtempSync(join(tmpdir(), 'output-types-'))
const jwtSecret = 'a secret of the tests that is long enough'
const programme_id = sites.programmeId
let server: RunningServer
let database: Database
let token: string

async function start(): Promise<void> {
  server = await startServer({
    port: 0,
    dataDirectory: directory,
    jwtSecret,
    programmes: [sites],
    log: silentLog,
    fill: async opened => {
      database = opened
      return []
    }
  })
}

const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** An account and a project, as a programme has them that nobody filled with demo data. */
async function addProject(): Promise<number> {
  const admin = { email_address: 'admin@sites.example', first_name: 'Ada', last_name: 'Admin' }
  const now = new Date()
  const rows = [{ programme_id, ...admin, role_type_id: ROLE.admin, status: 'active', created_at: now }]
  const project = { project_code: 'streets', project_name: 'Streets' }
  const explorer_types = [{ explorer_type: 'results', label: 'Results' }]
  const projectId = await transaction(database, async tx => {
    await insertRows(tx, 'users', rows, 'user_id')
    const projects = [
      {
        programme_id,
        ...project,
        summary: '',
        visibility: 'named',
        minimum_count: 5,
        explorer_types,
        display_order: 1
      }
    ]
    const [project_id = 0] = await insertRows(tx, 'projects', projects, 'project_id')
    return project_id
  })
  const account = { programmeId: programme_id, emailAddress: admin.email_address }
  token = await logInAs(database, configuredSecret(jwtSecret), account, now)
  return projectId
}

async function addChart(project_id: number): Promise<number> {
  const collection = { project_id, collection_name: 'Repairs', explorer_type: 'results' }
  const { collection_id } = await call<Collection>('POST', 'collections/', collection)
  const chart = { project_id, collection_id, chart_name: 'Potholes' }
  return (await call<Chart>('POST', 'charts', chart)).chart_id
}

const tabsOf = async (chartId: number): Promise<string[]> => {
  const { output_types } = await call<{ output_types: OutputType[] }>(
    'GET',
    `outputTypes/forChart/${chartId}`
  )
  return output_types.map(type => type.output_name)
}

/** What a chart of one series without a statistic offers. */
const tabs = OutputName.options.filter(name => chartKind(name).offeredBy === 'every chart')

let chartId: number
beforeAll(async () => {
  await initialiseData(directory)
  await start()
  chartId = await addChart(await addProject())
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a new chart has its tabs', async () => {
  expect(await tabsOf(chartId)).toEqual(tabs)
})

test('adds output types of this version at the start, and keeps those of a newer one without serving them', async () => {
  const { output_type_id } = await database
    .selectFrom('output_types')
    .select('output_type_id')
    .where('programme_id', '=', programme_id)
    .where('output_name', '=', 'trend')
    .executeTakeFirstOrThrow()
  for (const table of ['chart_output_types', 'output_types'] as const)
    await database
      .deleteFrom(table)
      .where('programme_id', '=', programme_id)
      .where('output_type_id', '=', output_type_id)
      .execute()
  const newer = await database
    .insertInto('output_types')
    .values({ programme_id, output_name: 'newer' as OutputName, tab_name: 'Newer', display_order: 1 })
    .returning('output_type_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('chart_output_types')
    .values({ programme_id, chart_id: chartId, ...newer })
    .execute()
  expect(await tabsOf(chartId)).toEqual(tabs.filter(name => name !== 'trend'))

  await server.close()
  await start()
  expect(await tabsOf(chartId)).toEqual(tabs)
  const { count } = await database
    .selectFrom('chart_output_types')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programme_id)
    .where('chart_id', '=', chartId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(tabs.length + 1)
})
