// What a declaration of nothing to report settles in other sections with the same question, and for how long.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { askTwice } from '#tests/support/ask-twice.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

/** Declares the section with staff empty, in a questionnaire that is not the only one to ask for them. */
async function declareStaffing(empty_reason: 'none_happened' | 'not_recorded') {
  const stage = await openStage(server)
  const { standard, submission_id, tokens } = stage
  const { questionnaire_id, section_id, staff, own } = await askTwice(stage)
  const staffing = {
    questionnaire_id: standard.questionnaire_id,
    section_id: standard.section_ids[1]!,
    submission_id
  }
  const again = { questionnaire_id, section_id, submission_id }
  const declare = (place: typeof again) => {
    const body = { ...place, client_change_id: randomUUID(), empty_reason }
    return server.call(declareEmptySection, { body }, tokens.lead)
  }
  const reopen = (place: typeof again) => {
    const body = { ...place, client_change_id: randomUUID(), action: 'reopen' as const, answers: [] }
    return server.call(saveSection, { body }, tokens.lead)
  }
  const answer = { value: 9, is_not_applicable: false, is_not_available: false, base_version: 0 }
  const enter = async () => {
    const body = {
      ...again,
      client_change_id: randomUUID(),
      action: 'save' as const,
      answers: [
        { ...staff, ...answer },
        { ...own, ...answer }
      ]
    }
    return (await server.call(saveSection, { body }, tokens.contributor)).body
  }
  expect((await declare(staffing)).status).toBe(200)
  return { stage, staffing, again, staff, own, declare, reopen, enter }
}

test('a cell of a section with nothing to report is refused in another questionnaire too, until that is undone', async () => {
  const { staffing, staff, own, declare, reopen, enter } = await declareStaffing('not_recorded')
  expect(await enter()).toMatchObject({
    saved: [own],
    rejected: [
      {
        ...staff,
        message: 'Another section with this question is marked “Nothing to report”. Undo that first.'
      }
    ]
  })
  await reopen(staffing)
  expect((await enter()).saved).toMatchObject([staff, own])
  // An answer that is entered there prevents a declaration here.
  expect((await declare(staffing)).status).toBe(423)
})

test('the 0 that a declaration has entered does not prevent another one, and is cleared with the last of them', async () => {
  const { stage, staffing, again, staff, own, declare, reopen } = await declareStaffing('none_happened')
  expect((await declare(again)).body).toMatchObject({ saved: [own], rejected: [] })
  const valueOf = async () =>
    (
      await server.database
        .selectFrom('answers')
        .select('value')
        .where('programme_id', '=', PROGRAMME)
        .where('submission_id', '=', stage.submission_id)
        .where('question_id', '=', staff.question_id)
        .executeTakeFirstOrThrow()
    ).value
  expect((await reopen(staffing)).body).toMatchObject({ saved: [], rejected: [] })
  expect(await valueOf()).toBe(0)
  expect((await reopen(again)).body.rejected).toEqual([])
  expect(await valueOf()).toBeNull()
})

const retired = { is_active: false }

/** What an admin can do to the section that was declared. */
const removals: Record<string, (stage: Stage) => Promise<unknown>> = {
  'its questionnaire is retired': stage =>
    server.database
      .updateTable('questionnaires')
      .set(retired)
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', '=', stage.standard.questionnaire_id)
      .execute(),
  'its questionnaire does not apply to the scope': stage =>
    server.database
      .updateTable('questionnaire_scopes')
      .set({ scope_id: stage.scope_ids[1] })
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', '=', stage.standard.questionnaire_id)
      .execute(),
  'its questionnaire leaves the period': stage =>
    server.database
      .deleteFrom('questionnaire_periods')
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', '=', stage.standard.questionnaire_id)
      .where('time_period_id', '=', stage.place.time_period_id)
      .execute(),
  'the part with the question is retired': stage =>
    server.database
      .updateTable('sub_sections')
      .set(retired)
      .where('programme_id', '=', PROGRAMME)
      .where('sub_section_id', '=', stage.standard.at('Staff').sub_section_id)
      .execute()
}

test.each(Object.keys(removals))(
  'a declaration that nobody can undo any more refuses nothing elsewhere: %s',
  async removal => {
    const { stage, staff, own, enter } = await declareStaffing('not_recorded')
    await removals[removal]!(stage)
    expect(await enter()).toMatchObject({ saved: [staff, own], rejected: [] })
  }
)
