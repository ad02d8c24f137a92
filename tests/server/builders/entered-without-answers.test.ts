// What people have entered without an answer keeps what it is about: sections that are completed, signed off or declared empty, and queries.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideQueries, listQueries, raiseQueries } from '#contract/queries.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSubSectionColumn,
  createSubSectionRow,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import { editProject, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { NOON } from '#tests/support/seeded-database.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, questionnaire, add, integer, put, change, opened } = questionnaireBuilding(server)
const { read, listed, make } = structureBuilding(server)

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

test('a section that is declared empty and signed off keeps the period and the scope of its questionnaire', async () => {
  const id = (await make('Nothing to report', draft)).reply.body.questionnaire_id
  const { section_id } = (await read(id)).body.sections[0]!
  const { submission_id } = await questionnaire()
  const change = (changes: { periods?: []; scope_ids?: number[] }) => async () =>
    server.call(updateStructure, { params: { id }, body: changes }, await admin())
  const { scope_id } = await server.database
    .selectFrom('submissions')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: 1, submission_id }))
    .executeTakeFirstOrThrow()
  const { scopes } = (await listed()).body
  const withoutPeriods = change({ periods: [] })
  const otherScope = change({
    scope_ids: scopes.flatMap(scope => (scope.scope_id === scope_id ? [] : scope.scope_id))
  })

  const lead = await server.tokenOf('lead')
  const place = { questionnaire_id: id, section_id, submission_id }
  const sent = () => ({ ...place, client_change_id: randomUUID() })
  const declared = { body: { ...sent(), empty_reason: 'not_done' as const } }
  expect((await server.call(declareEmptySection, declared, lead)).status).toBe(200)
  const refusedPeriod = { detail: 'periods: must keep the period that has one completed section' }
  expect((await withoutPeriods()).body).toMatchObject(refusedPeriod)
  const signed = { body: { ...sent(), action: 'sign_off' as const, answers: [] } }
  expect((await server.call(saveSection, signed, lead)).status).toBe(200)
  expect((await withoutPeriods()).body).toMatchObject(refusedPeriod)
  expect((await otherScope()).body).toMatchObject({
    detail: expect.stringMatching(
      /^scope_ids: must include “.+”: one submission of it has one completed section$/
    )
  })

  const reopened = { body: { ...sent(), action: 'reopen' as const, answers: [] } }
  expect((await server.call(saveSection, reopened, lead)).status).toBe(200)
  expect((await otherScope()).status).toBe(200)
  expect((await withoutPeriods()).status).toBe(200)
})

const NAME = 'declared'

/** A questionnaire with one section, which a submission has declared empty. */
async function declaredFiles(): Promise<Files> {
  const { database, exported, run } = workshop
  const files = await exported()
  const path = 'projects/ward-staffing/questionnaires/'
  files.set(
    `${path}${NAME}.json`,
    JSON.stringify({
      questionnaire_name: 'Declared',
      periods: [{ time_period: '2026' }],
      questions: [{ question_code: 'falls', question_text: 'Falls', question_type: 'integer' }],
      sections: [
        {
          section_name: 'Falls',
          guidance_html: '',
          sub_sections: [{ sub_section_name: 'Falls', cells: [{ question: 'falls' }] }]
        }
      ]
    })
  )
  editProject(files, 'ward-staffing', file => file.questionnaires.push(NAME))
  expect((await run(files)).at(-1)).toMatch(/Everything was written/)
  const { section_id } = await database
    .selectFrom('sections')
    .select('section_id')
    .where(eb => eb.and({ programme_id: 1, section_name: 'Falls' }))
    .executeTakeFirstOrThrow()
  await database
    .insertInto('section_submissions')
    .values({
      programme_id: 1,
      submission_id: await ownSubmission({ database }, 'ward-staffing', '2026', 2),
      section_id,
      status: 'complete',
      empty_reason: 'not_done',
      updated_at: NOON
    })
    .execute()
  return files
}

test('a folder keeps a questionnaire with a section that is declared empty, its type, scope and period', async () => {
  const { run } = workshop
  const files = await declaredFiles()
  const edited = async (change: (file: object) => void) => {
    const other = new Map(files)
    editQuestionnaire(other, NAME, change)
    return (await run(other, false)).join('\n')
  }
  expect(await edited(file => Object.assign(file, { periods: [] }))).toContain(
    'periods: must keep the period that has one completed section'
  )
  expect(await edited(file => Object.assign(file, { questionnaire_type: 'case' }))).toContain(
    'questionnaire_type: cannot change any more: the questionnaire has one completed section'
  )
  expect(await edited(file => Object.assign(file, { scopes: ['Adult inpatient wards'] }))).toMatch(
    /must include “.+”: one submission of it has one completed section; or add --retire to take it away \[0 answers, 1 submission, \d+ \w+\]/
  )
  expect(await edited(file => Object.assign(file, { questions: [], sections: [] }))).toMatch(
    /refused section "Falls" of .+: it is in use; .+ \[0 answers, 1 submission, \d+ \w+\]$/m
  )
  const without = new Map(files)
  without.delete(`projects/ward-staffing/questionnaires/${NAME}.json`)
  editProject(without, 'ward-staffing', file => file.questionnaires.pop())
  expect((await run(without, false)).join('\n')).toMatch(
    /refused questionnaire "Declared" of .+: it is in use; .+ \[0 answers, 1 submission, \d+ \w+\]$/m
  )
  expect((await run(without, false, true)).at(-1)).not.toMatch(/refused/)
})

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
