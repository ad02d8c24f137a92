// Published figures: what is frozen, who sees what before and after, and which corrections have to wait.

import { beforeAll, expect, test } from 'vitest'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { getProject } from '#contract/projects.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { askFor, seriesOf, type Ask } from '#tests/support/chart-requests.ts'
import { publishAnew, withdrawEditions } from '#tests/support/editions.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const NAMED = 'ward-staffing'
const STRICT = 'ward-quality'
const PERIOD = '2025'

const scopeOf = async (project: string, period = PERIOD) => ({
  project_id: await projectCoded(server, project),
  time_period_id: await periodNamed(server, period)
})
const editions = async (project: string, period = PERIOD) =>
  (await server.call(listEditions, { query: await scopeOf(project, period) }, await server.tokenOf('admin')))
    .body
const publish = async (project: string, edition_number: number, period = PERIOD) => {
  const { figures_digest } = (await editions(project, period)).next
  const body = { ...(await scopeOf(project, period)), edition_number, figures_digest }
  return server.call(publishEdition, { body }, await server.tokenOf('admin'))
}
const strictAsk = (role: Ask['role']): Ask => ({
  project: STRICT,
  chart: 'Falls per 1,000 bed days',
  period: PERIOD,
  role: role!,
  body: { ignore_cache: true }
})
const read = async (ask: Ask) => (await askFor(server, ask)).body
const told = ({ series, excluded_count, missing_count }: Awaited<ReturnType<typeof read>>) => ({
  series,
  excluded_count,
  missing_count
})

/** Adds to every number of the submissions, or to those of one question. */
const correct = (submission_ids: readonly number[], by: number, question_id?: number) =>
  server.database
    .updateTable('answers')
    .set(({ eb }) => ({ number_value: eb('number_value', '+', by) }))
    .where('programme_id', '=', 1)
    .where('number_value', 'is not', null)
    .where('submission_id', 'in', [...submission_ids])
    .$if(question_id !== undefined, rows => rows.where('question_id', '=', question_id ?? 0))
    .execute()

interface Stored {
  submission_id: number
  organisation_id: number
  block: number
}
/** Others in the blocks that falls are divided into. */
let members: Stored[]
let own: number

