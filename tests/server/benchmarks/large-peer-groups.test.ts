// A group that is made at once can also be filled and emptied at once.

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MAX_GROUP_MEMBERS } from '#contract/limits.ts'
import { deletePeerGroupMemberships } from '#contract/peer-groups.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { selection, create, add, members } = peerGrouping(server)

let many: number[]
beforeAll(async () => {
  const { project_id, time_period_id } = await selection()
  const { rows } = await sql<{ submission_id: number }>`
    with lineage as (
      insert into lineages (programme_id, organisation_id)
      select 1, 1 from generate_series(1, ${MAX_GROUP_MEMBERS + 1}::int) returning lineage_id
    )
    insert into submissions (programme_id, project_id, time_period_id, organisation_id, lineage_id, submission_name, submission_code)
    select 1, ${project_id}, ${time_period_id}, 1, lineage_id, 'Many ' || lineage_id, 'MANY' || lineage_id
    from lineage returning submission_id`.execute(server.database)
  many = rows.map(row => row.submission_id)
})

test('as many members as a group may have are added and removed by one call each', async () => {
  const { peer_group_id } = (await create('admin', { peer_group_name: 'Many' })).body
  const added = await add('admin', peer_group_id, many.slice(1))
  expect(added.status).toBe(200)
  const ids = added.body.peer_group_memberships.map(member => member.peer_group_membership_id)
  expect(ids).toHaveLength(MAX_GROUP_MEMBERS)
  expect((await add('admin', peer_group_id, many.slice(0, 1))).status).toBe(422)
  const removed = await server.call(
    deletePeerGroupMemberships,
    { body: { peer_group_membership_ids: ids } },
    await server.tokenOf('admin')
  )
  expect(removed.status).toBe(200)
  expect((await members('admin', peer_group_id)).body.peer_group_memberships).toEqual([])
})

test('one call does not take more than a group may have', async () => {
  const { peer_group_id } = (await create('admin', { peer_group_name: 'Too many' })).body
  expect(await add('admin', peer_group_id, many)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('submission_ids') }
  })
})
