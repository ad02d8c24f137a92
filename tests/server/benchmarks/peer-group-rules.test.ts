// A group keeps the rules that it was made with; on demand they find its members anew, and say before who comes and who goes.

import { expect, test } from 'vitest'
import { listFilterOptions, type PeerGroup } from '#contract/filters.ts'
import {
  createPeerGroup,
  deletePeerGroupMemberships,
  listPeerGroupMemberships,
  previewPeerGroup,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { chartNamed, ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { add, selection, others, members: memberships } = peerGrouping(server)
const NAMED = 'ward-staffing'
const ANONYMOUS = 'ward-quality'

async function options(role: Role, project = NAMED) {
  const query = { ...(await selection(project)), organisation_id: 0 }
  return (await server.call(listFilterOptions, { query }, await server.tokenOf(role))).body
}

async function kindRule(project = NAMED) {
  const { filters } = await options('lead', project)
  const filter = filters.find(one => one.filter_name === 'Type')!
  const { option_name } = filter.option_list[0]!
  const { filter_id, filter_name } = filter
  return { kind: 'rules' as const, filters: [{ filter_id, filter_name, option_list: [{ option_name }] }] }
}

/** The ten submissions most like the own one. */
const likeOwn = async (filter_ids: number[], chart_ids: number[] = []) => ({
  kind: 'similar' as const,
  submission_id: await ownSubmission(server, NAMED, '2025'),
  filter_ids,
  chart_ids,
  size: 10
})

async function create(name: string, definition: PeerGroup['definition'], project = NAMED, more = {}) {
  const body = { ...(await selection(project)), peer_group_name: name, definition: definition!, ...more }
  return (await server.call(createPeerGroup, { body }, await server.tokenOf('lead'))).body
}

async function changes(group: PeerGroup, project = NAMED) {
  const body = {
    ...(await selection(project)),
    definition: group.definition!,
    peer_group_id: group.peer_group_id
  }
  return (await server.call(previewPeerGroup, { body }, await server.tokenOf('lead'))).body.changes
}

const refillIn = async (group: PeerGroup, refill_time_period_id: number) =>
  server.call(
    updatePeerGroup,
    { params: { id: group.peer_group_id }, body: { refill_time_period_id } },
    await server.tokenOf('lead')
  )
const refill = async (group: PeerGroup, project = NAMED) =>
  refillIn(group, (await selection(project)).time_period_id)

async function members(group: PeerGroup): Promise<number[]> {
  const query = { peer_group_id: group.peer_group_id, time_period_id: (await selection()).time_period_id }
  const { body } = await server.call(listPeerGroupMemberships, { query }, await server.tokenOf('lead'))
  return body.peer_group_memberships.map(one => one.submission_id).toSorted((a, b) => a - b)
}

/** Gives a submission the option of the rule, or takes it away. */
async function carry(submissionId: number, option: string, isCarried: boolean): Promise<void> {
  const row = await server.database
    .selectFrom('filter_options as o')
    .innerJoin('filters as f', join => inProgramme(join, 'f', 'o', 'filter_id'))
    .select('o.filter_option_id')
    .where('o.programme_id', '=', 1)
    .where('f.filter_name', '=', 'Type')
    .where('o.option_name', '=', option)
    .executeTakeFirstOrThrow()
  const values = { programme_id: 1, submission_id: submissionId, filter_option_id: row.filter_option_id }
  if (isCarried) await server.database.insertInto('submission_filter_options').values(values).execute()
  else
    await server.database
      .deleteFrom('submission_filter_options')
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submissionId)
      .where('filter_option_id', '=', row.filter_option_id)
      .execute()
}

test('the rules are kept, shown with the group, and find the same members as long as nothing changes', async () => {
  const definition = await kindRule()
  const group = await create('By type', definition)
  expect(group.definition).toEqual(definition)
  const listed = (await options('lead')).peer_groups.find(one => one.peer_group_id === group.peer_group_id)
  expect(listed?.definition).toEqual(definition)
  expect(await changes(group)).toEqual({ joined_organisation_count: 0, left_organisation_count: 0 })
})

test('a member who has withdrawn meanwhile is still one after registering again', async () => {
  const group = await create('By type, with a leaver', await kindRule())
  const before = await members(group)
  const outside = new Set(await others())
  const leaver = before.find(id => outside.has(id))!
  const setStatus = (registration_status: 'withdrawn' | 'registered') =>
    server.database
      .updateTable('registrations as r')
      .from('submissions as s')
      .set({ registration_status })
      .where(eb => eb.and({ 'r.programme_id': 1, 's.programme_id': 1, 's.submission_id': leaver }))
      .whereRef('r.project_id', '=', 's.project_id')
      .whereRef('r.time_period_id', '=', 's.time_period_id')
      .whereRef('r.organisation_id', '=', 's.organisation_id')
      .execute()
  await setStatus('withdrawn')
  expect(await changes(group)).toEqual({ joined_organisation_count: 0, left_organisation_count: 0 })
  expect((await refill(group)).status).toBe(200)
  await setStatus('registered')
  expect(await members(group)).toEqual(before)
})

test('who matches now and did not then is counted in other organisations, and joins on demand', async () => {
  const definition = await kindRule()
  const option = definition.filters[0]!.option_list[0]!.option_name
  const group = await create('By type, later', definition)
  const before = await members(group)
  const outside = (await others()).filter(id => !before.includes(id))
  const [joining] = outside
  const leaving = before.find(id => !outside.includes(id))!
  await carry(joining!, option, true)
  await carry(leaving, option, false)
  const told = await changes(group)
  expect(told?.joined_organisation_count).toBe(1)
  expect(await members(group)).toEqual(before)
  const refilled = await refill(group)
  expect(refilled.status).toBe(200)
  const expected = [...before.filter(id => id !== leaving), joining!].toSorted((a, b) => a - b)
  expect(await members(group)).toEqual(expected)
  expect(refilled.body.member_count).toBe(expected.length)
  expect(await changes(group)).toEqual({ joined_organisation_count: 0, left_organisation_count: 0 })
  await carry(joining!, option, false)
  await carry(leaving, option, true)
})

test('a group of chosen members has no rules to be found by', async () => {
  const group = await create('Chosen', { kind: 'members', submission_ids: (await others()).slice(0, 6) })
  expect(group.definition).toBeNull()
  const refused = await refill(group)
  expect(refused.status).toBe(422)
  expect((refused.body as unknown as { detail: string }).detail).toMatch(/needs a group with rules/)
})

test('a period of another programme is as unknown as one that does not exist, with rules and without', async () => {
  const chosen = { kind: 'members' as const, submission_ids: (await others()).slice(0, 6) }
  const foreign = await periodNamed(server, '2025', 2)
  for (const group of [
    await create('By type, elsewhere', await kindRule()),
    await create('Chosen, elsewhere', chosen)
  ]) {
    const before = await members(group)
    for (const period of [foreign, 99_999_999]) {
      const { status, body } = await refillIn(group, period)
      expect([status, (body as unknown as { detail: string }).detail]).toEqual([
        404,
        'Time period not found.'
      ])
    }
    expect(await members(group)).toEqual(before)
  }
})

test('drops the rules of a group, and the description that they gave, when a member is added manually', async () => {
  const definition = await kindRule()
  const [rule] = definition.filters
  const description = `${rule!.filter_name}: ${rule!.option_list[0]!.option_name}.`
  const group = await create('By type, then by hand', definition, NAMED, { description })
  const before = await members(group)
  const joining = (await others()).find(id => !before.includes(id))!
  expect((await add('lead', group.peer_group_id, [joining])).status).toBe(200)
  const listed = (await options('lead')).peer_groups.find(one => one.peer_group_id === group.peer_group_id)
  expect(listed).toMatchObject({ member_count: before.length + 1, definition: null, description: '' })
})

test('keeps a description that the rules did not give when a member is removed', async () => {
  const description = 'Those whom we visited.'
  const group = await create('Visited', await kindRule(), NAMED, { description })
  const { body } = await memberships('lead', group.peer_group_id)
  const { peer_group_membership_id } = body.peer_group_memberships[0]!
  const removed = await server.call(
    deletePeerGroupMemberships,
    { body: { peer_group_membership_ids: [peer_group_membership_id] } },
    await server.tokenOf('lead')
  )
  expect(removed.status).toBe(200)
  const listed = (await options('lead')).peer_groups.find(one => one.peer_group_id === group.peer_group_id)
  expect(listed).toMatchObject({ definition: null, description })
})

test('shows the inputs of a group by similarity only to those who may change it', async () => {
  const definition = await likeOwn((await options('lead')).filters.map(one => one.filter_id))
  const group = await create('Alike', definition, NAMED, { is_shared: true })
  expect(group.definition).toEqual(definition)
  const seen = (await options('viewer')).peer_groups.find(one => one.peer_group_id === group.peer_group_id)
  expect(seen).toMatchObject({ may_change: false, definition: null })
})

test('a group by a chart is made and refilled before anyone has asked for the chart', async () => {
  const definition = await likeOwn([], [await chartNamed(server, 'Vacancy rate')])
  const group = await create('Alike in a chart', definition)
  expect(group.member_count).toBe(10)
  const before = await members(group)
  expect((await refill(group)).status).toBe(200)
  expect(await members(group)).toEqual(before)
})

test('a strict project does not tell who would come and go', async () => {
  const group = await create('By type, anonymous', await kindRule(ANONYMOUS), ANONYMOUS)
  expect(group.definition).not.toBeNull()
  expect(await changes(group, ANONYMOUS)).toBeNull()
  expect((await refill(group, ANONYMOUS)).status).toBe(200)
})

test('a group by similarity is checked and refilled in another period, where the ward has another submission', async () => {
  const definition = await likeOwn((await options('lead')).filters.map(one => one.filter_id))
  const group = await create('Alike, later', definition)
  const { project_id, time_period_id } = await selection(NAMED, '2026')
  const body = { project_id, time_period_id, definition, peer_group_id: group.peer_group_id }
  const checked = await server.call(previewPeerGroup, { body }, await server.tokenOf('lead'))
  expect(checked.status).toBe(200)
  expect(checked.body.submission_count).toBeGreaterThan(0)
  const own = await ownSubmission(server, NAMED, '2026')
  expect(checked.body.members.map(member => member.submission_id)).not.toContain(own)
  expect((await refillIn(group, time_period_id)).status).toBe(200)
})
