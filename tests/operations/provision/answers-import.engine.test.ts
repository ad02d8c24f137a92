// What an import of answers does to a running programme: who sees what, what stays, and what happens to those who save meanwhile.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PERSON_NAME_LENGTH } from '#contract/limits.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { csvFile } from '#lib/csv.ts'
import { ok } from '#lib/result.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { reportLines, reportSummary } from '#operations/provision/report.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { linesOfCsv, linesOfZip, type FileLine } from '#tests/support/answer-files.ts'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'
import { storedOn } from '#tests/support/stored-answers.ts'

const PROJECT = 'ward-staffing'
const FILE = `projects/${PROJECT}/answers/a.csv`
const server = useServer()
const { save, section } = savingOn(server)
const { submissionCoded, codeOf, answersOf, recordedImports } = storedOn(server)
const folders = mkdtempSync(join(tmpdir(), 'answers-import-'))
afterAll(() => rmSync(folders, { recursive: true }))

/** The programme as it is, without answers. */
let content: ReadFolder
/** The answers of all organisations in all periods. */
let lines: FileLine[]
beforeAll(async () => {
  const folder = join(folders, 'wards')
  writeNewFolder(folder, await exportedFiles(server.database, wards))
  const read = readFolder(folder)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  content = read.value
  lines = linesOfCsv(await downloadAnswers(server.database, wards, PROJECT))
})

const csvOf = (some: readonly FileLine[]): string =>
  csvFile([Object.keys(lines[0]!), ...some.map(line => Object.values(line))])

interface Options {
  isApplied?: boolean
  mayReplace?: boolean
  /** The file as it arrives. */
  pieces?: () => AsyncIterable<Buffer>
}

async function run(
  some: readonly FileLine[],
  { isApplied = true, mayReplace = false, pieces }: Options = {}
) {
  const open = () => ok(Readable.from(pieces?.() ?? [Buffer.from(csvOf(some))]))
  const desired = { ...content, answers: [{ project: PROJECT, file: FILE, open }] }
  const target = { ...wards, now: server.clock.now, isApplied, mayReplace }
  const entries = await provision(server.database, desired, target)
  return [...reportLines(entries, desired), reportSummary(entries, isApplied)]
}

/** A complete section of an organisation, for another submission. */
function sectionFor(submission: string, fields: FileLine = {}): FileLine[] {
  const first = lines.find(
    line => line['section_status'] === 'complete' && line['period'] === '2026' && line['question'] === 'beds'
  )!
  return lines
    .filter(line => ['submission', 'period', 'section'].every(column => line[column] === first[column]))
    .map(line => ({
      ...line,
      submission,
      entered_by: 'Old System',
      entered_at: '2020-05-01T08:00:00.000Z',
      ...fields
    }))
}

describe('A submission that nobody has registered', () => {
  test('is only planned at first, then imported, and then there is nothing to do', async () => {
    const some = sectionFor('OLD1')
    const before = (await recordedImports()).length
    const planned = await run(some, { isApplied: false })
    expect(await submissionCoded('OLD1')).toEqual([])
    expect(await recordedImports()).toHaveLength(before)
    expect(planned).toHaveLength(2)
    expect(planned[0]).toMatch(
      new RegExp(
        `^${FILE}:2 new answers of ${PROJECT} › 2026 › \\w+: ${some.length} added, 0 changed, 0 unchanged, 1 new submission \\[${some.length} answers, 1 submission, \\d+ (person|people)\\]$`
      )
    )
    expect((await run(some)).slice(0, -1)).toEqual(planned.slice(0, -1))
    expect(await run(some)).toEqual(['Nothing to do.'])
    const imports = await recordedImports()
    expect(imports).toHaveLength(before + 1)
    expect(imports[0]).toMatchObject({
      acted_by: 'provisioning',
      actor_name: null,
      project_name: 'Ward staffing',
      time_period_name: '2026',
      questionnaire_name: expect.any(String)
    })
    const [submission] = await submissionCoded('OLD1')
    const stored = await answersOf(submission!.submission_id)
    expect(stored).toHaveLength(some.length)
    for (const answer of stored)
      expect(answer).toMatchObject({
        version: 1,
        updated_at: NOON,
        updated_by_user_id: null,
        source_author: 'Old System',
        source_time: new Date('2020-05-01T08:00:00.000Z')
      })
  })

  test('keeps the longest name that an account can have', async () => {
    const entered_by = `${'A'.repeat(MAX_PERSON_NAME_LENGTH)} ${'B'.repeat(MAX_PERSON_NAME_LENGTH)}`
    expect((await run(sectionFor('OLD0', { entered_by }))).at(-1)).toBe('1 new. Everything was written.')
    const [submission] = await submissionCoded('OLD0')
    for (const { source_author } of await answersOf(submission!.submission_id))
      expect(source_author).toBe(entered_by)
  })

  test('continues the same unit in a period that is closed', async () => {
    const before = await run(sectionFor('OLD1', { period: '2024' }))
    expect(before.at(-1)).toBe('1 new. Everything was written.')
    const [[now], [then]] = [await submissionCoded('OLD1'), await submissionCoded('OLD1', '2024')]
    expect(then).toEqual({ ...now, submission_id: expect.any(Number) })
  })

  test('counts in the charts of members at once', async () => {
    const request = { chart: 'Support staff per bed', period: '2026' }
    const countNow = async () => {
      const { value_counts } = seriesOf((await askFor(server, request)).body)
      return value_counts.reduce((sum, { total_count }) => sum + total_count, 0)
    }
    const before = await countNow()
    await run(sectionFor('OLD2'))
    expect(await countNow()).toBe(before + 1)
  })
})

