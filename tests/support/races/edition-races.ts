// Editions: of many admins who publish at the same time, one creates the next edition. Of many members who first download it, one makes the file.

import { expect } from 'vitest'
import { listEditions } from '#contract/editions.ts'
import { listReleases } from '#contract/releases.ts'
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
  },
  downloadRelease: async ({ server, grouping }) => {
    const scope = await grouping.selection('ward-staffing', '2024')
    // Each user may have two downloads.
    const tokens = await Promise.all(
      (['viewer', 'contributor', 'lead', 'admin'] as const).map(role => server.tokenOf(role))
    )
    const token = tokens[0]
    return {
      calls: times(AT_ONCE, index =>
        callOf('downloadRelease', { query: { ...scope, edition_number: 1 } }, tokens[index % tokens.length])
      ),
      winners: AT_ONCE,
      async after(replies) {
        expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
        const { releases } = (await server.call(listReleases, { query: scope }, token)).body
        expect(releases[0]!.size_bytes).toBeGreaterThan(1000)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