beforeAll(async () => {
  own = (
    await server.database
      .selectFrom('users')
      .select('organisation_id')
      .where('programme_id', '=', 1)
      .where('email_address', 'like', 'lead@%')
      .executeTakeFirstOrThrow()
  ).organisation_id!
  const { project_id, time_period_id } = await scopeOf(STRICT)
  const { edition_id } = await server.database
    .selectFrom('editions')
    .select('edition_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .executeTakeFirstOrThrow()
  const { blocks } = await server.database
    .selectFrom('edition_divisions')
    .select('blocks')
    .where('programme_id', '=', 1)
    .where('edition_id', '=', edition_id)
    .orderBy('division_number')
    .limit(1)
    .executeTakeFirstOrThrow()
  const rows = await server.database
    .selectFrom('edition_submissions')
    .select(['submission_id', 'organisation_id'])
    .where('programme_id', '=', 1)
    .where('edition_id', '=', edition_id)
    .execute()
  const organisations = new Map(rows.map(row => [row.submission_id, row.organisation_id]))
  members = blocks.flatMap((ids, block) =>
    ids.map(submission_id => ({ submission_id, organisation_id: organisations.get(submission_id)!, block }))
  )
})

/** Submissions of that many organisations of the first block, without the own one. */
function ofFirstBlock(count: number): number[] {
  const block = members.filter(one => one.block === 0 && one.organisation_id !== own)
  const chosen = new Set([...new Set(block.map(one => one.organisation_id))].slice(0, count))
  return block.filter(one => chosen.has(one.organisation_id)).map(one => one.submission_id)
}

test('only admins publish, once data collection has closed, and never the same edition twice', async () => {
  const open = await editions(NAMED, '2026')
  expect(open).toMatchObject({ editions: [], next: { edition_number: 1, refusal: 'collection_open' } })
  expect((await publish(NAMED, 1, '2026')).body.detail).toBe(
    'Results can be published once data collection has closed.'
  )
  const body = { ...(await scopeOf(NAMED)), edition_number: 2, figures_digest: 'any' }
  expect((await server.call(publishEdition, { body }, await server.tokenOf('lead'))).status).toBe(403)
  expect((await publish(NAMED, 2)).body.detail).toBe('Nothing has changed since the newest edition.')
  expect((await publish(NAMED, 1)).body.detail).toBe(
    'edition_number: is already published; the next one is 2'
  )
})

test('in a named project a correction is seen with the next edition, by everyone and under its number', async () => {
  const before = await read({ body: { ignore_cache: true } })
  expect(before.editions).toEqual([expect.objectContaining({ edition_number: 1, is_shown: true })])
  expect(before.provisional_periods).toEqual([])
  const changed = seriesOf(before).values.find(value => !value.is_own && value.value !== null)
  await correct([changed!.submission_id!], 3)
  expect(told(await read({ body: { ignore_cache: true } }))).toEqual(told(before))
  expect((await editions(NAMED)).next).toMatchObject({
    edition_number: 2,
    changed_organisation_count: 1,
    refusal: null
  })
  expect((await publish(NAMED, 2)).body).toMatchObject({ edition_number: 2, published_by: 'Daniel Hughes' })
  const after = await read({})
  expect(after.editions[0]).toMatchObject({ edition_number: 2 })
  const valueOf = (data: typeof after) =>
    seriesOf(data).values.find(value => value.submission_id === changed!.submission_id)!.numerator
  expect(valueOf(after)).toBeGreaterThan(valueOf(before)!)
  const project = await server.call(
    getProject,
    { params: { id: NAMED }, query: { time_period_id: (await scopeOf(NAMED)).time_period_id } },
    await server.tokenOf('viewer')
  )
  expect(project.body).toMatchObject({ edition: { edition_number: 2 }, is_published: true })
})

test('shows others in a named project from the configured time, as provisional until publication', async () => {
  const visibleFrom = (others_visible_from: 'collection' | 'publication') =>
    server.database
      .updateTable('projects')
      .set({ others_visible_from })
      .where('programme_id', '=', 1)
      .where('project_code', '=', NAMED)
      .execute()
  const early = { period: '2026', body: { ignore_cache: true } }
  const seen = await read(early)
  expect(seen.provisional_periods).toEqual([
    expect.objectContaining({ project_status: 'collection', value_count: expect.any(Number) })
  ])
  expect(seriesOf(seen).values.some(value => !value.is_own && value.value !== null)).toBe(true)
  await visibleFrom('publication')
  const hidden = await read(early)
  expect(seriesOf(hidden).values.every(value => value.is_own)).toBe(true)
  expect(seriesOf(hidden).averages.every(set => set.is_suppressed && set.Mean === null)).toBe(true)
  expect(hidden.provisional_periods[0]).toMatchObject({ value_count: null })
  // Admins and published periods are as before.
  expect(seriesOf(await read({ ...early, role: 'admin' })).values.some(value => !value.is_own)).toBe(true)
  expect(seriesOf(await read({})).values.some(value => !value.is_own)).toBe(true)
  await visibleFrom('collection')
})

test('in a strict project others exist only in editions, and whose section is incomplete does not count', async () => {
  await withdrawEditions(server, STRICT, PERIOD)
  const unpublished = await read(strictAsk('lead'))
  await publishAnew(server, STRICT, PERIOD)
  expect(seriesOf(unpublished).values.map(value => value.is_own)).toContain(true)
  expect(seriesOf(unpublished).values.every(value => value.is_own)).toBe(true)
  expect([seriesOf(unpublished).runs, seriesOf(unpublished).averages.map(set => set.n)]).toEqual([
    [],
    [null, null]
  ])
  const published = await read(strictAsk('lead'))
  expect(published.is_cached).toBe(false)
  expect(seriesOf(published).averages[0]!.n).toBeGreaterThan(5)
  const { runs } = seriesOf(published)
  expect(runs.length).toBeGreaterThan(1)
  expect(runs.map(run => run.mean)).toEqual(runs.map(run => run.mean).toSorted((a, b) => a - b))
  // The same for every reader.
  expect(seriesOf(await read(strictAsk('viewer'))).runs).toEqual(runs)
})

test('a correction in a strict project waits until enough of its block have changed', async () => {
  const before = told(await read(strictAsk('viewer')))
  await correct(ofFirstBlock(4), 2)
  expect((await editions(STRICT)).next).toMatchObject({
    changed_organisation_count: 4,
    refusal: 'too_few_changed'
  })
  const refused = await publish(STRICT, 2)
  expect([refused.status, refused.body.detail]).toEqual([
    423,
    'Too few organisations have changed figures: members could tell whose changed. Publish once more of them have.'
  ])
  expect(told(await read(strictAsk('viewer')))).toEqual(before)
  // Admins see it, and that members do not.
  const admin = await read(strictAsk('admin'))
  expect(admin.editions).toEqual([expect.objectContaining({ edition_number: 1, is_shown: false })])
  // Five are still too few: one of them may be the reader, whose own change leaves four.
  await correct(ofFirstBlock(5).slice(ofFirstBlock(4).length), 2)
  expect((await editions(STRICT)).next.refusal).toBe('too_few_changed')
  await correct(ofFirstBlock(6).slice(ofFirstBlock(5).length), 2)
  expect((await publish(STRICT, 2)).status).toBe(200)
  const after = await read(strictAsk('viewer'))
  expect(told(after)).not.toEqual(before)
  expect(after.editions[0]).toMatchObject({ edition_number: 2, is_shown: true })
  // Back for all but one: against the second edition enough have changed, against the first only one.
  await correct(ofFirstBlock(6).slice(1), -2)
  await correct(
    ofFirstBlock(7).filter(id => !ofFirstBlock(6).includes(id)),
    1
  )
  expect((await publish(STRICT, 3)).status).toBe(423)
  await correct(
    ofFirstBlock(7).filter(id => !ofFirstBlock(6).includes(id)),
    -1
  )
  await correct(ofFirstBlock(6).slice(1), 2)
})

test('a correction of one cell by one organisation is not hidden by corrections of another cell', async () => {
  const questionOf = async (text: string): Promise<number> =>
    (await cellOf(server, ofFirstBlock(1)[0]!, text)).place.question_id
  const [falls, days] = [await questionOf('Falls'), await questionOf('Occupied bed days')]
  const refusal = async () => (await editions(STRICT)).next.refusal
  expect(await refusal()).toBe('nothing_changed')
  await correct(ofFirstBlock(6), 10, days)
  expect(await refusal()).toBeNull()
  // In the rate it is one of six, but the mean of falls would tell it.
  await correct(ofFirstBlock(1), 1, falls)
  expect(await refusal()).toBe('too_few_changed')
  await correct(ofFirstBlock(1), -1, falls)
  await correct(ofFirstBlock(6), -10, days)
  expect(await refusal()).toBe('nothing_changed')
})

test('shows an organisation its own correction immediately, without a rank until publication', async () => {
  const ask = strictAsk('lead')
  const ownOf = (data: Awaited<ReturnType<typeof read>>) =>
    seriesOf(data).values.find(value => value.is_selected)!
  const before = ownOf(await read(ask))
  expect(before.rank).toEqual(expect.any(Number))
  await correct([before.submission_id!], 4)
  const corrected = ownOf(await read(ask))
  expect(corrected.value).not.toBe(before.value)
  expect([corrected.rank, corrected.percentile]).toEqual([null, null])
  await correct([before.submission_id!], -4)
  expect(ownOf(await read(ask)).rank).toBe(before.rank)
})

test('the publication date publishes, once', async () => {
  const { project_id, time_period_id } = await scopeOf(NAMED, '2026')
  const yesterday = new Date(NOON.getTime() - 86_400_000)
  await server.database
    .updateTable('project_periods')
    .set({ collection_closes_at: yesterday, published_at: yesterday })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .execute()
  expect(await publishDue(server.database, [1], NOON)).toEqual([1])
  expect(await publishDue(server.database, [1], NOON)).toEqual([])
  expect((await editions(NAMED, '2026')).editions).toMatchObject([{ edition_number: 1, published_by: null }])
})
