// What a formula reads is not retired under it.

import { expect, test } from 'vitest'
import {
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, add, question, integer, put, change } = questionnaireBuilding(server)

test('retires a part that a formula reads only after the formula', async () => {
  const { section_id, sub_section_id } = await add('Read by formulas')
  const [beds, spare] = [await integer('Beds'), await integer('Spare beds')]
  for (const question_id of [beds, spare]) await put({ sub_section_id, question_id })
  const made = await server.call(
    createSubSection,
    { body: { section_id, sub_section_name: 'By site', layout: 'grid' } },
    await admin()
  )
  const grid = made.body.sub_section_id
  const row = await server.call(
    createSubSectionRow,
    { body: { sub_section_id: grid, row_name: 'Here' } },
    await admin()
  )
  const column = await server.call(
    createSubSectionColumn,
    { body: { sub_section_id: grid, column_name: 'Now' } },
    await admin()
  )
  const closed = await integer('Closed beds')
  const cell = { row_id: row.body.row_id, column_id: column.body.column_id }
  await put({ sub_section_id: grid, question_id: closed, ...cell })
  const expression = `q${beds} - q${closed}_r${cell.row_id}_c${cell.column_id}`
  const open = (await question({ question_text: 'Open beds', question_type: 'calculated', expression: '1' }))
    .body.question_id
  await put({ sub_section_id, question_id: open, is_required: false })
  expect((await change(open, { expression })).status).toBe(200)

  const off = { is_active: false }
  const retiring = {
    question: () => change(beds, off),
    row: async () =>
      server.call(updateSubSectionRow, { params: { id: cell.row_id }, body: off }, await admin()),
    column: async () =>
      server.call(updateSubSectionColumn, { params: { id: cell.column_id }, body: off }, await admin()),
    subSection: async () => server.call(updateSubSection, { params: { id: grid }, body: off }, await admin())
  }
  for (const retire of Object.values(retiring)) {
    const { status, body } = await retire()
    expect([status, body.detail]).toEqual([
      422,
      'is_active: the formula of “Open beds” needs it; change the formula, or retire “Open beds” first'
    ])
  }
  expect((await change(spare, off)).body).toMatchObject(off)
  expect((await change(open, off)).body).toMatchObject(off)
  for (const retire of Object.values(retiring)) expect((await retire()).body).toMatchObject(off)
})
