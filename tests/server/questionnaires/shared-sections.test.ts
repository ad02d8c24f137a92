// What a save may change in other sections that ask the same question, and what it must leave.

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { bumpStructureVersion } from '#server/builders/questionnaires/structure.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { askCalculated, askTwice } from '#tests/support/ask-twice.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

type Action = 'save' | 'complete' | 'sign_off'

let stage: Stage
let again: Awaited<ReturnType<typeof askTwice>>
/** The section that asks for staff, and the one that asks again. */
let own: { questionnaire_id: number; section_id: number; submission_id: number }
let other: typeof own

beforeEach(async () => {
  stage = await openStage(server)
  const { standard, submission_id } = stage
  again = await askTwice(stage)
  own = { questionnaire_id: standard.questionnaire_id, section_id: standard.section_ids[1]!, submission_id }
  other = { questionnaire_id: again.questionnaire_id, section_id: again.section_id, submission_id }
})

/** Tells readers of the structure that rows of it were written. */
const bump = (): Promise<void> =>
  transaction(server.database, async tx =>
    bumpStructureVersion(await takeStructure(tx, PROGRAMME, stage.place.project_id), [own.questionnaire_id])
  )

async function save(section: typeof own, values: readonly (number | null)[], action: Action = 'save') {
  const { version = 0 } = (await answerTo(again.staff.question_id)) ?? {}
  const answers = values.map(value => ({ ...again.staff, value, base_version: version }))
  const body = { ...section, client_change_id: randomUUID(), action, answers }
  return server.call(saveSection, { body }, stage.tokens.lead)
}

const answerTo = (questionId: number) =>
  server.database
    .selectFrom('answers')
    .select(['value', 'version'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('question_id', '=', questionId)
    .executeTakeFirst()

const stateOf = ({ section_id }: typeof own) =>
  server.database
    .selectFrom('section_submissions')
    .select(['status', 'applicable_count', 'answered_count'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('section_id', '=', section_id)
    .executeTakeFirst()

test('a declaration that its organisation can no longer undo clears nothing elsewhere', async () => {
  const places = [stage.standard.at('Staff').sub_section_id, again.sub_section_id]
  const hands = await askCalculated(stage, places, `q${again.staff.question_id} * 2`)
  await bump()
  const body = { ...own, client_change_id: randomUUID(), empty_reason: 'not_recorded' as const }
  expect((await server.call(declareEmptySection, { body }, stage.tokens.lead)).status).toBe(200)
  await server.database
    .updateTable('questionnaire_scopes')
    .set({ scope_id: stage.scope_ids[1] })
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', '=', own.questionnaire_id)
    .execute()
  await save(other, [12])
  expect(await answerTo(hands)).toEqual({ value: 24, version: 1 })
})

test('a section is counted as it is asked now, not as it was when they still shared a question', async () => {
  const { standard, tokens } = stage
  const { sub_section_id } = standard.at('Staff')
  await server.database
    .insertInto('question_memberships')
    .values({
      programme_id: PROGRAMME,
      sub_section_id,
      question_id: standard.cell('Rooms').question_id,
      is_required: true
    })
    .execute()
  await bump()
  await save(own, [])
  await save(other, [])
  const { version } = await server.database
    .selectFrom('questionnaires')
    .select('version')
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', '=', own.questionnaire_id)
    .executeTakeFirstOrThrow()
  const removal = { membership_ids: [standard.at('Staff').membership_id], version }
  const removed = await server.call(deleteQuestionMemberships, { body: removal }, tokens.admin)
  expect(removed.status).toBe(200)
  await save(own, [])
  const before = await stateOf(own)
  expect((await save(other, [5])).body).toMatchObject({ conflicts: [], rejected: [] })
  expect(await stateOf(own)).toEqual(before)
})

test('a complete section that loses a required answer elsewhere is in progress, and cannot be signed off', async () => {
  const { standard, saved } = stage
  const beds = { questionnaire_id: own.questionnaire_id, section_id: standard.section_ids[0]! }
  await saved(
    beds,
    [
      [standard.cell('Beds'), 10],
      [standard.cell('Beds in use'), 8]
    ],
    'complete'
  )
  await save(own, [4], 'complete')
  expect((await stateOf(own))?.status).toBe('complete')
  await save(other, [null])
  expect(await stateOf(own)).toEqual({ status: 'in_progress', applicable_count: 1, answered_count: 0 })
  const signing = {
    ...beds,
    submission_id: stage.submission_id,
    client_change_id: randomUUID(),
    action: 'sign_off' as const,
    answers: []
  }
  const reply = await server.call(saveSection, { body: signing }, stage.tokens.lead)
  expect(reply.status).toBe(423)
})
