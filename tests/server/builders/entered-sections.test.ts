// Sections that somebody has completed, signed off or declared empty may have no answers, and still keep what they are about.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { editProject, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { NOON } from '#tests/support/seeded-database.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, questionnaire } = questionnaireBuilding(server)
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
