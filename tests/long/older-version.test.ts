// The oldest version of the code that may run beside this one, on one database with it: while a newer one migrates, while both serve, and when
// the newer one is taken back. Its code is that of the commit, run as it was.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getChartData } from '#contract/chart-data.ts'
import { listProjects } from '#contract/projects.ts'
import { searchGlobal } from '#contract/search.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { getCurrentUser } from '#contract/users.ts'
import { openPostgres, type OpenDatabase } from '#server/database/open.ts'
import { tableMaker } from '#server/database/table-maker.ts'
import { transaction } from '#server/database/transaction.ts'
import { createAsk, type Ask } from '#tests/support/api-client.ts'
import { catalogueOf } from '#tests/support/catalogue.ts'
import { expanding } from '#tests/support/expanding.ts'
import { checkOut, commitThatAdded, oldestBeside } from '#tests/support/older-version.ts'
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts'
import type { SectionWriter } from '#tests/support/section-writer.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { wardWriters } from '#tests/support/ward-writers.ts'

const SECRET = 'a secret of the tests that is long enough'
const WRITES = 20
const commit = commitThatAdded(oldestBeside())
const thisYear = String(new Date().getUTCFullYear())
const programme = { programme_id: 1, code: 'wards' }

describe.skipIf(commit === undefined)(`the version of ${commit?.slice(0, 7)} beside this one`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'older-'))
  let postgres: RunningPostgres
  let store: OpenDatabase
  let environment: Record<string, string>
  let older: ServerProcess
  let newer: ServerProcess
  let writers: SectionWriter[]

  const startOlder = () => startProcess(environment, ['--demo'], 'scripts/api.ts', folder)
  beforeAll(async () => {
    checkOut(commit!, folder)
    postgres = await startPostgres()
    environment = { DATABASE_URL: postgres.url, JWT_SECRET: SECRET }
    older = await startOlder()
    store = openPostgres(postgres.url)
    writers = await wardWriters(store, SECRET)
  }, 600_000)
  afterAll(async () => {
    await newer?.kill()
    await older?.kill()
    await store?.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What a member sees, without what tells when it was calculated. */
  async function seenAt(server: ServerProcess) {
    const ask: Ask = createAsk({ api: server.url, programme })
    const [project_id, time_period_id, chart, submission] = await Promise.all([
      projectCoded(store, 'ward-staffing'),
      periodNamed(store, thisYear),
      chartNamed(store, 'Students per registered nurse'),
      ownSubmission(store, 'ward-staffing', thisYear)
    ])
    const { series } = await ask(getChartData, {
      params: { a: chart, b: submission },
      query: { peerGroupId: 'null' },
      body: { project_id, organisation_id: 0, time_period_id }
    })
    return {
      me: await ask(getCurrentUser, {}),
      projects: await ask(listProjects, { query: { programme_id: 1, time_period_id } }),
      found: await ask(searchGlobal, { body: { query: 'beds' } }),
      series
    }
  }

  /** What both servers say of each cell, and what their writers were told. */
  const standing = async () =>
    Promise.all(
      writers.map(async writer => ({
        told: writer.acknowledged,
        older: new Set((await writer.standing(older.url)).map(cell => JSON.stringify(cell))),
        newer: new Set((await writer.standing(newer.url)).map(cell => JSON.stringify(cell)))
      }))
    )
  async function expectAgreement(): Promise<void> {
    for (const cells of await standing()) {
      const told = new Set([JSON.stringify(cells.told)])
      expect(cells).toEqual({ told: cells.told, older: told, newer: told })
    }
  }

  test('it goes on saving while a newer one migrates', async () => {
    const writing = Promise.all(writers.map(writer => writer.write(older.url, WRITES)))
    newer = await startProcess(environment)
    const { columns } = await catalogueOf(store.database)
    const tables = new Set([...columns.keys()].map(name => name.split('.')[0]!))
    await transaction(store.database, tx =>
      expanding(tables).up(tableMaker(tx, { partitions: 0, isDistributed: false }))
    )
    await writing
    await expectAgreement()
  }, 120_000)

  test('both save at once, and each knows what the other has saved', async () => {
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        writers.map((writer, index) =>
          writer.write((index + round) % 2 === 0 ? older.url : newer.url, WRITES)
        )
      )
      await expectAgreement()
    }
  }, 120_000)

  /** Students on placement in the first own ward, whose other figures are there. */
  async function saveStudents(server: ServerProcess, value: number): Promise<void> {
    const ask = createAsk({ api: server.url, programme })
    const submission_id = await ownSubmission(store, 'ward-staffing', thisYear)
    const cell = await cellOf(store, submission_id, 'Students on placement')
    const { questionnaire_id, section_id, place, version } = cell
    const change = (action: 'reopen' | 'save', answers: object[]) =>
      ask(saveSection, {
        body: {
          questionnaire_id,
          section_id,
          submission_id,
          action,
          client_change_id: randomUUID(),
          answers: answers.map(answer => ({ ...place, base_version: version, value, ...answer }))
        }
      })
    await change('reopen', [])
    expect((await change('save', [{}])).saved).toEqual([{ ...place, version: version + 1 }])
  }

  test('a figure that was saved at one is in the chart of the other, whichever has kept it', async () => {
    const numeratorAt = async (server: ServerProcess) =>
      (await seenAt(server)).series[0]?.values.find(one => one.is_selected)?.numerator
    for (const [index, [writing, reading]] of [
      [older, newer],
      [newer, older]
    ].entries()) {
      expect(await numeratorAt(reading!)).toBe(await numeratorAt(writing!))
      await saveStudents(writing!, 17 + index)
      expect([await numeratorAt(reading!), await numeratorAt(writing!)]).toEqual([17 + index, 17 + index])
    }
  }, 120_000)

  test('taken back, the older one starts on what the newer one has left', async () => {
    const before = await seenAt(newer)
    await newer.kill()
    await older.kill()
    older = await startOlder()
    const after = await seenAt(older)
    expect(after.series).toEqual(before.series)
    expect(after.found.results.length).toBe(before.found.results.length)
    await Promise.all(writers.map(writer => writer.write(older.url, 1)))
    newer = await startProcess(environment)
    await expectAgreement()
  }, 120_000)
})
