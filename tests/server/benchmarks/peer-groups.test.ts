// Peer groups: whose they are, who is in them, and when they are too small or too alike to be chosen.

import { expect, test } from 'vitest'
import { getChartData } from '#contract/chart-data.ts'
import {
  createPeerGroup,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships,
  deletePeerGroups,
  listPeerGroupMemberships,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { chartNamed, ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })

const { selection, create, add, others, otherOrganisations, offered, members } = peerGrouping(server)

test('lets a viewer create, fill and select a private group', async () => {
  const made = await create('viewer', { peer_group_name: ' Like us ', description: 'Same size.' })
  expect(made.body).toMatchObject({
    peer_group_name: 'Like us',
    owner_type: 'user',
    member_count: 0,
    is_selectable: false,
    unselectable_reason: 'too_few'
  })
  const id = made.body.peer_group_id
  const chosen = (await others()).slice(0, 7)
  const added = await add('viewer', id, [...chosen, chosen[0]!])
  expect(added.body.peer_group_memberships.map(member => member.submission_id)).toEqual(chosen)
  expect((await offered('viewer')).find(group => group.peer_group_id === id)).toMatchObject({
    member_count: 7,
    is_selectable: true
  })
  for (const role of ['lead', 'contributor', 'admin'] as const) {
    expect((await offered(role)).map(group => group.peer_group_id)).not.toContain(id)
    expect((await members(role, id)).status).toBe(404)
  }
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const input = {
    params: { a: await chartNamed(server, 'Vacancy rate'), b: own },
    query: { peerGroupId: [id] },
    body: { ...(await selection()), organisation_id: 0 }
  }
  const answer = async () => (await server.call(getChartData, input, await server.tokenOf('viewer'))).body
  expect((await answer()).peer_groups).toMatchObject([{ peer_group_id: id, member_count: 7 }])
  const out = added.body.peer_group_memberships.at(-1)!.peer_group_membership_id
  await server.call(
    deletePeerGroupMemberships,
    { body: { peer_group_membership_ids: [out] } },
    await server.tokenOf('viewer')
  )
  expect((await answer()).peer_groups).toMatchObject([{ peer_group_id: id, member_count: 6 }])
})

test('members hold over the years: a period shows its own submissions, and adding one again changes nothing', async () => {
  const { peer_group_id } = (await create('lead', { peer_group_name: 'Over the years' })).body
  const [first] = await others('ward-staffing', '2024')
  const one = await server.call(
    createPeerGroupMembership,
    { body: { peer_group_id, submission_id: first! } },
    await server.tokenOf('lead')
  )
  expect(one.body).toMatchObject({
    peer_group_id,
    submission_id: first,
    organisation_name: expect.any(String)
  })
  const again = await server.call(
    createPeerGroupMembership,
    { body: { peer_group_id, submission_id: first! } },
    await server.tokenOf('lead')
  )
  expect(again.body).toEqual(one.body)
  const then = await members('lead', peer_group_id, await periodNamed(server, '2024'))
  expect(then.body.peer_group_memberships.map(member => member.submission_id)).toEqual([first])
  const newest = (await members('lead', peer_group_id)).body.peer_group_memberships
  expect(newest).toHaveLength(1)
  expect(newest[0]!.submission_id).toBeGreaterThanOrEqual(first!)
})

test('leads share with the organisation, admins with the programme; the others may not', async () => {
  for (const role of ['viewer', 'contributor'] as const) {
    const refused = await create(role, { peer_group_name: 'Shared', is_shared: true })
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Only a lead can share a peer group with the organisation.'
    ])
  }
  const organisations = await create('lead', { peer_group_name: 'Ours', is_shared: true })
  const programmes = await create('admin', { peer_group_name: 'For everyone', is_shared: true })
  expect([organisations.body.owner_type, programmes.body.owner_type]).toEqual(['organisation', 'programme'])
  const [ours, everybodys] = [organisations.body.peer_group_id, programmes.body.peer_group_id]
  const seen = (await offered('viewer')).map(group => group.peer_group_id)
  expect(seen).toEqual(expect.arrayContaining([ours, everybodys]))
  const rename = async (role: Role, id: number) =>
    (
      await server.call(
        updatePeerGroup,
        { params: { id }, body: { description: `by ${role}` } },
        await server.tokenOf(role)
      )
    ).status
  expect([
    await rename('viewer', ours),
    await rename('contributor', ours),
    await rename('lead', ours),
    await rename('admin', ours)
  ]).toEqual([403, 403, 200, 200])
  expect([await rename('lead', everybodys), await rename('admin', everybodys)]).toEqual([403, 200])
  const [submission] = await others()
  expect((await add('contributor', ours, [submission!])).status).toBe(403)
  expect((await add('lead', everybodys, [submission!])).status).toBe(403)
  const remove = async (role: Role, ids: number[]) =>
    (await server.call(deletePeerGroups, { body: { peer_group_ids: ids } }, await server.tokenOf(role)))
      .status
  expect(await remove('lead', [ours, everybodys])).toBe(403)
  expect((await members('lead', ours)).status).toBe(200)
  expect([await remove('lead', [ours]), await remove('admin', [everybodys])]).toEqual([200, 200])
  expect((await members('lead', ours)).status).toBe(404)
})

