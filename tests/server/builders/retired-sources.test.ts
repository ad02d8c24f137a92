// A formula comes into use only with what it reads, whichever call or file brings it back.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSubSection,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { workshopOf, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, add, question, integer, put, change, opened, answer } = questionnaireBuilding(server)
const { make, read } = structureBuilding(server)
let workshop: Workshop
beforeAll(() => (workshop = workshopOf(server.database)))
afterAll(() => workshop.close())

const [off, on] = [{ is_active: false }, { is_active: true }]

/** A grid of two rows with a question in both, and a list below it. */
async function gridAndList(name: string) {
  const { section_id, sub_section_id: grid } = await add(name, 'grid')
  const rows: number[] = []
  for (const row_name of ['Day', 'Night']) {
    const body = { sub_section_id: grid, row_name }
    rows.push((await server.call(createSubSectionRow, { body }, await admin())).body.row_id)
  }
  const column = { sub_section_id: grid, column_name: 'Staff' }
  const { column_id } = (await server.call(createSubSectionColumn, { body: column }, await admin())).body
  const asked = await integer(`${name}: staff`)
  for (const row_id of rows) await put({ sub_section_id: grid, question_id: asked, row_id, column_id })
  const below = { section_id, sub_section_name: `${name}: below` }
  const list = (await server.call(createSubSection, { body: below }, await admin())).body.sub_section_id
  const [day, night] = rows as [number, number]
  return { section_id, grid, list, day, night, column_id, asked }
}

async function calculated(text: string, sub_section_id: number, expression: string) {
  const { question_id } = (
    await question({ question_text: text, question_type: 'calculated', expression: '1' })
  ).body
  await put({ sub_section_id, question_id })
  const { status } = await change(question_id, { expression })
  return { question_id, status }
}

const row = async (id: number, body: typeof on) =>
  server.call(updateSubSectionRow, { params: { id }, body }, await admin())
const valuesIn = async (section: number) =>
  (await opened(section)).body.sub_sections.flatMap(one =>
    one.questions.map(({ answer: { value } }) => value)
  )

test('restores a sum only with the answered row that it counted', async () => {
  const { section_id, list, day, night, column_id, asked } = await gridAndList('Sum')
  await answer(section_id, asked, 30, { row_id: day, column_id })
  await answer(section_id, asked, 12, { row_id: night, column_id })
  const [other, later] = [await integer('Sum: other'), await integer('Sum: later')]
  for (const id of [other, later]) await put({ sub_section_id: list, question_id: id })
  const { question_id } = await calculated('Sum: all', list, `sum(q${asked})`)
  await answer(section_id, other, 1)
  expect(await valuesIn(section_id)).toEqual(expect.arrayContaining([1, 42]))
  const before = await workshop.exported()
  expect((await change(question_id, off)).status).toBe(200)
  expect((await row(night, off)).status).toBe(200)

  const reason = 'the formula of “Sum: all” reads “Night”, which is retired; restore it first'
  const { status, body } = await change(question_id, on)
  expect([status, body.detail]).toEqual([422, `is_active: ${reason}`])
  const lines = await workshop.run(withoutRow(before, 'Sum', 'Night'))
  expect(lines.join('\n')).toContain(`is_active: ${reason}`)

  expect((await row(night, on)).status).toBe(200)
  expect((await change(question_id, on)).status).toBe(200)
  await answer(section_id, later, 2)
  expect(await valuesIn(section_id)).toEqual(expect.arrayContaining([2, 42]))
})

/** The files with the formula, but without a row that it counts. */
function withoutRow(files: Files, section: string, name: string): Files {
  const edited: Files = new Map(files)
  editQuestionnaire(edited, 'skill-mix-and-absence', ({ sections }) => {
    const [grid] = sections.find(({ section_name }) => section_name === section)!.sub_sections
    grid!.rows = grid!.rows!.filter(one => one !== name)
    grid!.cells = grid!.cells.filter(cell => cell.row !== name)
  })
  return edited
}

