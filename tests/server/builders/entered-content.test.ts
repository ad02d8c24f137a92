// What people have entered keeps what it was entered in: not only answers, but comments and case codes, at every entry point.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaseCodes, deleteCaseCode } from '#contract/case-codes.ts'
import { postComment } from '#contract/comments.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import { createStructure, updateStructure } from '#contract/questionnaire-structures.ts'
import type { Database } from '#server/database/schema.ts'
import { editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { NOON } from '#tests/support/seeded-database.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, questionnaire, add, integer, put } = questionnaireBuilding(server)
const { read, make } = structureBuilding(server)

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function comment(cell: { questionnaire_id: number; section_id: number; question_id: number }) {
  const { submission_id } = await questionnaire()
  const body = { ...cell, submission_id, comment_text: 'Why is this asked?' }
  expect((await server.call(postComment, { body }, await server.tokenOf('contributor'))).status).toBe(200)
}

const keepNoPeriod = async (id: number) =>
  server.call(updateStructure, { params: { id }, body: { periods: [] } }, await admin())

test('keeps a place that has only a comment', async () => {
  const { sub_section_id, ...section } = await add('Commented')
  const question_id = await integer('Commented question')
  const { membership_id } = (await put({ sub_section_id, question_id })).body
  await comment({ ...section, question_id })
  const body = { membership_ids: [membership_id] }
  expect((await server.call(deleteQuestionMemberships, { body }, await admin())).body).toMatchObject({
    detail: 'membership_ids: one comment is in this place; retire the question'
  })
})

test('keeps a period that has only a comment', async () => {
  const made = (await make('Only commented', draft)).reply.body.questionnaire_id
  const section = (await read(made)).body.sections[0]!
  await comment({
    questionnaire_id: made,
    section_id: section.section_id,
    question_id: section.sub_sections[1]!.memberships[0]!.question_id
  })
  expect((await keepNoPeriod(made)).body).toMatchObject({
    detail: 'periods: must keep the period that has one comment'
  })
})

test('keeps a period that has only case codes, until they are deleted', async () => {
  const { reply: _reply, ...place } = await make('For its period')
  const body = { ...place, questionnaire_name: 'Codes alone', questionnaire_type: 'case' as const }
  const { questionnaire_id } = (await server.call(createStructure, { body }, await admin())).body
  const { submission_id } = await questionnaire()
  const lead = await server.tokenOf('lead')
  const { periods } = (await read(questionnaire_id)).body.questionnaire
  const open = periods.map(({ time_period_id }) => ({
    time_period_id,
    opens_at: '2026-01-01',
    closes_at: '2099-01-01',
    is_locked: false
  }))
  await server.call(
    updateStructure,
    { params: { id: questionnaire_id }, body: { periods: open } },
    await admin()
  )
  const made = await server.call(
    createCaseCodes,
    { body: { questionnaire_id, submission_id, quantity: 2 } },
    lead
  )
  expect((await keepNoPeriod(questionnaire_id)).body).toMatchObject({
    detail: 'periods: must keep the period that has 2 case codes'
  })
  for (const { case_code_id } of made.body.case_codes)
    await server.call(deleteCaseCode, { params: { id: case_code_id }, body: {} }, lead)
  expect((await keepNoPeriod(questionnaire_id)).status).toBe(200)
})

const QUESTIONS = 'skill-mix-and-absence'

async function insertComment(database: Database, question: string) {
  const submission_id = await ownSubmission({ database }, 'ward-staffing', '2026', 2)
  const { place, ...section } = await cellOf({ database }, submission_id, question)
  const { version: _version, ...cell } = { ...section, ...place }
  await database
    .insertInto('comments')
    .values({
      programme_id: 1,
      submission_id,
      ...cell,
      comment_text: 'Why?',
      is_resolved: false,
      case_code_id: 0,
      parent_comment_id: null,
      created_by_user_id: null,
      created_at: NOON
    })
    .execute()
}

const lastPlaces = (files: Files, change: (cells: { question: string }[]) => void) =>
  editQuestionnaire(files, QUESTIONS, file => change(file.sections[0]!.sub_sections[0]!.cells))

test('provisions without removing places that have comments, and retires them only with consent', async () => {
  const { database, exported, run } = workshop
  const asked = await exported()
  editQuestionnaire(asked, QUESTIONS, file => {
    file.questions.push({ question_code: 'new', question_text: 'New one', question_type: 'integer' })
    file.sections[0]!.sub_sections[0]!.cells.push({ question: 'new', is_required: false })
  })
  await run(asked)
  await insertComment(database, 'New one')
  const taken = new Map(asked)
  lastPlaces(taken, cells => cells.pop())
  expect((await run(taken)).join('\n')).toMatch(
    /refused place of a question "new" of .+: membership_ids: one comment is in this place; retire the question \[0 answers, 1 submission, \d+ \w+\]$/m
  )
  const closed = new Map(asked)
  lastPlaces(closed, cells => Object.assign(cells.at(-1)!, { is_disabled: true }))
  expect((await run(closed)).join('\n')).toContain('cannot change any more: this place has one comment')
  editQuestionnaire(taken, QUESTIONS, file => file.questions.pop())
  expect((await run(taken)).join('\n')).toMatch(/refused question "new" of .+: it is in use;/)
})

test('a folder keeps the periods and the type of a questionnaire with case codes', async () => {
  const { database, exported, run } = workshop
  const { questionnaire_id } = await database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('questionnaire_type', '=', 'case')
    .executeTakeFirstOrThrow()
  expect(
    await database
      .selectFrom('case_codes')
      .select('status')
      .where('questionnaire_id', '=', questionnaire_id)
      .execute()
  ).not.toEqual([])
  await database.deleteFrom('answers').where('case_code_id', '!=', 0).execute()
  const files = await exported()
  editQuestionnaire(files, 'patient-experience-survey', file => {
    file.periods = []
  })
  expect((await run(files)).join('\n')).toMatch(
    /refused .+: periods: must keep the period that has (\d+|one) case codes?( |$)/m
  )
})