test('an own group is shared later and taken back', async () => {
  const { peer_group_id } = (await create('lead', { peer_group_name: 'Moving' })).body
  const share = async (is_shared: boolean) =>
    (
      await server.call(
        updatePeerGroup,
        { params: { id: peer_group_id }, body: { is_shared } },
        await server.tokenOf('lead')
      )
    ).body.owner_type
  expect(await share(true)).toBe('organisation')
  expect((await members('viewer', peer_group_id)).status).toBe(200)
  expect(await share(false)).toBe('user')
  expect((await members('viewer', peer_group_id)).status).toBe(404)
})

test('a group that differs by fewer than the minimum from everyone or from another group cannot be chosen', async () => {
  // The own organisation's submissions are in all of them and do not count.
  const everyone = await otherOrganisations()
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const group = async (name: string, organisations: number[][]) => {
    const { peer_group_id } = (await create('contributor', { peer_group_name: name })).body
    await add('contributor', peer_group_id, [own, ...organisations.flat()])
    return peer_group_id
  }
  const eight = await group('Eight', everyone.slice(0, 8))
  const nine = await group('Nine', everyone.slice(0, 9))
  const thirteen = await group('Thirteen', everyone.slice(0, 13))
  const same = await group('The same eight', everyone.slice(0, 8))
  const nearly = await group('All but two', everyone.slice(2))
  const all = await group('All', everyone)
  const four = await group('Four', everyone.slice(0, 4))
  const offer = new Map(
    (await offered('contributor')).map(one => [one.peer_group_id, one.unselectable_reason])
  )
  expect([eight, nine, thirteen, same, nearly, all, four].map(id => offer.get(id))).toEqual([
    null,
    'too_close',
    null,
    null,
    'too_close',
    null,
    'too_few'
  ])
})

test('members are of the same project, and of this programme', async () => {
  const { peer_group_id } = (await create('lead', { peer_group_name: 'Mixed' })).body
  const [here] = await others()
  const [elsewhere] = await others('ward-quality')
  const refused = await add('lead', peer_group_id, [here!, elsewhere!])
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    `submission_ids: submission ${elsewhere} is of another project`
  ])
  expect((await members('lead', peer_group_id)).body.peer_group_memberships).toEqual([])
  const foreign = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 2)
    .executeTakeFirstOrThrow()
  expect((await add('lead', peer_group_id, [here!, foreign.submission_id])).status).toBe(404)
  expect((await add('lead', peer_group_id, [])).status).toBe(422)
  expect((await add('lead', 999_999, [here!])).status).toBe(404)
})

test('lists other organisations’ members in an anonymous project to admins only', async () => {
  const { peer_group_id } = (
    await create('admin', { peer_group_name: 'Hidden', is_shared: true }, 'ward-quality')
  ).body
  const own = await ownSubmission(server, 'ward-quality', '2025')
  const [other] = await others('ward-quality')
  await add('admin', peer_group_id, [own, other!])
  const toldTo = async (role: Role) => {
    const { body } = await members(role, peer_group_id, await periodNamed(server, '2025'))
    return body.peer_group_memberships.map(member => member.submission_id)
  }
  expect(await toldTo('lead')).toEqual([own])
  expect(new Set(await toldTo('admin'))).toEqual(new Set([own, other]))
})

test('requires unique names, and names the field of invalid input', async () => {
  await create('lead', { peer_group_name: 'Twice' })
  expect((await create('lead', { peer_group_name: 'twice' })).body.detail).toBe(
    'peer_group_name: is the name of another group'
  )
  expect((await create('contributor', { peer_group_name: 'Twice' })).status).toBe(200)
  expect((await create('lead', { peer_group_name: ' ' })).body.detail).toContain('peer_group_name')
  expect((await create('lead', { peer_group_name: 'x', time_period_id: 999_999 })).status).toBe(404)
  expect((await create('lead', { peer_group_name: 'x', project_id: 999_999 })).status).toBe(404)
  const other = await server.database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .orderBy('organisation_id', 'desc')
    .executeTakeFirstOrThrow()
  expect((await create('lead', { peer_group_name: 'x', is_shared: true, ...other })).status).toBe(404)
  expect((await create('admin', { peer_group_name: 'x', is_shared: true, ...other })).body.owner_type).toBe(
    'organisation'
  )
  expect(
    (await create('admin', { peer_group_name: 'y', is_shared: true, organisation_id: 999_999 })).status
  ).toBe(404)
})

test('another programme reaches no group and no member', async () => {
  const { peer_group_id } = (await create('admin', { peer_group_name: 'Of this programme', is_shared: true }))
    .body
  const [submission_id] = await others()
  const added = await add('admin', peer_group_id, [submission_id!])
  const ids = added.body.peer_group_memberships.map(member => member.peer_group_membership_id)
  const token = await server.tokenOf('super', sites)
  const statuses = [
    await server.call(createPeerGroup, { body: { ...(await selection()), peer_group_name: 'x' } }, token),
    await server.call(
      updatePeerGroup,
      { params: { id: peer_group_id }, body: { peer_group_name: 'x' } },
      token
    ),
    await server.call(deletePeerGroups, { body: { peer_group_ids: [peer_group_id] } }, token),
    await server.call(listPeerGroupMemberships, { query: { peer_group_id } }, token),
    await server.call(
      createPeerGroupMembership,
      { body: { peer_group_id, submission_id: submission_id! } },
      token
    ),
    await server.call(
      createPeerGroupMemberships,
      { body: { peer_group_id, submission_ids: [submission_id!] } },
      token
    ),
    await server.call(deletePeerGroupMemberships, { body: { peer_group_membership_ids: ids } }, token)
  ].map(reply => reply.status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect((await members('lead', peer_group_id)).body.peer_group_memberships).toHaveLength(1)
})
