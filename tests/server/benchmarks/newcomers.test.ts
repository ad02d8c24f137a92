// In a strict project no list, count or preview tells who has joined, or has changed options, since the newest edition.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { listFilterOptions } from '#contract/filters.ts'
import {
  createPeerGroup,
  deletePeerGroups,
  previewPeerGroup,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { PROJECT as STRICT, submissionsIn } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { selection } = peerGrouping(server)
const PERIOD = '2025'
/** Of the demo's projects. */
const MINIMUM = 5
const LONG = 120_000

/** Every filter option by itself and, a ninth of them as the commit chooses, with each of the first filter's. */
async function rulesOf(role: Role): Promise<ActiveFilter[][]> {
  const query = { ...(await selection(STRICT)), organisation_id: 0 }
  const { filters } = (await server.call(listFilterOptions, { query }, await server.tokenOf(role))).body
  const single = filters.map(({ filter_id, filter_name, option_list }) =>
    option_list.map(({ option_name }) => ({ filter_id, filter_name, option_list: [{ option_name }] }))
  )
  const [first = [], ...rest] = single
  const pairs = first.flatMap(one => rest.flat().map(rule => [one, rule]))
  return [...single.flat().map(rule => [rule]), ...partInTurn(pairs, 9, 'rules of groups')]
}

/** What is told of who takes part: by the filters, the groups, a preview and a new group of each rule, its charts, and a refreshed group. */
async function everythingTold(role: Role, refreshed: number): Promise<Map<string, unknown>> {
  const token = await server.tokenOf(role)
  const scope = await selection(STRICT)
  const submission_id = await ownSubmission(server, STRICT, PERIOD)
  const told = new Map<string, unknown>()
  const rules = await rulesOf(role)
  const filterIds = [...new Set(rules.map(([rule]) => rule!.filter_id))]
  const definitions = [
    ...rules.map(filters => ({ kind: 'rules' as const, filters })),
    ...[8, 12, 20].map(size => ({
      kind: 'similar' as const,
      submission_id,
      filter_ids: filterIds,
      chart_ids: [],
      size
    }))
  ]
  for (const definition of definitions) {
    const name = JSON.stringify(definition)
    const preview = await server.call(
      previewPeerGroup,
      { body: { ...scope, definition, submission_id } },
      token
    )
    told.set(`preview ${name}`, preview.body)
    if (definition.kind === 'rules' && definition.filters.length > 1) continue
    const made = await server.call(
      createPeerGroup,
      { body: { ...scope, peer_group_name: 'Made', definition } },
      token
    )
    const { peer_group_id, ...group } = made.body
    told.set(`group ${name}`, [made.status, group])
    const chart = await askFor(server, {
      project: STRICT,
      chart: 'Falls per 1,000 bed days',
      role: role === 'admin' ? 'admin' : 'lead',
      token,
      groups: [peer_group_id]
    })
    told.set(`chart ${name}`, [chart.status, withoutIds(chart.body)])
    await server.call(deletePeerGroups, { body: { peer_group_ids: [peer_group_id] } }, token)
  }
  const renewed = await server.call(
    updatePeerGroup,
    { params: { id: refreshed }, body: { refill_time_period_id: scope.time_period_id } },
    token
  )
  told.set('refreshed', renewed.body)
  const query = { ...scope, organisation_id: 0 }
  told.set('options', (await server.call(listFilterOptions, { query }, token)).body)
  return told
}

/** A chart as it is told, apart from the ids of groups, which are new each time. */
const withoutIds = ({ digest: _digest, calculated_at: _now, ...told }: ChartData): unknown =>
  JSON.parse(
    JSON.stringify(told, (key, value: unknown) => (key.startsWith('peer_group_id') ? undefined : value))
  )

/** For each option another organisation joins that carries it, and a member takes it instead of its own. */
async function joinAndChange(): Promise<void> {
  const { strangers } = await submissionsIn(server, PERIOD)
  const { rows } = await sql<{ filter_option_id: number; filter_id: number }>`
    select filter_option_id, filter_id from filter_options where programme_id = 1 order by filter_option_id`.execute(
    server.database
  )
  for (const [index, { filter_option_id, filter_id }] of rows.entries()) {
    const { submission_id, organisation_id } = strangers[index]!
    await sql`
      with organisation as (
        insert into organisations (programme_id, organisation_name, organisation_code)
        values (1, ${`Newcomer ${index}`}, ${`NEW${index}`}) returning organisation_id
      ), lineage as (
        insert into lineages (programme_id, organisation_id) select 1, organisation_id from organisation returning lineage_id, organisation_id
      ), submission as (
        insert into submissions (programme_id, project_id, time_period_id, organisation_id, scope_id, lineage_id, submission_name, submission_code)
        select 1, s.project_id, s.time_period_id, l.organisation_id, s.scope_id, l.lineage_id, 'New', ${`NEW${index}`}
        from submissions s, lineage l where s.programme_id = 1 and s.submission_id = ${submission_id}
        returning submission_id
      )
      insert into submission_filter_options (programme_id, submission_id, filter_option_id)
      select 1, n.submission_id, x.filter_option_id from submission n, (
        select o.filter_option_id from submission_filter_options o
        join filter_options f on f.programme_id = 1 and f.filter_option_id = o.filter_option_id and f.filter_id <> ${filter_id}
        where o.programme_id = 1 and o.submission_id = ${submission_id}
        union all select ${filter_option_id}) x`.execute(server.database)
    await sql`
      update submission_filter_options o set filter_option_id = ${filter_option_id}
      from filter_options f, submissions s
      where o.programme_id = 1 and f.programme_id = 1 and s.programme_id = 1 and f.filter_option_id = o.filter_option_id
        and f.filter_id = ${filter_id} and s.submission_id = o.submission_id and s.submission_id = ${submission_id}
        and s.organisation_id = ${organisation_id}`.execute(server.database)
  }
}

/** A group of the caller's own that was made before anyone joined. */
async function earlierGroup(role: Role, peer_group_name: string): Promise<number> {
  const [rule = []] = await rulesOf(role)
  const { body } = await server.call(
    createPeerGroup,
    {
      body: {
        ...(await selection(STRICT)),
        peer_group_name,
        definition: { kind: 'rules', filters: rule }
      }
    },
    await server.tokenOf(role)
  )
  return body.peer_group_id
}

const differences = (before: Map<string, unknown>, after: Map<string, unknown>): string[] =>
  [...before.keys()].filter(name => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))

