// A question in the lists of two questionnaires has one answer in both. It can be taken out of one of them, because the other still shows the answer.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import { updateSection } from '#contract/questionnaire-builder.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { editProject, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, add, integer, put, answer, opened } = questionnaireBuilding(server)
const { read, make } = structureBuilding(server)

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const remove = async (...membership_ids: number[]) =>
  server.call(deleteQuestionMemberships, { body: { membership_ids } }, await admin())
const refusal = { detail: 'membership_ids: one answer is in this place; retire the question' }

/** A question with an answer in one questionnaire, placed in another one too. */
async function shared(name: string) {
  const { section_id, sub_section_id } = await add(name)
  const question_id = await integer(name)
  const first = (await put({ sub_section_id, question_id })).body.membership_id
  await answer(section_id, question_id, 3)
  const other = (await make(`${name} elsewhere`, draft)).reply.body.questionnaire_id
  const list = (await read(other)).body.sections[0]!.sub_sections[1]!
  const second = (await put({ sub_section_id: list.sub_section_id, question_id })).body.membership_id
  return { section_id, first, second, other }
}

test('a question can be taken out of the second questionnaire, and then not out of the first', async () => {
  const { first, second } = await shared('Asked twice')
  expect((await remove(second)).status).toBe(200)
  expect((await remove(first)).body).toMatchObject(refusal)
})

test('a question cannot be taken out of both in one call', async () => {
  const { first, second } = await shared('Taken out of both')
  expect((await remove(second, first)).body).toMatchObject(refusal)
})

test('a place keeps the answers that the other place does not show', async () => {
  const { section_id, first, second, other } = await shared('Shown once')
  const retire = async (is_active: boolean) =>
    server.call(updateSection, { params: { id: section_id }, body: { is_active } }, await admin())
  await retire(false)
  expect((await remove(second)).body).toMatchObject(refusal)
  await retire(true)
  await server.call(updateStructure, { params: { id: other }, body: { is_active: false } }, await admin())
  expect((await remove(first)).body).toMatchObject(refusal)
  expect((await remove(second)).status).toBe(200)
})

test('a folder takes a question out of one questionnaire, but not out of both', async () => {
  const { exported, run } = workshop
  const code = 'electronic'
  const [first, second] = ['skill-mix-and-absence', 'twin'] as const
  const files = await exported()
  files.set(
    `projects/ward-staffing/questionnaires/${second}.json`,
    JSON.stringify({
      questionnaire_name: 'Twin',
      periods: ['2024', '2025', '2026'].map(time_period => ({ time_period })),
      questions: [],
      sections: [
        {
          section_name: 'One',
          guidance_html: '',
          sub_sections: [{ sub_section_name: 'One', cells: [{ question: code }] }]
        }
      ]
    })
  )
  editProject(files, 'ward-staffing', file => file.questionnaires.push(second))
  expect((await run(files)).at(-1)).toMatch(/Everything was written/)
  const without = (...names: string[]): Files => {
    const other = new Map(files)
    for (const name of names)
      editQuestionnaire(other, name, file => {
        for (const { cells } of file.sections.flatMap(({ sub_sections }) => sub_sections)) {
          const at = cells.findIndex(cell => cell.question === code)
          if (at >= 0) cells.splice(at, 1)
        }
      })
    return other
  }
  expect((await run(without(second), false)).join('\n')).not.toMatch(/refused/)
  expect((await run(without(first, second), false)).join('\n')).toMatch(/membership_ids: .+ in this place/)
})

test('a place is closed to answers by placing its question again, unless it has entries', async () => {
  const { sub_section_id, section_id } = await add('Closed')
  const [blank, answered] = [await integer('Blank'), await integer('Answered')]
  for (const question_id of [blank, answered]) await put({ sub_section_id, question_id })
  await answer(section_id, answered, 3)
  const close = (question_id: number, is_disabled?: boolean) =>
    put({ sub_section_id, question_id, is_disabled })
  const isClosed = async () =>
    (await opened(section_id)).body.sub_sections[0]!.questions.map(({ is_disabled }) => is_disabled)
  expect((await close(answered, true)).body).toMatchObject({
    detail: 'is_disabled: cannot change any more: this place has one answer'
  })
  expect((await close(blank, true)).status).toBe(200)
  expect((await close(blank)).status).toBe(200)
  expect(await isClosed()).toEqual([true, false])
  expect((await close(blank, false)).status).toBe(200)
  expect(await isClosed()).toEqual([false, false])
})
