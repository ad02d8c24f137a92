// A peer group is made by rules, by similarity or by its members; what it would reveal is asked before it is saved.

import { expect, test } from 'vitest'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { createPeerGroup, listPeerGroupMemberships, previewPeerGroup } from '#contract/peer-groups.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { chartNamed, ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { selection, others, otherOrganisations } = peerGrouping(server)
const NAMED = 'ward-staffing'
const ANONYMOUS = 'ward-quality'

type Body = InputOf<typeof previewPeerGroup>['body']
type Definition = Body['definition']

async function preview(
  definition: Definition,
  more: Partial<Body> = {},
  role: Role = 'viewer',
  project = NAMED
) {
  const body = { ...(await selection(project)), definition, ...more }
  return server.call(previewPeerGroup, { body }, await server.tokenOf(role))
}

async function create(
  peer_group_name: string,
  definition: Definition,
  role: Role = 'viewer',
  project = NAMED
) {
  const body = { ...(await selection(project)), peer_group_name, definition }
  return server.call(createPeerGroup, { body }, await server.tokenOf(role))
}

async function options(project = NAMED, role: Role = 'viewer') {
  const query = { ...(await selection(project)), organisation_id: 0 }
  return (await server.call(listFilterOptions, { query }, await server.tokenOf(role))).body
}

const rule = (filter: { filter_id: number; filter_name: string }, ...names: string[]) => ({
  filter_id: filter.filter_id,
  filter_name: filter.filter_name,
  option_list: names.map(option_name => ({ option_name }))
})

/** Submissions with an option, found without the product's code. */
async function carriers(filterId: number, option: string, project = NAMED): Promise<number[]> {
  const { project_id, time_period_id } = await selection(project)
  const rows = await server.database
    .selectFrom('submissions as s')
    .innerJoin('submission_filter_options as so', join => inProgramme(join, 'so', 's', 'submission_id'))
    .innerJoin('filter_options as o', join => inProgramme(join, 'o', 'so', 'filter_option_id'))
    .select('s.submission_id')
    .where('s.programme_id', '=', 1)
    .where('s.project_id', '=', project_id)
    .where('s.time_period_id', '=', time_period_id)
    .where('o.filter_id', '=', filterId)
    .where('o.option_name', '=', option)
    .orderBy('s.submission_id')
    .execute()
  return rows.map(row => row.submission_id)
}

test('counts the members that each rule leaves, and saves exactly those', async () => {
  const { filters } = await options()
  const [region, , size] = filters
  const [north] = region!.option_list
  const definition: Definition = {
    kind: 'rules',
    filters: [
      rule(region!, north!.option_name),
      rule(size!, ...size!.option_list.slice(0, 2).map(one => one.option_name))
    ]
  }
  const inNorth = await carriers(region!.filter_id, north!.option_name)
  const sized = new Set(
    (
      await Promise.all(size!.option_list.slice(0, 2).map(one => carriers(size!.filter_id, one.option_name)))
    ).flat()
  )
  const expected = inNorth.filter(id => sized.has(id))
  const own = await ownSubmission(server, NAMED, '2025')
  const { body } = await preview(definition, { submission_id: own })
  const withoutOwn = (ids: number[]) => ids.filter(id => id !== own)
  expect(body.rule_counts).toEqual([withoutOwn(inNorth).length, withoutOwn(expected).length])
  expect(body.submission_count).toBe(withoutOwn(expected).length)

  const made = await create('Northern, smaller', definition)
  const { time_period_id } = await selection()
  const listed = await server.call(
    listPeerGroupMemberships,
    { query: { peer_group_id: made.body.peer_group_id, time_period_id } },
    await server.tokenOf('viewer')
  )
  expect(listed.body.peer_group_memberships.map(one => one.submission_id).toSorted((a, b) => a - b)).toEqual(
    expected
  )
  expect(made.body).toMatchObject({ member_count: expected.length, may_change: true })
})

