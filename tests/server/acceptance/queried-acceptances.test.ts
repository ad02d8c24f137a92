// What has unresolved queries, listed before publication, whether it is left out or not.

import { expect, test } from 'vitest'
import { acceptSubmissions, listAcceptances, revokeAcceptance } from '#contract/acceptances.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { place, raised, decide } = queryingOn(server, 'ward-staffing', '2025')

const list = async (only: { is_left_out?: true; has_unresolved_queries?: true }) => {
  const query = { ...(await place()), limit: 500, offset: 0, ...only }
  return (await server.call(listAcceptances, { query }, await server.tokenOf('admin'))).body
}

test('a questionnaire with an unresolved query is listed, also after its acceptance, and left out only if acceptance is required', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2025')
  const beds = await cellOf(server, submission_id, 'Staffed beds')
  const named = { submission_id, questionnaire_id: beds.questionnaire_id }
  const admin = await server.tokenOf('admin')
  const isLeftOut = async () =>
    (await list({ is_left_out: true })).acceptances.some(row => row.submission_id === submission_id)

  const before = await list({ has_unresolved_queries: true })
  const body = { ...(await place()), accepted_questionnaires: [named] }
  await server.call(acceptSubmissions, { body }, admin)
  const query = await raised(submission_id, beds)
  const { acceptances, total } = await list({ has_unresolved_queries: true })
  expect(total).toBe(before.total + 1)
  expect(acceptances.every(({ query_count }) => query_count > 0)).toBe(true)
  expect(acceptances.find(row => row.submission_id === submission_id)).toMatchObject({
    ...named,
    acceptance_state: 'accepted',
    query_count: 1
  })
  expect(await isLeftOut()).toBe(false)

  await server.call(revokeAcceptance, { body: { ...named, reason_text: 'Counted twice.' } }, admin)
  expect(await isLeftOut()).toBe(false)
  const { project_id } = await place()
  await server.database
    .updateTable('projects')
    .set({ requires_acceptance: true })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .execute()
  expect(await isLeftOut()).toBe(true)
  await decide('resolve', query, 'Correct as it is.')
  expect((await list({ has_unresolved_queries: true })).total).toBe(before.total)
})
