// What the kinds of project promise about others: who can be put into a peer group, and what is listed.

import { beforeAll, expect, test } from 'vitest'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { createPeerGroupMemberships } from '#contract/peer-groups.ts'
import { getProject } from '#contract/projects.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { snapshotOf } from '#server/benchmarks/editions/snapshot.ts'
import { storeEdition } from '#server/benchmarks/editions/store.ts'
import { optionsFor, PROJECT, submissionsIn, type Stranger } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew, withdrawEditions } from '#tests/support/editions.ts'
import { divisionsIn } from '#tests/support/figure-owners.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const MINIMUM = 5
const PERIOD = '2025'

let strangers: Stranger[]
let own: Stranger[]

beforeAll(async () => {
  ;({ strangers, own } = await submissionsIn(server, PERIOD))
})

test('a peer group is not filled with submissions that its maker may not know', async () => {
  const { peer_groups } = await optionsFor(server, 'lead', PERIOD)
  const group = peer_groups.find(candidate => candidate.owner_type !== 'programme')!
  const add = async (submission_ids: number[]) =>
    server.call(
      createPeerGroupMemberships,
      { body: { peer_group_id: group.peer_group_id, submission_ids } },
      await server.tokenOf('lead')
    )
  const unknown = await add([999_999])
  expect(await add([strangers[0]!.submission_id])).toMatchObject({ status: 404, body: unknown.body })
  expect((await add([own[0]!.submission_id])).status).toBe(200)
})

test('describes in one sentence what members see of others, and tells admins that members see less', async () => {
  const project = await server.call(
    getProject,
    { params: { id: PROJECT }, query: { time_period_id: await periodNamed(server, PERIOD) } },
    await server.tokenOf('viewer')
  )
  expect(project.body).toMatchObject({ visibility: 'anonymous', minimum_count: MINIMUM })
  const ask = { project: PROJECT, chart: 'Response rate', period: PERIOD }
  const member = (await askFor(server, { ...ask, role: 'viewer' })).body
  const admin = (
    await askFor(server, { ...ask, role: 'admin', submission: await ownSubmission(server, PROJECT, PERIOD) })
  ).body
  expect(member.suppression.rule_text).toBe(
    'You cannot see other organisations’ figures, only published averages of 5 or more, and for ratios the sorted values averaged over more than 5.'
  )
  expect(admin.suppression.rule_text).toBe(
    `You see names because you are a programme admin. ${member.suppression.rule_text.replace('You cannot', 'Members cannot')}`
  )
  expect(admin.series[0]!.values.every(value => value.submission_name !== null)).toBe(true)
})

test('an aggregate project lists no value of others at all', async () => {
  const visibility = (kind: 'aggregate' | 'anonymous') =>
    server.database
      .updateTable('projects')
      .set({ visibility: kind })
      .where('programme_id', '=', 1)
      .where('project_code', '=', PROJECT)
      .execute()
  await visibility('aggregate')
  const { body } = await askFor(server, {
    project: PROJECT,
    chart: 'Response rate',
    period: PERIOD,
    role: 'viewer'
  })
  await visibility('anonymous')
  expect(body.suppression).toMatchObject({ visibility: 'aggregate', lists_others: false })
  expect(body.series[0]!.values.every(value => value.is_own)).toBe(true)
  expect(body.series[0]!.averages[0]!.Median).not.toBeNull()
})

test('never sends a member a cached reply, whose time would reveal that figures have changed', async () => {
  const ask = { project: PROJECT, chart: 'Response rate', period: PERIOD, role: 'viewer' } as const
  const { body: first } = await askFor(server, ask)
  const { body: again } = await askFor(server, ask)
  expect([first.is_cached, again.is_cached, again.digest === first.digest]).toEqual([false, false, true])
})

test('reveals new entries in charts only after publication', async () => {
  const chartsFor = async (role: Role) => {
    const query = {
      project_id: await projectCoded(server, PROJECT),
      time_period_id: await periodNamed(server, PERIOD),
      explorer_type: 'results'
    }
    const { body } = await server.call(getCollectionHierarchy, { query }, await server.tokenOf(role))
    return body.collections.flatMap(one => one.chart_groups.flatMap(group => group.charts))
  }
  const ofOwn = async (is_active: boolean) =>
    server.database
      .updateTable('answers')
      .set({ number_value: is_active ? 3 : null })
      .where('programme_id', '=', 1)
      .where('question_id', '=', (await cellOf(server, own[0]!.submission_id, 'Falls')).place.question_id)
      .where(
        'submission_id',
        'in',
        own.map(mine => mine.submission_id)
      )
      .execute()
  const withData = (charts: Awaited<ReturnType<typeof chartsFor>>): string[] =>
    charts.filter(chart => chart.has_data).map(chart => chart.chart_name)
  expect(withData(await chartsFor('viewer'))).toContain('Falls')
  await withdrawEditions(server, PROJECT, PERIOD)
  await ofOwn(false)
  expect(withData(await chartsFor('viewer'))).not.toContain('Falls')
  expect(withData(await chartsFor('admin'))).toContain('Falls')
  await ofOwn(true)
  expect(withData(await chartsFor('viewer'))).toContain('Falls')
  await publishAnew(server, PROJECT, PERIOD)
})