test(
  'who has joined or changed options since the edition is told to admins only',
  { timeout: LONG },
  async () => {
    const groups = {
      viewer: await earlierGroup('viewer', 'Earlier'),
      admin: await earlierGroup('admin', 'Admins’')
    }
    const before = await everythingTold('viewer', groups.viewer)
    const beforeAdmin = await everythingTold('admin', groups.admin)
    expect(JSON.stringify(before.get('options'))).toContain('"submission_count":')
    await joinAndChange()
    expect(differences(before, await everythingTold('viewer', groups.viewer))).toEqual([])
    const toldToAdmin = differences(beforeAdmin, await everythingTold('admin', groups.admin))
    expect(toldToAdmin.length).toBeGreaterThan(10)
  }
)

test('before the first edition nothing is counted, and each group says that nothing is published', async () => {
  await withdrawEditions(server, STRICT, PERIOD)
  const before = await everythingTold('viewer', await earlierGroup('viewer', 'Before the first'))
  const { own, strangers } = await submissionsIn(server, PERIOD)
  const count = own.length + strangers.length
  expect(count % MINIMUM).toBeGreaterThan(0)
  // How many take part is told in whole steps of the minimum.
  const inSteps = `"value_count":null,"submission_count":${count - (count % MINIMUM)}`
  const texts = [...before.values()].map(told => JSON.stringify(told).replaceAll(inSteps, ''))
  expect(texts.join('\n')).not.toMatch(/"(submission_count|member_count|organisation_count)":\d/)
  for (const [name, told] of before)
    if (/^(preview|group|refreshed)/.test(name))
      expect([name, JSON.stringify(told)]).toEqual([
        name,
        expect.stringContaining('"unselectable_reason":"not_published"')
      ])
})