describe('An answer that people entered', () => {
  const question = 'Staffed beds'
  const place = async () => {
    const ward = await ownSubmission(server, PROJECT, '2026')
    const cell = await cellOf(server, ward, question)
    const { submission_code } = await codeOf(ward)
    const own = lines.filter(
      line =>
        line['submission'] === submission_code && line['period'] === '2026' && line['question'] === 'beds'
    )
    const changed = { value: '77', entered_by: 'Old System', section_status: '' }
    return { ward, cell, own: own.map((line): FileLine => ({ ...line, ...changed })) }
  }

  test('is never overwritten without --replace', async () => {
    const { ward, own } = await place()
    const before = await answersOf(ward)
    expect(await run(own)).toEqual([
      `${FILE}:2 refused answer: people have entered another answer here; --replace overwrites it [no answers]`,
      '1 refused. Nothing was written, because something was refused.'
    ])
    expect(await answersOf(ward)).toEqual(before)
  })

  test('stays in the history, where the imported one is marked', async () => {
    const { ward, cell, own } = await place()
    expect((await run(own, { mayReplace: true }))[0]).toContain('0 added, 1 changed, 0 unchanged')
    const { question_id, row_id, column_id } = cell.place
    const { body } = await server.call(
      getSectionQuestions,
      {
        params: { id: cell.questionnaire_id, sid: cell.section_id },
        query: { submission_id: ward, cell: `${question_id}:${row_id}:${column_id}` }
      },
      await server.tokenOf('lead')
    )
    const [imported, former] = body.cell_details!.history
    expect(imported).toMatchObject({ value: 77, is_imported: true, updated_by: 'Old System' })
    expect(former).not.toHaveProperty('is_imported')

    const zip = await downloadAnswers(server.database, wards, PROJECT, { include: ['history'] })
    const history = linesOfZip(zip)['history.csv']!.filter(
      line => line['submission'] === own[0]!['submission']
    )
    const versions = history.filter(line => line['question'] === 'beds' && line['period'] === '2026')
    expect(versions.map(line => [line['value'], line['imported_at']])).toEqual([
      [expect.any(String), ''],
      ['77', NOON.toISOString()]
    ])
    // Calculated cells follow.
    expect((await section(ward, cell)).sub_sections.flatMap(({ questions }) => questions)).toContainEqual(
      expect.objectContaining({
        question_id,
        answer: expect.objectContaining({ value: 77, is_imported: true })
      })
    )
  })

  test('may be entered over an imported one, and is then protected', async () => {
    const { ward, cell, own } = await place()
    const stored = (await answersOf(ward)).find(one => one.question_id === cell.place.question_id)
    const saved = await save(ward, cell, [{ value: 33, base_version: stored!.version }])
    expect(saved.body.saved).toHaveLength(1)
    expect((await run(own))[0]).toContain('people have entered another answer here')
  })
})

test('A corrected file changes imported answers, and those of a signed-off section only with --replace', async () => {
  const some = sectionFor('OLD3', { section_status: 'signed_off' })
  await run(some)
  const corrected = some
    .filter(line => line['question'] !== 'nurses_per_bed')
    .map(line => (line['question'] === 'beds' ? { ...line, value: '41' } : line))
  expect((await run(corrected))[0]).toContain(`0 added, 1 changed, ${corrected.length - 1} unchanged`)
  // One more row in a list that the organisation has signed off.
  const row = lines.find(
    line => line['section_status'] === 'signed_off' && line['question'] === 'vacant_part'
  )!
  const added = [{ ...row, row: '9' }]
  expect((await run(added))[0]).toContain('people have signed this section off; --replace changes it anyway')
  expect((await run(added, { isApplied: false, mayReplace: true }))[0]).toContain('1 added, 0 changed')
})

test('Someone who saves during an import sees the imported answer', async () => {
  const ward = await ownSubmission(server, PROJECT, '2026', 2)
  const cell = await cellOf(server, ward, 'Staffed beds')
  const sample = lines.find(line => line['question'] === 'beds')
  const { submission_code } = await codeOf(ward)
  const own = lines.find(line => line['submission'] === submission_code)!
  const line = {
    ...sample!,
    organisation: own['organisation']!,
    submission: submission_code,
    period: '2026',
    value: '19',
    section_status: 'in_progress'
  }
  const { promise: isRead, resolve: beginReading } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvOf([]))
    beginReading()
    await isReleased
    yield Buffer.from(csvOf([line]).split('\r\n').slice(1).join('\r\n'))
  }
  const importing = run([], { pieces })
  await isRead
  const saving = save(ward, cell, [{ value: 5, base_version: 0 }])
  release()
  expect((await importing)[0]).toContain('1 added')
  const { body } = await saving
  expect(body.saved).toEqual([])
  expect(body.conflicts).toMatchObject([{ mine: 5, theirs: 19 }])
})

test('Imports leave other programmes alone', async () => {
  const rows = await server.database
    .selectFrom('answers')
    .select('programme_id')
    .distinct()
    .where('source_author', 'is not', null)
    .execute()
  expect(rows).toEqual([{ programme_id: 1 }])
})
