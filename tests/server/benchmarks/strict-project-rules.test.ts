// Rules of strict projects and of peer groups that only a whole server shows: one at a time.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listFilterOptions } from '#contract/filters.ts'
import {
  createPeerGroup,
  listPeerGroupMemberships,
  previewPeerGroup,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { PROJECT as STRICT, submissionsIn, type Stranger } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 24 })
const { selection, create, add, otherOrganisations, offered } = peerGrouping(server)
const PERIOD = '2025'
const RATE = 'Falls per 1,000 bed days'

let own: Stranger[]
let strangers: Stranger[]
/** Of other organisations, one submission each. */
let others: Stranger[]

beforeAll(async () => {
  ;({ own, strangers } = await submissionsIn(server, PERIOD))
  others = [...Map.groupBy(strangers, one => one.organisation_id).values()].map(([first]) => first!)
})

const minimum = (minimum_count: number) =>
  server.database
    .updateTable('projects')
    .set({ minimum_count })
    .where('programme_id', '=', 1)
    .where('project_code', '=', STRICT)
    .execute()

const options = async (role: Role, project = STRICT) =>
  (
    await server.call(
      listFilterOptions,
      { query: { ...(await selection(project)), organisation_id: 0 } },
      await server.tokenOf(role)
    )
  ).body

/** Gives an option to these submissions alone. */
async function carriedBy(option: string, filterId: number, ids: readonly number[]): Promise<void> {
  const chosen = sql`select filter_option_id from filter_options where programme_id = 1 and filter_id = ${filterId} and option_name = ${option}`
  await sql`delete from submission_filter_options where programme_id = 1 and filter_option_id in (${chosen})`.execute(
    server.database
  )
  await sql`insert into submission_filter_options (programme_id, submission_id, filter_option_id)
    select 1, s.id, o.filter_option_id from unnest(${[...ids]}::bigint[]) s (id), (${chosen}) o`.execute(
    server.database
  )
}

const strict = async (body: object = {}) =>
  (await askFor(server, { project: STRICT, chart: RATE, period: PERIOD, role: 'lead', body })).body

describe('in a strict project', () => {
  test('lists own units that match the filters, the selected one, and the requested ones', async () => {
    const [filter] = (await options('lead')).filters
    const { filter_id, filter_name } = filter!
    const { option_name } = filter!.option_list[0]!
    await carriedBy(
      option_name,
      filter_id,
      others.slice(0, 9).map(one => one.submission_id)
    )
    const filters = [{ filter_id, filter_name, option_list: [{ option_name }] }]
    const [first, second] = own.map(one => one.submission_id)
    expect(second).toBeDefined()
    const listed = async (body: object) =>
      (await strict(body)).series[0]!.values.map(one => one.submission_id)
    expect(await listed({})).toEqual(expect.arrayContaining([first, second]))
    expect(await listed({ filters })).toEqual([first])
    expect(await listed({ filters, other_submission_ids: [second] })).toEqual([first, second])
  })

  test('returns the number without a figure only for everyone, and not if no set is disclosed', async () => {
    const { place } = await cellOf(server, strangers[0]!.submission_id, 'Falls')
    await server.database
      .updateTable('answers')
      .set({ number_value: null })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', others[0]!.submission_id)
      .where('question_id', '=', place.question_id)
      .execute()
    const before = (await strict()).missing_count!
    await publishAnew(server, STRICT, PERIOD)
    expect((await strict()).missing_count).toBe(before + 1)
    expect((await strict({ other_submission_ids: [others[1]!.submission_id] })).missing_count).toBeNull()
    await minimum(500)
    expect(await strict()).toMatchObject({ missing_count: null, excluded_count: null })
    await minimum(5)
  })

  test('counts an option from the minimum of other organisations on, without the reader’s own', async () => {
    const filter = (await options('lead')).filters.at(-1)!
    const option = filter.option_list[0]!.option_name
    // Options that only the own organisation carries would hide others.
    for (const { submission_id } of own)
      await sql`delete from submission_filter_options where programme_id = 1 and submission_id = ${submission_id}`.execute(
        server.database
      )
    const countFor = async (organisations: number) => {
      const carriers = [own[0]!, ...others.slice(0, organisations)].map(one => one.submission_id)
      await carriedBy(option, filter.filter_id, carriers)
      await publishAnew(server, STRICT, PERIOD)
      const { option_list } = (await options('lead')).filters.at(-1)!
      return option_list.find(one => one.option_name === option)!.submission_count
    }
    expect([await countFor(4), await countFor(5)]).toEqual([undefined, 6])
  })

  test('a group that does not consist of whole blocks cannot be chosen, and its preview says so', async () => {
    const filter = (await options('lead')).filters.at(-1)!
    const [option] = filter.option_list
    await carriedBy(option!.option_name, filter.filter_id, [others[0]!.submission_id])
    await publishAnew(server, STRICT, PERIOD)
    const rule = { ...filter, option_list: [{ option_name: option!.option_name }] }
    const body = { ...(await selection(STRICT)), definition: { kind: 'rules' as const, filters: [rule] } }
    const preview = await server.call(previewPeerGroup, { body }, await server.tokenOf('lead'))
    expect(preview.body).toMatchObject({
      is_selectable: false,
      unselectable_reason: 'not_shown',
      submission_count: null
    })
  })

  test('limits a cell’s spread to organisations in blocks, and hides it below the minimum', async () => {
    const submission_id = await ownSubmission(server, STRICT, PERIOD)
    const at = await cellOf(server, submission_id, 'Falls')
    const spread = async () => {
      const input = {
        params: { id: at.questionnaire_id, sid: at.section_id },
        query: { submission_id, cell: cellKey(at.place) }
      }
      return (await server.call(getSectionQuestions, input, await server.tokenOf('lead'))).body.cell_details!
        .spread!
    }
    const before = (await spread()).n!
    // Without bed days it has no rate, and so it is in no block of falls, though its falls are in the edition.
    const beds = await cellOf(server, submission_id, 'Occupied bed days')
    const [earlier] = (await submissionsIn(server, '2024')).strangers
    await server.database
      .updateTable('answers')
      .set({ number_value: null })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', earlier!.submission_id)
      .where('question_id', '=', beds.place.question_id)
      .execute()
    await publishAnew(server, STRICT, '2024')
    expect((await spread()).n).toBe(before - 1)
    await minimum(500)
    expect(await spread()).toMatchObject({ n: null, Median: null, is_suppressed: true })
    await minimum(5)
  })
})