test('the most similar ones come with the reasons, and never the own submission', async () => {
  const { filters } = await options()
  const own = await ownSubmission(server, NAMED, '2025')
  const chart = await chartNamed(server, 'Vacancy rate')
  const similar: Definition = {
    kind: 'similar',
    submission_id: own,
    filter_ids: filters.map(filter => filter.filter_id),
    chart_ids: [chart],
    size: 10
  }
  const { body } = await preview(similar, { submission_id: own })
  expect(body.members.length).toBeGreaterThanOrEqual(10)
  expect(body.members.map(member => member.submission_id)).not.toContain(own)
  const everyone = await preview({ ...similar, size: 500 }, { submission_id: own })
  const alike = (members: typeof body.members) => members.map(member => member.shared_filters.length)
  const mean = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length
  expect(mean(alike(body.members))).toBeGreaterThan(mean(alike(everyone.body.members)))
  for (const { shared_filters, other_filters, figures } of body.members) {
    expect([...shared_filters, ...other_filters].toSorted()).toEqual(
      filters.map(filter => filter.filter_name).toSorted()
    )
    expect(figures.map(figure => figure.chart_name)).toEqual(['Vacancy rate'])
  }
  expect((await preview({ ...similar, filter_ids: [], chart_ids: [] })).body.detail).toMatch(/^filter_ids: /)
  const foreign = await preview({ ...similar, submission_id: (await others())[0]! })
  expect(foreign.status).toBe(404)
})

test('warns before saving a group that differs too little from everyone or from another group', async () => {
  const all = await otherOrganisations()
  const nearly = await preview({ kind: 'members', submission_ids: all.slice(2).flat() })
  expect(nearly.body).toMatchObject({ is_selectable: false, unselectable_reason: 'too_close' })
  expect(nearly.body.closest?.peer_group_name).toBeNull()

  const half = all.slice(0, Math.floor(all.length / 2))
  const made = await create('Half of them', { kind: 'members', submission_ids: half.flat() })
  expect(made.body.is_selectable).toBe(true)
  const close = await preview({ kind: 'members', submission_ids: half.slice(2).flat() })
  expect(close.body).toMatchObject({
    unselectable_reason: 'too_close',
    closest: { peer_group_name: 'Half of them', difference: 2 }
  })
  const itself = await preview(
    { kind: 'members', submission_ids: half.slice(2).flat() },
    { peer_group_id: made.body.peer_group_id }
  )
  expect(itself.body.unselectable_reason).toBeNull()
  const few = await preview({ kind: 'members', submission_ids: half.slice(0, 3).flat() })
  expect(few.body).toMatchObject({ organisation_count: 3, unselectable_reason: 'too_few' })
  expect(
    (await create('Nobody', { kind: 'rules', filters: [rule((await options()).filters[0]!, 'Nowhere')] }))
      .body.detail
  ).toBe('definition: matches no one in this period')
})

test('allows only rules and filter options in strict projects, without listing members', async () => {
  const own = await ownSubmission(server, ANONYMOUS, '2025')
  const foreign = (await others(ANONYMOUS))[0]!
  const named = await preview({ kind: 'members', submission_ids: [foreign] }, {}, 'viewer', ANONYMOUS)
  expect(named.status).toBe(404)
  const similar: Definition = {
    kind: 'similar',
    submission_id: own,
    filter_ids: (await options(ANONYMOUS)).filters.map(filter => filter.filter_id),
    chart_ids: [],
    size: 10
  }
  const { body } = await preview(similar, { submission_id: own }, 'viewer', ANONYMOUS)
  expect(body).toMatchObject({ is_restricted: true, members: [], closest: null })
  const byFigures = await preview(
    { ...similar, chart_ids: [await chartNamed(server, 'Vacancy rate')] },
    {},
    'viewer',
    ANONYMOUS
  )
  expect(byFigures.body.detail).toMatch(/^chart_ids: /)
})

