// Editions: of many admins who publish at the same time, one creates the next edition.

import { expect } from 'vitest'
import { listEditions } from '#contract/editions.ts'
import { AT_ONCE, callOf, times, type Scenario, type WritingName } from './race.ts'

export const editionRaces = {
  publishEdition: async ({ server, grouping }) => {
    const scope = await grouping.selection('ward-staffing', '2025')
    const token = await server.tokenOf('admin')
    const read = async () => (await server.call(listEditions, { query: scope }, token)).body
    // There must be a change to publish.
    await server.database
      .updateTable('answers')
      .set(({ eb }) => ({ number_value: eb('number_value', '+', 1) }))
      .where('programme_id', '=', 1)
      .where('number_value', 'is not', null)
      .where('submission_id', 'in', query =>
        query
          .selectFrom('submissions')
          .select('submission_id')
          .where('programme_id', '=', 1)
          .where('project_id', '=', scope.project_id)
          .where('time_period_id', '=', scope.time_period_id)
      )
      .execute()
    const before = await read()
    const { edition_number, figures_digest } = before.next
    const body = { ...scope, edition_number, figures_digest }
    return {
      calls: times(AT_ONCE, () => callOf('publishEdition', { body }, token)),
      winners: 1,
      async after() {
        const { editions } = await read()
        expect(editions.map(edition => edition.edition_number)).toEqual([
          before.next.edition_number,
          ...before.editions.map(edition => edition.edition_number)
        ])
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
