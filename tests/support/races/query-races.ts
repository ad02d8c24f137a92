// Queries: a cell is asked about once, and of contradictory decisions one counts.

import { expect } from 'vitest'
import { queryingOn } from '#tests/support/querying.ts'
import { cellOf } from '#tests/support/seeded.ts'
import {
  AT_ONCE,
  byTurns,
  callOf,
  times,
  type AnyReply,
  type Arena,
  type Scenario,
  type WritingName
} from './race.ts'

const hasChangedOne = ({ body }: AnyReply): boolean =>
  (body['query_ids'] as number[] | undefined)?.length === 1

/** An open query about a cell of the blank ward, which no other race asks about. */
async function openQuery({ server, saving }: Arena, question: string) {
  const ward = await saving.blankWard()
  const querying = queryingOn(server)
  const query = await querying.raised(ward, await cellOf(server, ward, question))
  return { querying, query, chosen: [{ query_id: query.query_id, base_version: query.version }] }
}

export const queryRaces = {
  planQueries: async ({ server }) => {
    const body = { ...(await queryingOn(server).place()), rules: [{ rule_code: 'required_blank' as const }] }
    const token = await server.tokenOf('admin')
    return { calls: times(AT_ONCE, () => callOf('planQueries', { body }, token)), winners: AT_ONCE }
  },
  raiseQueries: async ({ server, saving }) => {
    const ward = await saving.blankWard()
    const { questionnaire_id, section_id, place } = await cellOf(server, ward, 'Leavers')
    const cell = { questionnaire_id, section_id, submission_id: ward, ...place, query_text: 'Right?' }
    const querying = queryingOn(server)
    const body = { ...(await querying.place()), rules: [], cells: [cell], due_at: null }
    const token = await server.tokenOf('admin')
    return {
      calls: times(AT_ONCE, () => callOf('raiseQueries', { body }, token)),
      winners: 1,
      hasWon: hasChangedOne,
      async after() {
        const { queries } = await querying.list('admin', { submission_id: ward })
        expect(queries.filter(({ question_id }) => question_id === place.question_id)).toHaveLength(1)
      }
    }
  },
  answerQueries: async arena => {
    const { chosen, query, querying } = await openQuery(arena, 'Joiners')
    const body = { queries: chosen, entry_text: 'It is.' }
    const token = await arena.server.tokenOf('contributor')
    return {
      calls: times(AT_ONCE, () => callOf('answerQueries', { body }, token)),
      winners: 1,
      hasWon: hasChangedOne,
      async after() {
        expect((await querying.queryNumbered(query.query_id)).thread).toHaveLength(2)
      }
    }
  },
  decideQueries: async arena => {
    const { chosen, query, querying } = await openQuery(arena, 'Contracted days')
    const token = await arena.server.tokenOf('admin')
    const decision = (act: 'resolve' | 'withdraw') =>
      callOf('decideQueries', { body: { act, queries: chosen, entry_text: 'Settled.' } }, token)
    return {
      calls: byTurns(decision('resolve'), decision('withdraw')),
      winners: 1,
      hasWon: hasChangedOne,
      async after(replies) {
        const { query_status, thread } = await querying.queryNumbered(query.query_id)
        const first = replies.findIndex(hasChangedOne)
        expect([query_status, thread.length]).toEqual([first % 2 === 0 ? 'resolved' : 'cancelled', 2])
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