test('returns counts in anonymous projects that are equal or differ by at least the minimum', async () => {
  const { filters } = await options(ANONYMOUS)
  const rules = filters.flatMap(filter => filter.option_list.map(option => rule(filter, option.option_name)))
  const definitions: Definition[] = [
    ...rules.map(one => ({ kind: 'rules' as const, filters: [one] })),
    ...rules.flatMap((one, index) =>
      rules
        .slice(index + 1)
        .filter(other => other.filter_id !== one.filter_id)
        .map(other => ({ kind: 'rules' as const, filters: [one, other] }))
    )
  ]
  const counts = new Map<string, ReplyOf<typeof previewPeerGroup>>()
  for (const definition of definitions)
    counts.set(JSON.stringify(definition), (await preview(definition, {}, 'viewer', ANONYMOUS)).body)
  const minimum = [...counts.values()][0]!.minimum_count
  const told = [...counts.values()].flatMap(one => one.organisation_count ?? [])
  expect(told.length).toBeGreaterThan(1)
  expect(Math.min(...told)).toBeGreaterThanOrEqual(minimum)
  // One rule holds all that it and another hold: what is outside the other is told by subtraction.
  for (const definition of definitions) {
    if (definition.kind !== 'rules' || definition.filters.length < 2) continue
    const both = counts.get(JSON.stringify(definition))!
    const one = counts.get(JSON.stringify({ kind: 'rules', filters: definition.filters.slice(0, 1) }))!
    expect(both.rule_counts).toEqual([one.submission_count, both.submission_count])
    const difference = (one.submission_count ?? 0) - (both.submission_count ?? 0)
    expect(difference === 0 || difference >= minimum, `${JSON.stringify(definition)}: ${difference}`).toBe(
      true
    )
  }
})

test('a saved group says no more than its preview did', async () => {
  const [filter] = (await options(ANONYMOUS)).filters
  for (const { option_name } of filter!.option_list) {
    const definition: Definition = { kind: 'rules', filters: [rule(filter!, option_name)] }
    const { body } = await preview(definition, {}, 'viewer', ANONYMOUS)
    const made = await create(`All of ${option_name}`, definition, 'viewer', ANONYMOUS)
    if (made.status === 422) continue
    expect(made.body).toMatchObject({
      member_count: body.submission_count,
      organisation_count: body.organisation_count,
      is_selectable: body.is_selectable
    })
  }
})

test('a saved group is counted without members who have withdrawn, who are unknown to a new one', async () => {
  const chosen: Definition = { kind: 'members', submission_ids: (await others()).slice(0, 30) }
  const { peer_group_id } = (await create('With a leaver', chosen, 'lead')).body
  const [leaver] = chosen.submission_ids
  const setStatus = (registration_status: 'withdrawn' | 'registered') =>
    server.database
      .updateTable('registrations as r')
      .from('submissions as s')
      .set({ registration_status })
      .where(eb => eb.and({ 'r.programme_id': 1, 's.programme_id': 1, 's.submission_id': leaver! }))
      .whereRef('r.project_id', '=', 's.project_id')
      .whereRef('r.time_period_id', '=', 's.time_period_id')
      .whereRef('r.organisation_id', '=', 's.organisation_id')
      .execute()
  const countOf = async (more: Partial<Body>) => {
    const { status, body } = await preview(chosen, more, 'lead')
    return status === 200 ? body.submission_count : status
  }
  expect(await countOf({ peer_group_id })).toBe(30)
  await setStatus('withdrawn')
  const left = await countOf({ peer_group_id })
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(30)
  expect(await countOf({})).toBe(404)
  await setStatus('registered')
})

test('as many members can be counted as a group can have', async () => {
  const many = (count: number): Definition => ({
    kind: 'members',
    submission_ids: Array.from({ length: count }, (_, index) => 10_000_000 + index)
  })
  expect((await preview(many(5000))).status).toBe(404)
  expect((await preview(many(5001))).status).toBe(422)
})