describe('peer groups', () => {
  test('the own organisation comes first among those whose submissions are offered', async () => {
    const organisation_id = own[0]!.organisation_id
    const rename = (organisation_name: string) =>
      server.database
        .updateTable('organisations')
        .set({ organisation_name })
        .where('programme_id', '=', 1)
        .where('organisation_id', '=', organisation_id)
        .execute()
    await rename('Zz last of all')
    const { organisation_submissions } = await options('viewer', 'ward-staffing')
    await rename('Northfield General')
    expect(organisation_submissions[0]!.id).toBe(organisation_id)
    expect(organisation_submissions.length).toBeGreaterThan(5)
  })

  test('a preview names neither another organisation’s submission nor another person’s group', async () => {
    const scope = {
      ...(await selection()),
      definition: { kind: 'members' as const, submission_ids: [] as number[] }
    }
    const [theirs] = (await otherOrganisations())[0]!
    const mine = await ownSubmission(server, 'ward-staffing', PERIOD)
    scope.definition.submission_ids = [theirs!]
    const group = (await create('lead', { peer_group_name: 'Private' })).body.peer_group_id
    const status = async (more: object) =>
      (await server.call(previewPeerGroup, { body: { ...scope, ...more } }, await server.tokenOf('viewer')))
        .status
    expect(await status({ submission_id: mine })).toBe(200)
    expect([await status({ submission_id: theirs }), await status({ peer_group_id: group })]).toEqual([
      404, 404
    ])
  })

  test('keeps the programme’s group of two that are too similar, even if it is newer', async () => {
    const organisations = await otherOrganisations()
    const mine = (await create('contributor', { peer_group_name: 'Mine' })).body.peer_group_id
    await add('contributor', mine, organisations.slice(0, 8).flat())
    const reasons = async () =>
      new Map((await offered('contributor')).map(one => [one.peer_group_id, one.unselectable_reason]))
    expect((await reasons()).get(mine)).toBeNull()
    const theirs = (await create('admin', { peer_group_name: 'Theirs', is_shared: true })).body.peer_group_id
    await add('admin', theirs, organisations.slice(0, 9).flat())
    expect([(await reasons()).get(mine), (await reasons()).get(theirs)]).toEqual(['too_close', null])
  })

  test('there are a hundred of one owner and five thousand members of one, and no more', async () => {
    const { peer_group_id } = (await create('viewer', { peer_group_name: 'Number one' })).body
    await sql`insert into peer_groups (programme_id, peer_group_name, description, project_id, owner_type, organisation_id, user_id, created_at)
      select 1, 'Number ' || n, '', project_id, owner_type, organisation_id, user_id, created_at
      from peer_groups, generate_series(2, 99) n where programme_id = 1 and peer_group_id = ${peer_group_id}`.execute(
      server.database
    )
    expect((await create('viewer', { peer_group_name: 'The hundredth' })).status).toBe(200)
    const one = await create('viewer', { peer_group_name: 'One too many' })
    expect([one.status, one.body.detail]).toEqual([
      422,
      'project_id: a project has at most 100 peer groups of the same owner'
    ])
    await sql`with made as (
        insert into lineages (programme_id, organisation_id)
        select 1, ${own[0]!.organisation_id} from generate_series(1, 5000) returning lineage_id
      ) insert into peer_group_memberships (programme_id, peer_group_id, lineage_id)
      select 1, ${peer_group_id}, lineage_id from made`.execute(server.database)
    const [submission] = (await otherOrganisations())[0]!
    const more = await add('viewer', peer_group_id, [submission!])
    expect([more.status, (more.body as { detail?: string }).detail]).toEqual([
      422,
      'submission_ids: a peer group has at most 5000 members'
    ])
  })

  test('a member that is taken out by hand ends the rules', async () => {
    const { filters } = await options('lead', 'ward-staffing')
    const { filter_id, filter_name, option_list } = filters[1]!
    const definition = {
      kind: 'rules' as const,
      filters: [{ filter_id, filter_name, option_list: [{ option_name: option_list[0]!.option_name }] }]
    }
    const token = await server.tokenOf('lead')
    const made = await server.call(
      createPeerGroup,
      { body: { ...(await selection()), peer_group_name: 'By rule', definition } },
      token
    )
    expect(made.body.definition).toEqual(definition)
    const id = made.body.peer_group_id
    const members = await server.call(listPeerGroupMemberships, { query: { peer_group_id: id } }, token)
    const [{ peer_group_membership_id } = { peer_group_membership_id: 0 }] =
      members.body.peer_group_memberships
    await server.send('DELETE', 'peerGroupMemberships', {
      token,
      body: { peer_group_membership_ids: [peer_group_membership_id] }
    })
    const read = await server.call(updatePeerGroup, { params: { id }, body: {} }, token)
    expect(read.body).toMatchObject({ definition: null, member_count: made.body.member_count! - 1 })
  })
})
