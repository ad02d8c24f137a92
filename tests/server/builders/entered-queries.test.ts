// A query about a cell keeps the cell while it is unresolved, and is hidden from members while the cell is retired.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideQueries, listQueries, raiseQueries } from '#contract/queries.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSubSectionColumn,
  createSubSectionRow,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import { editQuestionnaire } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { NOON } from '#tests/support/seeded-database.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, questionnaire, add, integer, put, change, opened } = questionnaireBuilding(server)

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function raise(cell: {
  questionnaire_id: number
  section_id: number
  question_id: number
  row_id?: number
  column_id?: number
}) {
  const { submission_id } = await questionnaire()
  const asked = { row_id: 0, column_id: 0, ...cell, submission_id, query_text: 'Why is it blank?' }
  const body = { ...(await place()), rules: [], cells: [asked] }
  const raised = await server.call(raiseQueries, { body }, await admin())
  expect(raised.body.query_ids).toHaveLength(1)
  return raised.body.query_ids[0]!
}

const place = async () => {
  const { submission_id } = await questionnaire()
  return server.database
    .selectFrom('submissions')
    .select(['project_id', 'time_period_id'])
    .where(eb => eb.and({ programme_id: 1, submission_id }))
    .executeTakeFirstOrThrow()
}

/** Whether the person has the query in their list. */
const isListed = async (id: number, person: 'admin' | 'lead'): Promise<boolean> => {
  const listed = await server.call(listQueries, { query: await place() }, await server.tokenOf(person))
  return listed.body.queries.some(({ query_id }) => query_id === id)
}

test('a place keeps an unresolved query, which is hidden from members while its question is retired', async () => {
  const { sub_section_id, ...section } = await add('Queried')
  const question_id = await integer('Queried question')
  const { membership_id } = (await put({ sub_section_id, question_id })).body
  const id = await raise({ ...section, question_id })
  const remove = async () =>
    server.call(deleteQuestionMemberships, { body: { membership_ids: [membership_id] } }, await admin())
  expect((await remove()).body).toMatchObject({
    detail: 'membership_ids: one unresolved query is in this place; retire the question'
  })
  const openHere = async () => (await opened(section.section_id)).body.section.open_query_count
  expect([await isListed(id, 'lead'), await openHere()]).toEqual([true, 1])
  expect((await change(question_id, { is_active: false })).status).toBe(200)
  expect([await isListed(id, 'lead'), await isListed(id, 'admin'), await openHere()]).toEqual([
    false,
    true,
    0
  ])
  expect((await change(question_id, { is_active: true })).status).toBe(200)
  expect([await isListed(id, 'lead'), await openHere()]).toEqual([true, 1])
  const decided = { act: 'withdraw' as const, entry_text: '', queries: [{ query_id: id }] }
  expect((await server.call(decideQueries, { body: decided }, await admin())).body.query_ids).toEqual([id])
  expect((await remove()).status).toBe(200)
})

test.each(['row', 'column'] as const)(
  'a query is hidden from members while its %s is retired',
  async axis => {
    const { sub_section_id, ...section } = await add(`Queried ${axis}`, 'grid')
    const token = await admin()
    const { row_id } = (
      await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'Row' } }, token)
    ).body
    const { column_id } = (
      await server.call(createSubSectionColumn, { body: { sub_section_id, column_name: 'Column' } }, token)
    ).body
    const question_id = await integer(`Queried in a ${axis}`)
    await put({ sub_section_id, question_id, row_id, column_id })
    const id = await raise({ ...section, question_id, row_id, column_id })
    const retired = { body: { is_active: false } }
    const { status } =
      axis === 'row'
        ? await server.call(updateSubSectionRow, { params: { id: row_id }, ...retired }, token)
        : await server.call(updateSubSectionColumn, { params: { id: column_id }, ...retired }, token)
    expect(status).toBe(200)
    expect([await isListed(id, 'lead'), await isListed(id, 'admin')]).toEqual([false, true])
  }
)

test('a folder keeps the place of an unresolved query, and retires its question only with consent', async () => {
  const { database, exported, run } = workshop
  const files = await exported()
  const name = 'skill-mix-and-absence'
  editQuestionnaire(files, name, file => {
    file.questions.push({ question_code: 'queried', question_text: 'Queried', question_type: 'integer' })
    file.sections[0]!.sub_sections[0]!.cells.push({ question: 'queried', is_required: false })
  })
  await run(files)
  const submission_id = await ownSubmission({ database }, 'ward-staffing', '2026', 2)
  const { place: cell, ...section } = await cellOf({ database }, submission_id, 'Queried')
  const { user_id } = await database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  await database
    .insertInto('queries')
    .values({
      programme_id: 1,
      submission_id,
      questionnaire_id: section.questionnaire_id,
      section_id: section.section_id,
      ...cellAddress(cell),
      query_text: 'Why?',
      rules: JSON.stringify([]),
      status: 'open',
      version: 1,
      raised_by_user_id: user_id,
      raised_at: NOON,
      status_at: NOON
    })
    .execute()
  const removed = new Map(files)
  editQuestionnaire(removed, name, file => file.sections[0]!.sub_sections[0]!.cells.pop())
  expect((await run(removed, false)).join('\n')).toMatch(
    /refused place of a question "queried" of .+: membership_ids: one unresolved query is in this place; retire the question \[0 answers, 1 submission, /m
  )
  editQuestionnaire(removed, name, file => file.questions.pop())
  expect((await run(removed, false)).join('\n')).toMatch(/refused question "queried" of .+: it is in use;/)
})
