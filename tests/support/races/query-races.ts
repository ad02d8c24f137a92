// Queries: a cell is asked about once, and of contradictory decisions one counts.

import { expect } from 'vitest'
import { queryingOn } from '#tests/support/querying.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
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

const hasChanged =
  (count: number) =>
  ({ body }: AnyReply): boolean =>
    (body['query_ids'] as number[] | undefined)?.length === count

/** Open queries of two projects about cells that no other race asks about, in both orders. */
async function openQueries({ server }: Arena, inStaffing: string, inQuality: string) {
  const open = async (project: string, period: string, question: string) => {
    const ward = await ownSubmission(server, project, period)
    const querying = queryingOn(server, project, period)
    const { query_id, version } = await querying.raised(ward, await cellOf(server, ward, question))
    return { query_id, base_version: version, read: () => querying.queryNumbered(query_id) }
  }
  const queries = [
    await open('ward-staffing', '2026', inStaffing),
    await open('ward-quality', '2025', inQuality)
  ]
  const chosen = queries.map(({ query_id, base_version }) => ({ query_id, base_version }))
  return { queries, orders: [chosen, chosen.toReversed()] as const }
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
      hasWon: hasChanged(1),
      async after() {
        const { queries } = await querying.list('admin', { submission_id: ward })
        expect(queries.filter(({ question_id }) => question_id === place.question_id)).toHaveLength(1)
      }
    }
  },
  answerQueries: async arena => {
    const { queries, orders } = await openQueries(arena, 'Joiners', 'Falls')
    const token = await arena.server.tokenOf('contributor')
    const answer = (chosen: (typeof orders)[0]) =>
      callOf('answerQueries', { body: { queries: chosen, entry_text: 'It is.' } }, token)
    return {
      calls: byTurns(answer(orders[0]), answer(orders[1])),
      winners: 1,
      hasWon: hasChanged(2),
      async after() {
        for (const { read } of queries) expect((await read()).thread).toHaveLength(2)
      }
    }
  },
  decideQueries: async arena => {
    const { queries, orders } = await openQueries(arena, 'Contracted days', 'Falls with harm')
    const token = await arena.server.tokenOf('admin')
    const decision = (act: 'resolve' | 'withdraw', chosen: (typeof orders)[0]) =>
      callOf('decideQueries', { body: { act, queries: chosen, entry_text: 'Settled.' } }, token)
    return {
      calls: byTurns(decision('resolve', orders[0]), decision('withdraw', orders[1])),
      winners: 1,
      hasWon: hasChanged(2),
      async after(replies) {
        const status = replies.findIndex(hasChanged(2)) % 2 === 0 ? 'resolved' : 'cancelled'
        for (const { read } of queries) {
          const { query_status, thread } = await read()
          expect([query_status, thread.length]).toEqual([status, 2])
        }
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
