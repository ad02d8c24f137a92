// Raises and reads queries as people do.

import { decideQueries, listQueries, raiseQueries, type DataQuery } from '#contract/queries.ts'
import { periodNamed, projectCoded, type SeededCell } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

export function queryingOn(server: TestServer, project = 'ward-staffing', period = '2026') {
  const place = async () => ({
    project_id: await projectCoded(server, project),
    time_period_id: await periodNamed(server, period)
  })
  const list = async (role: Role = 'admin', more: { submission_id?: number } = {}) =>
    (await server.call(listQueries, { query: { ...(await place()), ...more } }, await server.tokenOf(role)))
      .body
  const raise = async (
    submission_id: number,
    { questionnaire_id, section_id, place: address }: SeededCell,
    query_text = 'Is this right?',
    due_at: string | null = null
  ) => {
    const cells = [{ questionnaire_id, submission_id, section_id, ...address, query_text }]
    const body = { ...(await place()), rules: [], cells, due_at }
    return server.call(raiseQueries, { body }, await server.tokenOf('admin'))
  }
  /** Raises a query and returns it as the admin reads it. */
  const raised = async (submission_id: number, cell: SeededCell, due_at: string | null = null) => {
    const { query_ids } = (await raise(submission_id, cell, 'Is this right?', due_at)).body
    return queryNumbered(query_ids[0]!)
  }
  const queryNumbered = async (id: number, role: Role = 'admin'): Promise<DataQuery> =>
    (await list(role)).queries.find(({ query_id }) => query_id === id)!
  const decide = async (
    act: 'resolve' | 'return' | 'withdraw' | 'extend',
    { query_id, version }: DataQuery,
    entry_text = '',
    more: { due_at?: string | null } = {}
  ) =>
    server.call(
      decideQueries,
      { body: { act, queries: [{ query_id, base_version: version }], entry_text, ...more } },
      await server.tokenOf('admin')
    )
  return { place, list, raise, raised, queryNumbered, decide }
}
