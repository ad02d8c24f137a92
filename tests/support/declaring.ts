// Declares sections empty and undoes it, with the calls that people use.

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { openStage, type Stage } from './pairs/stage.ts'
import { PROGRAMME } from './races/race-accounts.ts'
import type { TestServer } from './server.ts'

type Person = keyof Stage['tokens']

export function declaringOn(server: TestServer) {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(server)
  })

  /** One stage for all tests: a blank submission of an open questionnaire. */
  beforeEach(async () => {
    for (const table of [
      'acceptances',
      'correction_windows',
      'answers',
      'answer_versions',
      'section_submissions'
    ] as const)
      await server.database
        .deleteFrom(table)
        .where('programme_id', '=', PROGRAMME)
        .where('submission_id', '=', stage.submission_id)
        .execute()
    await setPeriod({ is_locked: false, closes_at: new Date('2100-01-01') })
  })

  const setPeriod = (values: { is_locked?: boolean; closes_at?: Date }) =>
    server.database
      .updateTable('questionnaire_periods')
      .set(values)
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', '=', stage.standard.questionnaire_id)
      .where('time_period_id', '=', stage.place.time_period_id)
      .execute()

  const placeOf = (at: 0 | 1) => ({
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: stage.standard.section_ids[at]!,
    submission_id: stage.submission_id
  })

  const declare = (at: 0 | 1, empty_reason: EmptySectionReason, by: Person = 'lead') =>
    server.call(
      declareEmptySection,
      { body: { ...placeOf(at), client_change_id: randomUUID(), empty_reason } },
      stage.tokens[by]
    )

  const act = (at: 0 | 1, action: 'save' | 'complete' | 'reopen' | 'sign_off', by: Person = 'lead') =>
    server.call(
      saveSection,
      { body: { ...placeOf(at), client_change_id: randomUUID(), action, answers: [] } },
      stage.tokens[by]
    )

  const enter = (at: 0 | 1, question: string, value: number, by: Person = 'lead') =>
    server.call(
      saveSection,
      {
        body: {
          ...placeOf(at),
          client_change_id: randomUUID(),
          action: 'save',
          answers: [{ ...stage.standard.cell(question), value, base_version: 0 }]
        }
      },
      stage.tokens[by]
    )

  async function contentOf(at: 0 | 1) {
    const { questionnaire_id: id, section_id: sid, submission_id } = placeOf(at)
    const { body } = await server.call(
      getSectionQuestions,
      { params: { id, sid }, query: { submission_id } },
      stage.tokens.lead
    )
    const values = body.sub_sections.flatMap(({ questions }) =>
      questions.map(({ question_text, answer }): [string, unknown] => [question_text, answer.value])
    )
    return { section: body.section, values: Object.fromEntries(values) }
  }

  return { stage: () => stage, placeOf, declare, act, enter, contentOf, setPeriod }
}
