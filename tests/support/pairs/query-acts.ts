// Queries: raising them, answering and deciding.

import { raiseQueries } from '#contract/queries.ts'
import { callOf, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import { filled } from './answer-acts.ts'
import { selection, type Stage } from './stage.ts'

const raising = (stage: Stage, question: string) => {
  const { standard, submission_id } = stage
  const cell = {
    questionnaire_id: standard.questionnaire_id,
    section_id: standard.section_ids[question === 'Staff' ? 1 : 0]!,
    submission_id,
    ...standard.cell(question),
    query_text: 'Right?'
  }
  return { ...selection(stage), rules: [], cells: [cell], due_at: null }
}

/** A query about the number of rooms or of staff, raised once. */
const open = (stage: Stage, question: 'Rooms' | 'Staff') =>
  stage.once(`query about ${question}`, async () => {
    await filled(stage)
    const body = raising(stage, question)
    const { query_ids } = (await stage.server.call(raiseQueries, { body }, stage.tokens.admin)).body
    return [{ query_id: query_ids[0]! }]
  })

export const queryActs = {
  planQueries: [
    stage => {
      const body = { ...selection(stage), rules: [{ rule_code: 'required_blank' as const }] }
      return callOf('planQueries', { body }, stage.tokens.admin)
    }
  ],
  raiseQueries: [stage => callOf('raiseQueries', { body: raising(stage, 'Beds') }, stage.tokens.admin)],
  answerQueries: [
    async stage => {
      const queries = await open(stage, 'Rooms')
      return callOf('answerQueries', { body: { queries, entry_text: 'It is.' } }, stage.tokens.contributor)
    }
  ],
  decideQueries: [
    async stage => {
      const body = { act: 'resolve' as const, queries: await open(stage, 'Staff'), entry_text: 'Settled.' }
      return callOf('decideQueries', { body }, stage.tokens.admin)
    }
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
