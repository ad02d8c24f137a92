// Correction windows of queried cells: what they open, and what stays closed.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  listCorrectionWindows,
  openCorrectionWindows,
  planCorrectionWindows
} from '#contract/correction-windows.ts'
import { raiseQueries } from '#contract/queries.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'
import { whileNotTakingPart } from '#tests/support/taking-part.ts'

const server = useServer()
const UNTIL = new Date(NOON.getTime() + 60_000).toISOString()

/** A complete questionnaire whose collection has closed. */
async function closedStage(): Promise<Stage> {
  const stage = await openStage(server)
  const { standard } = stage
  const [beds, staff] = standard.section_ids.map(section_id => ({
    questionnaire_id: standard.questionnaire_id,
    section_id
  }))
  await stage.saved(
    beds!,
    ['Beds', 'Beds in use', 'Rooms'].map(name => [standard.cell(name), 9] as const),
    'complete'
  )
  await stage.saved(staff!, [[standard.cell('Staff'), 5]], 'complete')
  await server.database
    .updateTable('questionnaire_periods')
    .set({ closes_at: new Date(1) })
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', '=', standard.questionnaire_id)
    .execute()
  return stage
}

const place = ({ submission_id, standard }: Stage, index = 0) => ({
  submission_id,
  questionnaire_id: standard.questionnaire_id,
  section_id: standard.section_ids[index]!
})

const ask = (stage: Stage, name: string, index = 0) =>
  server.call(
    raiseQueries,
    {
      body: {
        ...selection(stage),
        rules: [],
        cells: [{ ...place(stage, index), ...stage.standard.cell(name), query_text: 'Is this right?' }]
      }
    },
    stage.tokens.admin
  )

const part = (stage: Stage) => ({
  ...selection(stage),
  submission_ids: [stage.submission_id],
  questionnaire_id: stage.standard.questionnaire_id,
  section_id: null
})

const open = (stage: Stage, window_kind: 'cells' | 'change' = 'cells') =>
  server.call(
    openCorrectionWindows,
    { body: { ...part(stage), window_kind, open_until: UNTIL, reason_text: 'Counted twice.' } },
    stage.tokens.admin
  )

async function section(stage: Stage, index = 0) {
  const { questionnaire_id, section_id, submission_id } = place(stage, index)
  const input = { params: { id: questionnaire_id, sid: section_id }, query: { submission_id } }
  const { body } = await server.call(getSectionQuestions, input, stage.tokens.lead)
  return { ...body.section, questions: body.sub_sections.flatMap(({ questions }) => questions) }
}

/** Saves a value in cells, based on what is stored. */
async function save(
  stage: Stage,
  names: string[],
  value: number | null,
  {
    action = 'save',
    index = 0
  }: { action?: 'save' | 'complete' | 'reopen' | 'sign_off'; index?: number } = {}
) {
  const { questions } = await section(stage, index)
  const answers = names.map(name => ({
    ...stage.standard.cell(name),
    value,
    base_version: questions.find(one => one.question_id === stage.standard.cell(name).question_id)!.answer
      .version,
    is_not_applicable: false,
    is_not_available: false
  }))
  const body = { ...place(stage, index), client_change_id: randomUUID(), action, answers }
  return server.call(saveSection, { body }, stage.tokens.lead)
}

test('a window of queried cells lists and opens them with what they add up with, and leaves every other cell closed', async () => {
  const stage = await closedStage()
  await ask(stage, 'Beds')
  const plan = await server.call(planCorrectionWindows, { body: part(stage) }, stage.tokens.admin)
  expect(plan.body.cells.map(cell => [cell.question_text, cell.is_queried])).toEqual([
    ['Beds', true],
    ['Beds in use', false]
  ])
  expect(plan.body.submission_count).toBe(1)
  expect((await save(stage, ['Beds'], 10)).status).toBe(423)
  expect((await open(stage)).body).toEqual({ opened_count: 1, accepted_ids: [] })

  const read = await section(stage)
  expect(read).toMatchObject({ is_locked: false, open_until: UNTIL, open_cell_count: 2 })
  const openNames = read.questions.filter(one => one.is_closed === false).map(one => one.question_text)
  expect(openNames).toEqual(['Beds', 'Beds in use'])
  expect(await section(stage, 1)).toMatchObject({ is_locked: true, lock_reason: 'closed' })

  const saved = await save(stage, ['Beds', 'Beds in use', 'Rooms'], 10)
  expect(saved.body.saved).toHaveLength(2)
  expect(saved.body.rejected).toEqual([
    { ...stage.standard.cell('Rooms'), message: 'This answer is not open for corrections.' }
  ])
  const after = await section(stage)
  const valueOf = (name: string) => after.questions.find(one => one.question_text === name)?.answer.value
  expect(['Beds', 'Beds in use', 'Free beds', 'Rooms'].map(valueOf)).toEqual([10, 10, 0, 9])
  expect(after).toMatchObject({ status: 'complete', corrected_at: NOON.toISOString() })
  expect((await save(stage, ['Staff'], 6, { index: 1 })).status).toBe(423)

  const { body } = await server.call(
    listCorrectionWindows,
    { query: { ...selection(stage), limit: 10, offset: 0 } },
    stage.tokens.admin
  )
  expect(body.correction_windows).toMatchObject([
    { section_id: place(stage).section_id, window_kind: 'cells', open_cell_count: 2 }
  ])
})

