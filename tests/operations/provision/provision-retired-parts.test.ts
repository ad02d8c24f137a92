// An export can be read again, whatever is retired: files cannot name retired parts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection
} from '#contract/questionnaire-builder.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { editProject, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { workshopOf, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, add, question, integer, put, change } = questionnaireBuilding(server)
const { make } = structureBuilding(server)
let workshop: Workshop
beforeAll(() => (workshop = workshopOf(server.database)))
afterAll(() => workshop.close())

/** A grid of one cell, and below it a formula that reads the cell. */
async function gridWithFormula(name: string, asked?: number) {
  const { section_id, sub_section_id } = await add(name, 'grid')
  const row = await server.call(
    createSubSectionRow,
    { body: { sub_section_id, row_name: 'Day' } },
    await admin()
  )
  const body = { sub_section_id, column_name: 'Staff' }
  const column = await server.call(createSubSectionColumn, { body }, await admin())
  const question_id = asked ?? (await integer(`${name}: staff`))
  const { row_id } = row.body
  const { column_id } = column.body
  await put({ sub_section_id, question_id, row_id, column_id })
  const list = await server.call(
    createSubSection,
    { body: { section_id, sub_section_name: `${name}: below` } },
    await admin()
  )
  const formula = (
    await question({ question_text: `${name}: double`, question_type: 'calculated', expression: '1' })
  ).body.question_id
  await put({ sub_section_id: list.body.sub_section_id, question_id: formula })
  await change(formula, { expression: `2 * q${question_id}_r${row_id}_c${column_id}` })
  return { section_id, question_id, formula, list: list.body.sub_section_id }
}

const retire = async (id: number, is_active = false) =>
  server.call(updateSection, { params: { id }, body: { is_active } }, await admin())
const isInUse = async (question_id: number) =>
  (
    await workshop.database
      .selectFrom('questions')
      .select('is_active')
      .where('question_id', '=', question_id)
      .executeTakeFirstOrThrow()
  ).is_active
const isOfQuestions = (path: string): boolean =>
  path.includes('/questionnaires/') || path.endsWith('/charts.json')
const isExported = async (text: string) =>
  [...(await workshop.exported()).values()].some(file => String(file).includes(text))

test('a formula in a retired section stays as it is, and comes back with the section', async () => {
  const { section_id, formula } = await gridWithFormula('Retired')
  const before = await workshop.exported()
  await retire(section_id)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  expect(await isExported('Retired: double')).toBe(false)
  expect(await isInUse(formula)).toBe(true)

  // Files without any question.
  const partial: Files = new Map([...(await workshop.exported())].filter(([path]) => !isOfQuestions(path)))
  for (const code of ['ward-staffing', 'ward-quality'])
    editProject(partial, code, file => {
      for (const field of ['questionnaires', 'questions', 'guidances']) Reflect.deleteProperty(file, field)
    })
  expect(await workshop.run(partial)).toEqual(['Nothing to do.'])

  // The section without its formula: the formula is retired, as if it had been taken away.
  const edited = new Map(before)
  editQuestionnaire(edited, 'skill-mix-and-absence', file => {
    const { question_code } = file.questions.find(({ question_text }) => question_text === 'Retired: double')!
    file.questions = file.questions.filter(one => one.question_code !== question_code)
    for (const { sub_sections } of file.sections)
      for (const one of sub_sections) one.cells = one.cells?.filter(cell => cell.question !== question_code)
  })
  expect((await workshop.run(edited, false)).join('\n')).toMatch(/retired question/)
  expect((await workshop.run(before)).at(-1)).toContain('Everything was written.')
  expect(await isExported('Retired: double')).toBe(true)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
})

test('a cell in use has the same name as before its double was retired', async () => {
  const first = await gridWithFormula('First')
  await gridWithFormula('Second', first.question_id)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  await retire(first.section_id)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  await retire(first.section_id, true)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
})

test('a formula that is in no questionnaire may read what is retired', async () => {
  const source = await integer('Nowhere: source')
  await question({
    question_text: 'Nowhere: double',
    question_type: 'calculated',
    expression: `2 * q${source}`
  })
  expect(await isExported('Nowhere: double')).toBe(true)
  await change(source, { is_active: false })
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  expect(await isExported('Nowhere: double')).toBe(false)
})

test('names that look alike stay apart, even if one is retired', async () => {
  const { reply } = await make('Winter Beds')
  const id = reply.body.questionnaire_id
  const update = async (body: InputOf<typeof updateStructure>['body']) =>
    server.call(updateStructure, { params: { id }, body }, await admin())
  await update({ is_active: false })
  const files = await workshop.exported()
  const adding = (questionnaire_name: string) => {
    const added = new Map(files)
    const content = { questionnaire_name, periods: [], questions: [], sections: [] }
    added.set('projects/ward-staffing/questionnaires/winter.json', JSON.stringify(content))
    editProject(added, 'ward-staffing', file => file.questionnaires.push('winter'))
    return added
  }
  expect((await workshop.run(adding('winter  beds'))).join('\n')).toMatch(
    /refused questionnaire "winter  beds" of ward-staffing: looks like "Winter Beds" in the database; give it exactly that name/
  )
  expect((await workshop.run(adding('Winter Beds'))).at(-1)).toContain('Everything was written.')

  // Files could once add such a name.
  await update({ is_active: false })
  const other = (await make('Summer')).reply.body.questionnaire_id
  await workshop.database
    .updateTable('questionnaires')
    .set({ questionnaire_name: 'winter beds' })
    .where('questionnaire_id', '=', other)
    .execute()
  expect((await update({ is_active: true })).body).toMatchObject({
    detail: 'questionnaire_name: is the name of another questionnaire of this project'
  })
  expect((await update({ is_active: true, questionnaire_name: 'Winter' })).status).toBe(200)
})