test('restores a formula or a condition only with the question that it reads', async () => {
  const { section_id, sub_section_id } = await add('Only')
  const [source, shown] = [await integer('Only: source'), await integer('Only: shown')]
  for (const question_id of [source, shown]) await put({ sub_section_id, question_id })
  const double = await calculated('Only: double', sub_section_id, `2 * q${source}`)
  expect((await change(shown, { visible_if: `q${source} > 0` })).status).toBe(200)
  await answer(section_id, source, 21)
  await answer(section_id, shown, 7)
  for (const id of [double.question_id, shown, source]) expect((await change(id, off)).status).toBe(200)
  for (const [id, text] of [
    [double.question_id, 'Only: double'],
    [shown, 'Only: shown']
  ] as const) {
    const { status, body } = await change(id, on)
    expect([status, body.detail]).toEqual([
      422,
      `is_active: the formula of “${text}” reads “Only: source”, which is retired; restore it first`
    ])
  }
  for (const id of [source, double.question_id, shown]) expect((await change(id, on)).status).toBe(200)
})

test('restores a part with a formula only with what it reads', async () => {
  const { section_id, grid, list, night, column_id, asked } = await gridAndList('Part')
  const { question_id } = await calculated('Part: one', list, `q${asked}_r${night}_c${column_id}`)
  const part = async (body: typeof on) =>
    server.call(updateSubSection, { params: { id: list }, body }, await admin())
  expect((await part(off)).status).toBe(200)
  expect((await row(night, off)).status).toBe(200)
  expect((await part(on)).body.detail).toBe(
    'is_active: the formula of “Part: one” reads “Night”, which is retired; restore it first'
  )
  // Another list of the section is no way round it.
  const body = { section_id, sub_section_name: 'Another' }
  const other = (await server.call(createSubSection, { body }, await admin())).body.sub_section_id
  expect((await put({ sub_section_id: other, question_id })).body).toMatchObject({
    detail: expect.stringContaining('reads “Night”, which is retired') as string
  })
  expect(grid).toBeGreaterThan(0)
})

test('a new formula cannot name what is retired, but sum what is left', async () => {
  const { list, night, column_id, asked } = await gridAndList('New')
  const single = await integer('New: single')
  await put({ sub_section_id: list, question_id: single })
  expect((await row(night, off)).status).toBe(200)
  expect((await change(single, off)).status).toBe(200)
  const { question_id } = await calculated('New: formula', list, '1')
  const refusals = [
    [`q${asked}_r${night}_c${column_id} + 1`, 'reads “Night”, which is retired; restore it first'],
    [`q${single} + 1`, 'reads “New: single”, which is retired; restore it first']
  ] as const
  for (const [expression, reason] of refusals) {
    const { status, body } = await change(question_id, { expression })
    expect([status, body.detail]).toEqual([422, `expression: ${reason}`])
  }
  expect((await change(question_id, { expression: `sum(q${asked})` })).status).toBe(200)
  expect((await change(question_id, off)).status).toBe(200)
})

test('one run of files can change a formula and retire what it read', async () => {
  const { section_id, sub_section_id } = await add('Run')
  const [kept, gone] = [await integer('Run: kept'), await integer('Run: gone')]
  for (const question_id of [kept, gone]) await put({ sub_section_id, question_id })
  await calculated('Run: formula', sub_section_id, `q${kept} + q${gone}`)
  const files = await workshop.exported()
  editQuestionnaire(files, 'skill-mix-and-absence', file => {
    const codeOf = (text: string) =>
      file.questions.find(({ question_text }) => question_text === text)!.question_code
    const [left, removed] = [codeOf('Run: kept'), codeOf('Run: gone')]
    file.questions.find(({ question_text }) => question_text === 'Run: formula')!.expression = `2 * [${left}]`
    file.questions = file.questions.filter(({ question_code }) => question_code !== removed)
    for (const { sub_sections } of file.sections)
      for (const one of sub_sections) one.cells = one.cells?.filter(cell => cell.question !== removed)
  })
  expect((await workshop.run(files)).at(-1)).toMatch(/1 retired\. Everything was written\.$/)
  expect((await opened(section_id)).body.sub_sections[0]!.questions).toHaveLength(2)
})

test('a drafted questionnaire has no retired questions', async () => {
  const { questions, sections } = structuredClone(draft)
  const retired = questions.map(one => ({ ...one, ...off }))
  const { reply } = await make('Drafted', { questions: retired, sections })
  expect((await read(reply.body.questionnaire_id)).body.questions).toEqual(
    questions.map(() => expect.objectContaining(on) as unknown)
  )
})