test('its section is neither reopened nor signed off, but can be marked complete', async () => {
  const stage = await closedStage()
  await ask(stage, 'Beds')
  await open(stage)
  await save(stage, ['Beds'], 11)
  for (const action of ['reopen', 'sign_off'] as const) {
    const refused = await save(stage, [], 0, { action })
    expect([action, refused.status]).toEqual([action, 423])
    expect(JSON.stringify(refused.body)).toContain('Only some answers are open for corrections.')
  }
  expect((await save(stage, [], 0, { action: 'complete' })).status).toBe(200)
  expect((await section(stage)).status).toBe('complete')
})

test('neither saving nor marking complete removes a required answer with a query', async () => {
  const stage = await closedStage()
  await ask(stage, 'Beds')
  await open(stage)
  for (const action of ['save', 'complete'] as const) {
    const refused = await save(stage, ['Beds'], null, { action })
    expect([action, refused.status]).toEqual([action, 423])
    const { status, questions } = await section(stage)
    const beds = questions.find(one => one.question_text === 'Beds')
    expect([status, beds?.answer.value]).toEqual(['complete', 9])
  }
})

test('a wider window opens the other cells too; cells without a query open nothing', async () => {
  const stage = await closedStage()
  expect((await open(stage)).body.opened_count).toBe(0)
  expect((await save(stage, ['Beds'], 10)).status).toBe(423)
  await ask(stage, 'Beds')
  await ask(stage, 'Staff', 1)
  expect((await open(stage)).body.opened_count).toBe(2)
  expect(await section(stage, 1)).toMatchObject({ open_cell_count: 1 })
  await open(stage, 'change')
  expect(await section(stage)).toMatchObject({ is_locked: false, open_cell_count: null })
  expect((await save(stage, ['Rooms'], 10)).body.rejected).toEqual([])
})

test('a window of queried cells replaces an open one of the same part, also of the whole questionnaire', async () => {
  const stage = await closedStage()
  const other = await closedStage()
  await ask(stage, 'Beds')
  for (const one of [stage, other]) {
    await open(one, 'change')
    await open(one)
  }
  expect(await section(stage)).toMatchObject({ open_cell_count: 2 })
  expect(await section(stage, 1)).toMatchObject({ is_locked: true, lock_reason: 'closed' })
  expect((await save(stage, ['Rooms'], 10)).body.saved).toEqual([])
  // There are no queries, so no window was opened that could replace the other.
  expect(await section(other)).toMatchObject({ is_locked: false, open_cell_count: null })
})

test('a section in which nothing to report was declared is left out, because its cells stay closed', async () => {
  const stage = await closedStage()
  await ask(stage, 'Beds')
  await ask(stage, 'Staff', 1)
  await open(stage, 'change')
  await save(stage, ['Staff'], null, { index: 1, action: 'reopen' })
  const declaration = {
    ...place(stage, 1),
    client_change_id: randomUUID(),
    empty_reason: 'not_recorded' as const
  }
  expect((await server.call(declareEmptySection, { body: declaration }, stage.tokens.lead)).status).toBe(200)
  const plan = await server.call(planCorrectionWindows, { body: part(stage) }, stage.tokens.admin)
  expect(plan.body).toMatchObject({ total: 2, submission_count: 1, declared_count: 1 })
  expect((await open(stage)).body.opened_count).toBe(1)
  expect(await section(stage)).toMatchObject({ open_cell_count: 2 })
  expect(await section(stage, 1)).toMatchObject({ is_locked: true, lock_reason: 'closed' })
})

test('nothing is opened for organisations that have withdrawn or are retired', async () => {
  const stage = await closedStage()
  await ask(stage, 'Beds')
  const act = async () => [(await open(stage, 'change')).body, (await open(stage)).body]
  const none = { opened_count: 0, accepted_ids: [] }
  expect(await whileNotTakingPart(server, stage.place, act)).toEqual([
    [none, none],
    [none, none]
  ])
})

test('only admins of the programme plan and open them, for submissions of the project', async () => {
  const stage = await closedStage()
  const other = await closedStage()
  for (const token of [stage.tokens.lead, stage.tokens.contributor])
    expect((await server.call(planCorrectionWindows, { body: part(stage) }, token)).status).toBe(403)
  const body = { ...part(stage), submission_ids: [other.submission_id] }
  expect((await server.call(planCorrectionWindows, { body }, stage.tokens.admin)).status).toBe(404)
})
