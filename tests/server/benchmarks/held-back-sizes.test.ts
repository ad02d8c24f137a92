// What a member of a strict project learns of the size of a set that is held back: nothing, from ids, statuses, sizes of replies or errors.

import { expect, test } from 'vitest'
import { listFilterOptions } from '#contract/filters.ts'
import {
  createPeerGroupMembership,
  createPeerGroup,
  deletePeerGroupMemberships,
  listPeerGroupMemberships,
  previewPeerGroup,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { PROJECT as STRICT } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { selection, otherOrganisations } = peerGrouping(server)
const lead = () => server.tokenOf('lead')

/** An option of the last filter that exactly so many other organisations carry, and nobody else. */
async function optionOf(
  organisations: number
): Promise<{ filter_id: number; filter_name: string; name: string }> {
  const filter = await server.database
    .selectFrom('filters')
    .select(['filter_id', 'filter_name'])
    .where('programme_id', '=', 1)
    .orderBy('display_order', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const name = `Held by ${String(organisations).padStart(2, '0')}`
  const { filter_option_id } = await server.database
    .insertInto('filter_options')
    .values({
      programme_id: 1,
      filter_id: filter.filter_id,
      option_name: name,
      display_order: 90 + organisations
    })
    .returning('filter_option_id')
    .executeTakeFirstOrThrow()
  const carriers = (await otherOrganisations(STRICT)).slice(0, organisations).flat()
  for (const submission_id of carriers)
    await server.database
      .insertInto('submission_filter_options')
      .values({ programme_id: 1, submission_id, filter_option_id })
      .execute()
  return { ...filter, name }
}

/** Everything that a member does with a group of this option, as one text without the option's own name and the group's id. */
async function attack(organisations: number): Promise<string> {
  const { filter_id, filter_name, name } = await optionOf(organisations)
  const token = await lead()
  const filters = [{ filter_id, filter_name, option_list: [{ option_name: name }] }]
  const definition = { kind: 'rules' as const, filters }
  const scope = await selection(STRICT)
  const said: unknown[] = []
  const note = (reply: { status: number; headers: Headers; body: unknown }): void => {
    said.push([
      reply.status,
      reply.headers.get('content-length'),
      Object.keys(reply.body as object),
      reply.body
    ])
  }
  note(await server.call(previewPeerGroup, { body: { ...scope, definition } }, token))
  const made = await server.call(
    createPeerGroup,
    { body: { ...scope, peer_group_name: `Group of ${name}`, definition } },
    token
  )
  note(made)
  const { peer_group_id } = made.body
  const own = await ownSubmission(server, STRICT, '2025')
  note(await server.call(createPeerGroupMembership, { body: { peer_group_id, submission_id: own } }, token))
  note(await server.call(listPeerGroupMemberships, { query: { peer_group_id } }, token))
  const ids = (await server.call(listPeerGroupMemberships, { query: { peer_group_id } }, token)).body
    .peer_group_memberships
  note(
    await server.call(
      deletePeerGroupMemberships,
      { body: { peer_group_membership_ids: ids.map(one => one.peer_group_membership_id) } },
      token
    )
  )
  note(
    await server.call(
      updatePeerGroup,
      { params: { id: peer_group_id }, body: { description: 'Changed' } },
      token
    )
  )
  const asked = await askFor(server, {
    project: STRICT,
    chart: 'Falls per 1,000 bed days',
    groups: [peer_group_id],
    body: { filters }
  })
  said.push([asked.status, asked.body.series, asked.body.excluded_count, asked.body.missing_count])
  said.push(
    (
      await server.call(listFilterOptions, { query: { ...scope, organisation_id: 0 } }, token)
    ).body.peer_groups.find(group => group.peer_group_id === peer_group_id)
  )
  const ownMembership = ids.map(one => one.peer_group_membership_id)[0] ?? 0
  return JSON.stringify(said)
    .replaceAll(name, 'NAME')
    .replaceAll(new RegExp(`\\b${ownMembership}\\b`, 'g'), 'MEMBERSHIP')
    .replaceAll(new RegExp(`"peer_group_id":${peer_group_id}\\b`, 'g'), '"peer_group_id":0')
}

test('an empty set and one that is held back answer alike: status, size, ids and every field', async () => {
  const empty = await attack(0)
  for (const organisations of [1, 3, 4]) expect(await attack(organisations)).toBe(empty)
})

test('the ids of memberships are the same however many hidden members a group has', async () => {
  const token = await lead()
  const scope = await selection(STRICT)
  const own = await ownSubmission(server, STRICT, '2025')
  const seen: { group: number; id: number }[] = []
  for (const hidden of [0, 1, 7, 12]) {
    const peer_group_name = `With ${hidden} hidden`
    const { body } = await server.call(createPeerGroup, { body: { ...scope, peer_group_name } }, token)
    const { peer_group_id } = body
    await storeMembers(peer_group_id, (await otherOrganisations(STRICT)).slice(0, hidden).flat())
    const member = await server.call(
      createPeerGroupMembership,
      { body: { peer_group_id, submission_id: own } },
      token
    )
    seen.push({ group: peer_group_id, id: member.body.peer_group_membership_id })
  }
  const [first, ...rest] = seen
  const steps = rest.map(({ group, id }) => (id - first!.id) / (group - first!.group))
  expect(new Set(steps).size).toBe(1)
})

/** Adds submissions to a group behind its owner's back. */
async function storeMembers(peer_group_id: number, submissionIds: readonly number[]): Promise<void> {
  const rows = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', 'in', [0, ...submissionIds])
    .execute()
  for (const { lineage_id } of rows)
    await server.database
      .insertInto('peer_group_memberships')
      .values({ programme_id: 1, peer_group_id, lineage_id })
      .execute()
}

test('members that are not shown cannot be removed, and trying does not tell who is one', async () => {
  const token = await lead()
  const scope = await selection(STRICT)
  const { body } = await server.call(
    createPeerGroup,
    { body: { ...scope, peer_group_name: 'Probed' } },
    token
  )
  const { peer_group_id } = body
  const rows = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', 'in', (await otherOrganisations(STRICT)).slice(0, 2).flat())
    .execute()
  const [member, stranger] = rows.map(row => row.lineage_id)
  await server.database
    .insertInto('peer_group_memberships')
    .values({ programme_id: 1, peer_group_id, lineage_id: member! })
    .execute()
  const stored = await server.database
    .selectFrom('peer_group_memberships')
    .select('peer_group_membership_id')
    .where('programme_id', '=', 1)
    .where('peer_group_id', '=', peer_group_id)
    .executeTakeFirstOrThrow()
  const remove = async (id: number) => {
    const { status, body: said } = await server.call(
      deletePeerGroupMemberships,
      { body: { peer_group_membership_ids: [id] } },
      token
    )
    return [status, said]
  }
  const own = await ownSubmission(server, STRICT, '2025')
  const added = await server.call(
    createPeerGroupMembership,
    { body: { peer_group_id, submission_id: own } },
    token
  )
  const { lineage_id } = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', own)
    .executeTakeFirstOrThrow()
  const idOf = (lineage: number): number => added.body.peer_group_membership_id + lineage - lineage_id
  const said = [
    await remove(idOf(member!)),
    await remove(idOf(stranger!)),
    await remove(stored.peer_group_membership_id)
  ]
  expect(said.map(([status]) => status)).toEqual([404, 404, 404])
  expect(new Set(said.map(one => JSON.stringify(one))).size).toBe(1)
  const left = await server.database
    .selectFrom('peer_group_memberships')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('peer_group_id', '=', peer_group_id)
    .where('lineage_id', '=', member!)
    .execute()
  expect(left).toHaveLength(1)
})
