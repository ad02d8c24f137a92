// What a member of a strict project learns of the size of a set that is held back: nothing, from ids, statuses, fields or errors.

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
import { takeNotes } from '#tests/support/attacker-notes.ts'
import { PROJECT as STRICT } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { selection, otherOrganisations } = peerGrouping(server)
const lead = () => server.tokenOf('lead')

/** A published option of the last filter that exactly so many other organisations carry, and nobody else. */
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
  // Rules match who is in the newest edition, with the options of that time.
  await publishAnew(server, STRICT, '2025')
  return { ...filter, name }
}

/** Everything that a member does with a group of this option and with one of nobody after it, as a text without the option's own name. */
async function attack(organisations: number): Promise<string> {
  const { filter_id, filter_name, name } = await optionOf(organisations)
  const token = await lead()
  const filters = [{ filter_id, filter_name, option_list: [{ option_name: name }] }]
  const definition = { kind: 'rules' as const, filters }
  const scope = await selection(STRICT)
  const own = await ownSubmission(server, STRICT, '2025')
  const notes = takeNotes()
  notes.note('preview', await server.call(previewPeerGroup, { body: { ...scope, definition } }, token))
  for (const suffix of ['', ' again']) {
    const body = { ...scope, peer_group_name: `Group of ${name}${suffix}`, definition }
    const made = await server.call(createPeerGroup, { body }, token)
    notes.note('create', made)
    const { peer_group_id } = made.body
    const query = { peer_group_id }
    const member = { body: { peer_group_id, submission_id: own } }
    notes.note('add own', await server.call(createPeerGroupMembership, member, token))
    const listed = await server.call(listPeerGroupMemberships, { query }, token)
    notes.note('members', listed)
    const ids = listed.body.peer_group_memberships.map(one => one.peer_group_membership_id)
    // Ids near the own one: of a hidden member, of a stranger, or of nobody.
    for (const distance of [-2, -1, 1, 2]) {
      const peer_group_membership_ids = ids.map(id => id + distance)
      const probed = await server.call(
        deletePeerGroupMemberships,
        { body: { peer_group_membership_ids } },
        token
      )
      notes.note(`remove ${distance}`, probed)
    }
    const removal = { body: { peer_group_membership_ids: ids } }
    notes.note('remove own', await server.call(deletePeerGroupMemberships, removal, token))
    const change = { params: { id: peer_group_id }, body: { description: 'Changed' } }
    notes.note('update', await server.call(updatePeerGroup, change, token))
    const { status, body: chart } = await askFor(server, {
      project: STRICT,
      chart: 'Falls per 1,000 bed days',
      groups: [peer_group_id],
      body: { filters }
    })
    const { series, excluded_count, missing_count } = chart
    notes.note('chart', { status, body: { series, excluded_count, missing_count } })
    const options = await server.call(listFilterOptions, { query: { ...scope, organisation_id: 0 } }, token)
    const group = options.body.peer_groups.find(one => one.peer_group_id === peer_group_id)
    notes.note('choice', { status: options.status, body: group })
  }
  return notes.told().replaceAll(name, 'NAME')
}

test('an empty set and one that is held back answer alike: status, steps between ids, and every field', async () => {
  const empty = await attack(0)
  for (const organisations of [1, 3, 4]) expect(await attack(organisations)).toBe(empty)
})

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
