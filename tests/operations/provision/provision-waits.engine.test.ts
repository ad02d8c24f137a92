// Provisioning waits for others and they for it, in orders that an idle machine never produces: on two connections.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { acceptSubmissions } from '#contract/acceptances.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { decideQueries, raiseQueries } from '#contract/queries.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { linesOfCsv } from '#tests/support/answer-files.ts'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { countDeadlocks } from '#tests/support/deadlocks.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import type { Files } from '#tests/support/provisioned-folder.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer, wards } from '#tests/support/server.ts'
import { holdingRows, untilWaiting } from '#tests/support/waiting.ts'

// The embedded engine has one connection, so nothing happens at the same time.
describe.runIf(process.env['TEST_DATABASE_URL'])('while others wait', () => {
  const here = useServer()
  const there = useServer({ beside: here })
  const folders = mkdtempSync(join(tmpdir(), 'waits-'))
  let count = 0
  afterAll(() => rmSync(folders, { recursive: true }))
  const programme = { programme_id: PROGRAMME }
  const target = { ...wards, now: new Date(0), isApplied: true, mayReplace: true }

  /** The programme as it is now, with files changed. */
  async function folderWith(edit: (files: Files) => void): Promise<ReadFolder> {
    const files = await exportedFiles(here.database, wards)
    edit(files)
    const folder = join(folders, String((count += 1)))
    writeNewFolder(folder, files)
    const read = readFolder(folder)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    return read.value
  }

  const run = (desired: ReadFolder) => provision(there.database, desired, { ...target, now: here.clock.now })

  const codeOf = async ({ place }: Stage): Promise<string> =>
    (
      await here.database
        .selectFrom('projects')
        .select('project_code')
        .where(eb => eb.and({ ...programme, project_id: place.project_id }))
        .executeTakeFirstOrThrow()
    ).project_code

  async function fill({ standard, saved }: Stage): Promise<void> {
    const { questionnaire_id } = standard
    const [beds = 0, staff = 0] = standard.section_ids
    const answers = [
      [standard.cell('Beds'), 10],
      [standard.cell('Beds in use'), 5],
      [standard.cell('Rooms'), 4]
    ] as const
    await saved({ questionnaire_id, section_id: beds }, answers, 'complete')
    await saved({ questionnaire_id, section_id: staff }, [[standard.cell('Staff'), 7]], 'complete')
  }

  const hoursFromNow = (hours: number): Date => new Date(here.clock.now.getTime() + hours * 3_600_000)

  interface ProjectFile {
    requires_acceptance?: boolean
    periods: { time_period: string; published_at?: string | null }[]
  }

  test.each<[string, (file: ProjectFile) => void]>([
    [
      'whose date is postponed',
      ({ periods }) => {
        for (const period of periods) if (period.time_period === '2026') period.published_at = '2027-06-01'
      }
    ],
    ['of a project that now requires acceptance', file => void (file.requires_acceptance = true)]
  ])('does not publish a period %s meanwhile', async (_, edit) => {
    const stage = await openStage(here)
    await fill(stage)
    const scope = { ...programme, ...selection(stage) }
    await here.database
      .updateTable('project_periods')
      .set({ collection_closes_at: hoursFromNow(-30), published_at: hoursFromNow(-1) })
      .where(eb => eb.and(scope))
      .execute()
    await here.database
      .updateTable('questionnaire_periods')
      .set({ closes_at: hoursFromNow(-30) })
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', 'in', [stage.standard.questionnaire_id, stage.survey.questionnaire_id])
      .execute()
    // An edition would hold this even if acceptance is required.
    const { submission_id, standard, tokens } = stage
    const accepted_questionnaires = [{ submission_id, questionnaire_id: standard.questionnaire_id }]
    const accepting = { body: { ...selection(stage), accepted_questionnaires } }
    expect((await here.call(acceptSubmissions, accepting, tokens.admin)).status).toBe(200)
    const path = `projects/${await codeOf(stage)}/project.json`
    const desired = await folderWith(files => {
      const file = JSON.parse(String(files.get(path))) as ProjectFile
      edit(file)
      files.set(path, JSON.stringify(file))
    })
    // Provisioning takes the structure first, and writes the period afterwards.
    const held = await holdingRows(
      here.database,
      sql`select 1 from peer_groups where programme_id = ${PROGRAMME} for key share`
    )
    const running = run(desired)
    await untilWaiting(here.database, 1)
    const publishing = publishDue(here.database, [PROGRAMME], here.clock.now)
    await untilWaiting(here.database, 2)
    await held.release()
    expect((await running).map(({ change }) => change)).toEqual(['changed'])
    expect(await publishing).toEqual([])
    const editions = await here.database
      .selectFrom('editions')
      .select('edition_number')
      .where(eb => eb.and(scope))
      .execute()
    expect(editions).toEqual([])
    // Nothing is left to publish for the next case.
    await here.database
      .updateTable('project_periods')
      .set({ published_at: null })
      .where(eb => eb.and(scope))
      .execute()
  })

  test('an import and a decision about several queries do not wait for each other', async () => {
    const stage = await openStage(here)
    await fill(stage)
    const { standard, submission_id, tokens } = stage
    const raise = async (question: string, section: number): Promise<number> => {
      const cell = {
        questionnaire_id: standard.questionnaire_id,
        section_id: standard.section_ids[section]!,
        submission_id,
        ...standard.cell(question),
        query_text: 'Right?'
      }
      const body = { ...selection(stage), rules: [], cells: [cell], due_at: null }
      const { query_ids } = (await here.call(raiseQueries, { body }, tokens.admin)).body
      return query_ids[0]!
    }
    // The import reads the section of the later query first.
    const queries = [{ query_id: await raise('Staff', 1) }, { query_id: await raise('Rooms', 0) }]
    const code = await codeOf(stage)
    const lines = linesOfCsv(await downloadAnswers(here.database, wards, code, { layout: 'long' }))
    const head = Object.keys(lines[0]!)
    const csv = (section: string, former: string, value: string): string =>
      [
        head.join(','),
        ...lines
          .filter(line => line['section'] === section)
          .map(line =>
            head.map(name => (name === 'value' && line[name] === former ? value : line[name])).join(',')
          ),
        ''
      ].join('\r\n')
    const desired = await folderWith(files => {
      files.set(`projects/${code}/answers/a.csv`, csv('beds', '4', '44'))
      files.set(`projects/${code}/answers/b.csv`, csv('staff', '7', '77'))
    })
    // The second file comes once the decision waits.
    const second = desired.answers[1]!
    const { open } = second
    let began = 0
    second.open = () => {
      began += 1
      const opened = open()
      if (!opened.ok) return opened
      const late = new PassThrough()
      void untilWaiting(here.database, 1).then(() => opened.value.pipe(late))
      return { ok: true, value: late } as unknown as ReturnType<typeof open>
    }
    const deadlocks = await countDeadlocks(here.database)
    const running = run(desired)
    await expect.poll(() => began).toBe(1)
    const body = { act: 'resolve' as const, queries, entry_text: 'Done.' }
    const reply = await here.call(decideQueries, { body }, tokens.admin)
    const entries = await running
    expect(entries.filter(({ change }) => change === 'refused')).toEqual([])
    expect(reply.status).toBe(200)
    expect(began, 'imports that were started').toBe(1)
    expect(await countDeadlocks(here.database), 'deadlocks').toBe(deadlocks)
  })

  test('an admin who adds charts to a group and a run that changes them do not wait for each other', async () => {
    const admin = await here.tokenOf('admin')
    const project_id = await projectCoded(here, 'ward-staffing')
    const charts = await here.database
      .selectFrom('charts')
      .select(['chart_id', 'chart_name'])
      .where(eb => eb.and({ ...programme, project_id }))
      .orderBy('chart_id')
      .execute()
    const { chart_group_id } = await here.database
      .selectFrom('chart_groups as g')
      .innerJoin('collections as c', on => inProgramme(on, 'c', 'g', 'collection_id'))
      .select('g.chart_group_id')
      .where(eb => eb.and({ 'c.programme_id': PROGRAMME, 'c.project_id': project_id }))
      .orderBy('g.chart_group_id')
      .executeTakeFirstOrThrow()
    const [changed, other] = [charts[0]!, charts.at(-1)!]
    const desired = await folderWith(files => {
      for (const [path, text] of files)
        if (path.includes('/charts') && String(text).includes(JSON.stringify(changed.chart_name)))
          files.set(path, String(text).replaceAll(/"unit": ?"[^"]*"/g, '"unit": "changed"'))
    })
    const held = await holdingRows(
      here.database,
      sql`select 1 from charts where programme_id = ${PROGRAMME} and chart_id = ${other.chart_id} for update`
    )
    const deadlocks = await countDeadlocks(here.database)
    const memberships = [changed, other].map(({ chart_id }) => ({
      chart_id,
      chart_group_id,
      display_order: 9
    }))
    const adding = here.call(createChartGroupMemberships, { body: { memberships } }, admin)
    await untilWaiting(here.database, 1)
    const running = run(desired)
    await untilWaiting(here.database, 2)
    await held.release()
    expect((await adding).status).toBe(200)
    const entries = await running
    expect(entries.map(({ change }) => change)).toContain('changed')
    expect(await countDeadlocks(here.database), 'deadlocks').toBe(deadlocks)
  })
})
