// An edition contains what its publisher saw.

import { expect, test } from 'vitest'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

const scopeNow = async () => ({
  project_id: await projectCoded(server, 'ward-staffing'),
  time_period_id: await periodNamed(server, '2025')
})
const editions = async () =>
  (await server.call(listEditions, { query: await scopeNow() }, await server.tokenOf('admin'))).body

/** Adds to every number of the submissions. */
const add = (submission_ids: readonly number[], by: number) =>
  server.database
    .updateTable('answers')
    .set(({ eb }) => ({ number_value: eb('number_value', '+', by) }))
    .where('programme_id', '=', 1)
    .where('number_value', 'is not', null)
    .where('submission_id', 'in', submission_ids)
    .execute()

test('publishes exactly what the admin saw', async () => {
  const scope = await scopeNow()
  const rows = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.project_id)
    .where('time_period_id', '=', scope.time_period_id)
    .execute()
  const ids = rows.map(row => row.submission_id)
  await add(ids, 1)
  const shown = await editions()
  expect(shown.next.refusal).toBeNull()
  expect((await editions()).next).toEqual(shown.next)
  const { edition_number, figures_digest } = shown.next
  await add(ids.slice(0, 1), 1)
  const body = { ...scope, edition_number, figures_digest }
  expect(await server.call(publishEdition, { body }, await server.tokenOf('admin'))).toMatchObject({
    status: 422,
    body: { detail: 'figures_digest: the figures have changed since you looked; check them again' }
  })
  expect((await editions()).editions).toEqual(shown.editions)
  const again = { ...body, figures_digest: (await editions()).next.figures_digest }
  expect((await server.call(publishEdition, { body: again }, await server.tokenOf('admin'))).status).toBe(200)
})
