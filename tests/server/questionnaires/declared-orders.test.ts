// Two sections that ask the same questions are declared empty and opened again in every order: a 0 stays only as long as one of them says that
// none happened.

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { askCalculated, askTwice } from '#tests/support/ask-twice.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

let stage: Stage
/** Staff, which both sections ask, and what both calculate from it. */
let shared: number[]
let sections: { questionnaire_id: number; section_id: number; submission_id: number }[]

beforeAll(async () => {
  stage = await openStage(server)
  const { standard, submission_id } = stage
  const { questionnaire_id, section_id, sub_section_id, staff } = await askTwice(stage)
  const hands = await askCalculated(
    stage,
    [stage.standard.at('Staff').sub_section_id, sub_section_id],
    `q${staff.question_id} * 2`
  )
  shared = [staff.question_id, hands]
  sections = [
    {
      questionnaire_id: standard.questionnaire_id,
      section_id: standard.section_ids[1]!,
      submission_id
    },
    { questionnaire_id, section_id, submission_id }
  ]
})

const save = async (at: number, action: 'complete' | 'reopen') => {
  const body = { ...sections[at]!, client_change_id: randomUUID(), action, answers: [] }
  return (await server.call(saveSection, { body }, stage.tokens.lead)).body.section_submission.status
}

const declare = async (at: number, empty_reason: EmptySectionReason) => {
  const body = { ...sections[at]!, client_change_id: randomUUID(), empty_reason }
  expect((await server.call(declareEmptySection, { body }, stage.tokens.lead)).status).toBe(200)
}

/** The stored values of the shared questions. */
async function storedValues() {
  const rows = await server.database
    .selectFrom('answers')
    .select(['question_id', 'value', 'number_value'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('question_id', 'in', shared)
    .execute()
  return shared.map(id => {
    const row = rows.find(({ question_id }) => question_id === id)
    expect(row?.number_value ?? null).toBe(row?.value ?? null)
    return row?.value ?? null
  })
}

/** What an edition would publish of them. */
async function publishedValues() {
  const { project_id: projectId, time_period_id: timePeriodId } = stage.place
  const scope = { programmeId: PROGRAMME, projectId, timePeriodId }
  const { cells } = (await nextEdition(server.database, scope, server.clock.now)).snapshot
  return shared.map(id => cells.find(({ question_id }) => question_id === id)?.numbers[0] ?? null)
}

/** Declares the first, declares the second, opens the first … in every order in which each is declared before it is opened. */
const orders = ['0011', '0101', '0110', '1100', '1010', '1001']
const reasons = [
  ['none_happened', 'none_happened'],
  ['none_happened', 'not_recorded'],
  ['not_done', 'none_happened'],
  ['not_done', 'not_recorded']
] as const

test.each(reasons.flatMap(pair => orders.map(order => [...pair, order] as const)))(
  '%s and %s, in the order %s',
  async (first, second, order) => {
    const said: (EmptySectionReason | null)[] = [null, null]
    let hasZero = false
    for (const at of [...order].map(Number)) {
      const reason = [first, second][at]!
      if (said[at] === null) {
        await declare(at, reason)
        // A cell that is settled in the other section is left as it is.
        if (reason === 'none_happened' && said[1 - at] === null) hasZero = true
        said[at] = reason
      } else {
        expect(await save(at, 'reopen')).toBe('in_progress')
        said[at] = null
        if (!said.includes('none_happened')) hasZero = false
      }
      const value = hasZero ? 0 : null
      expect(await storedValues()).toEqual([value, value])
      const opened = said[at] === null && (await save(at, 'complete')) === 'complete'
      expect(await publishedValues()).toEqual([value, value])
      if (opened) await save(at, 'reopen')
    }
    expect(await storedValues()).toEqual([null, null])
  }
)