test('keeps a cell’s spread as first published if no chart uses the cell', async () => {
  const submission_id = await ownSubmission(server, PROJECT, PERIOD)
  const at = await cellOf(server, submission_id, 'Complaints')
  await server.database
    .updateTable('charts')
    .set({ is_active: false })
    .where('programme_id', '=', 1)
    .where('chart_name', 'like', 'Complaints%')
    .execute()
  await publishAnew(server, PROJECT, '2024')
  const stripOf = async () => {
    const input = {
      params: { id: at.questionnaire_id, sid: at.section_id },
      query: { submission_id, cell: cellKey(at.place) }
    }
    const { body } = await server.call(getSectionQuestions, input, await server.tokenOf('viewer'))
    return body.cell_details!.spread
  }
  const before = await stripOf()
  expect(before).toMatchObject({ is_suppressed: false, values: [], minimum: null, maximum: null })
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, PROJECT),
    timePeriodId: await periodNamed(server, '2024')
  }
  const few = (await submissionsIn(server, '2024')).strangers
    .slice(0, 4)
    .map(stranger => stranger.submission_id)
  await server.database
    .updateTable('answers')
    .set({ number_value: null })
    .where('programme_id', '=', 1)
    .where('submission_id', 'in', few)
    .where('question_id', '=', at.place.question_id)
    .execute()
  const snapshot = await snapshotOf(server.database, scope, MINIMUM)
  await server.database.transaction().execute(tx =>
    storeEdition(tx, scope, snapshot, {
      edition_number: 2,
      published_at: server.clock.now,
      published_by_user_id: null
    })
  )
  expect(await stripOf()).toEqual(before)
})

test('a denominator that charts share is not corrected behind corrections of one of their numerators', async () => {
  const setCounted = (is_active: boolean) =>
    server.database
      .updateTable('charts')
      .set({ is_active })
      .where('programme_id', '=', 1)
      .where('chart_name', '=', 'Occupied bed days')
      .execute()
  // Bed days are told by no chart of their own, only by rates.
  await setCounted(false)
  await publishAnew(server, PROJECT, PERIOD)
  const [[block = []] = []] = await divisionsIn(server, PERIOD, 'Falls')
  const members = strangers.filter(stranger => block.includes(stranger.submission_id))
  const each = [...Map.groupBy(members, member => member.organisation_id).values()].map(ofOne =>
    ofOne.map(member => member.submission_id)
  )
  const correct = async (submission_ids: readonly number[], text: string, by: number) => {
    const { place } = await cellOf(server, submission_ids[0]!, text)
    await server.database
      .updateTable('answers')
      .set(({ eb }) => ({ number_value: eb('number_value', '+', by) }))
      .where('programme_id', '=', 1)
      .where('submission_id', 'in', [...submission_ids])
      .where('question_id', '=', place.question_id)
      .execute()
  }
  const scope = {
    project_id: await projectCoded(server, PROJECT),
    time_period_id: await periodNamed(server, PERIOD)
  }
  const token = await server.tokenOf('admin')
  const next = async () => (await server.call(listEditions, { query: scope }, token)).body.next
  await correct(each.slice(0, MINIMUM + 1).flat(), 'Falls', 1)
  expect((await next()).refusal).toBeNull()
  // Falls for each bed day change for as many and one more, complaints for each bed day for that one alone.
  const last = each[MINIMUM + 1]!
  await correct(last, 'Occupied bed days', 10)
  expect((await next()).refusal).toBe('too_few_changed')
  const publish = async () => {
    const body = { ...scope, edition_number: 2, figures_digest: (await next()).figures_digest }
    return server.call(publishEdition, { body }, token)
  }
  expect((await publish()).status).toBe(423)
  await correct(last, 'Occupied bed days', -10)
  expect((await publish()).status).toBe(200)
  await setCounted(true)
})
