// Plays the attacker in the demo's anonymous project: links values to organisations, reads what is held back, lifts the minimum, subtracts.

import { beforeAll, expect, test } from 'vitest'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { listDocuments } from '#contract/documents.ts'
import { listPeerGroupMemberships } from '#contract/peer-groups.ts'
import { searchGlobal } from '#contract/search.ts'
import { listOrganisationSubmissions, listSubmissions } from '#contract/submissions.ts'
import {
  CHART,
  classesOf,
  membersSeen,
  optionsFor,
  PROJECT,
  questionsOf,
  sampled,
  submissionsIn,
  writeFalls,
  type Stranger
} from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { exportedTexts } from '#tests/support/exported-files.ts'
import { chartNamed, cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const MINIMUM = 5
const PERIOD = '2025'
const LONG = 240_000

let strangers: Stranger[]
let own: Stranger[]

/** A second series that one stranger has not answered: subtracted from the first it would leave that one. */
beforeAll(async () => {
  ;({ strangers, own } = await submissionsIn(server, PERIOD))
  const chart_id = await chartNamed(server, CHART)
  const { place } = await cellOf(server, strangers[0]!.submission_id, 'Complaints')
  const parameter = {
    programme_id: 1,
    chart_id,
    parameter_name: 'Complaints',
    parameter_role: 'value' as const,
    multiplier: 1,
    display_order: 99
  }
  await server.database
    .insertInto('chart_parameters')
    .values({ ...parameter, ...place })
    .execute()
  await unanswer(strangers[0]!, 'Complaints')
  await unanswer(strangers[7]!, 'Falls')
  await publishAnew(server, PROJECT, PERIOD)
})

async function unanswer({ submission_id }: Stranger, question: string): Promise<void> {
  await server.database
    .updateTable('answers')
    .set({ number_value: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .where('question_id', '=', (await cellOf(server, submission_id, question)).place.question_id)
    .execute()
}

/** As many digits as are needed to read who is in a mean; the chart's own are none. */
const precise = (decimal_places: number) =>
  server.database
    .updateTable('charts')
    .set({ decimal_places })
    .where('programme_id', '=', 1)
    .where('chart_name', '=', CHART)
    .execute()

const seriesIds = async (): Promise<number[]> => {
  const rows = await server.database
    .selectFrom('chart_parameters')
    .select('chart_parameter_id')
    .where('programme_id', '=', 1)
    .where('chart_id', '=', await chartNamed(server, CHART))
    .execute()
  return rows.map(row => row.chart_parameter_id)
}

test.each(['viewer', 'lead'] as const)(
  'a %s cannot link a value to anyone, nor read one of a narrowed selection',
  { timeout: LONG },
  async role => {
    const organisations = await server.database
      .selectFrom('organisations')
      .select('organisation_name')
      .where('programme_id', '=', 1)
      .where('organisation_id', 'in', [...new Set(strangers.map(stranger => stranger.organisation_id))])
      .execute()
    const foreign = [
      ...strangers.map(stranger => stranger.submission_code),
      ...organisations.map(organisation => organisation.organisation_name)
    ]
    const series_option_ids = await seriesIds()
    let told = 0
    let heldBack = 0
    for (const { name, ask, isNarrowed } of sampled(await questionsOf(server, role, PERIOD, strangers), 15)) {
      const { body, status } = await askFor(server, { ...ask, body: { ...ask.body, series_option_ids } })
      expect(status).toBe(200)
      for (const series of body.series) {
        const others = series.values.filter(value => !value.is_own)
        told += series.runs.length
        expect(others).toEqual([])
        if (isNarrowed) expect([name, series.runs]).toEqual([name, []])
        for (const set of series.averages) {
          expect([set.minimum, set.maximum, set.bins]).toEqual([null, null, null])
          if (!set.is_suppressed) continue
          heldBack += 1
          expect(set).toMatchObject({ n: null, Mean: null, Median: null, Q1: null, Q3: null })
          if (set.basis === 'filtered')
            expect([body.excluded_count, body.missing_count]).toEqual([null, null])
          if (set.basis === 'peer_group')
            expect(
              body.peer_groups.find(group => group.peer_group_id === set.peer_group_id)!.member_count
            ).toBeNull()
        }
      }
      expect(body.peer_groups.flatMap(group => group.submission_ids)).toEqual([])
      const files = exportedTexts(chartViewOf(body, body.time_periods[0]!.time_period_id))
      for (const [file, text] of Object.entries({ response: JSON.stringify(body), ...files }))
        expect([file, foreign.filter(code => text.includes(code))]).toEqual([file, []])
      // What a link carries is passed on: of others it holds nothing, not even averages.
      expect(JSON.parse(files['evidence']!)).toMatchObject({ set: null, values: null })
    }
    // Falls are no ratio.
    expect(told).toBe(0)
    expect(heldBack).toBeGreaterThan(0)
  }
)

test(
  'what is told of any selections, of any series, with or without the own figures, cannot be combined to fewer than the minimum',
  { timeout: LONG },
  async () => {
    await precise(20)
    const questions = sampled(await questionsOf(server, 'viewer', PERIOD, strangers), 15)
    const series_option_ids = await seriesIds()
    const ofSeries = questions.map(question => ({
      ...question,
      ask: { ...question.ask, body: { ...question.ask.body, series_option_ids } }
    }))
    const before = await membersSeen(server, PERIOD, strangers, ofSeries)
    // The own figures are taken back, and everything is asked again.
    for (const mine of own) await unanswer(mine, 'Falls')
    await publishAnew(server, PROJECT, PERIOD)
    const simple = questions.filter(question => !question.name.includes('&'))
    const after = await membersSeen(server, PERIOD, strangers, simple)
    await precise(0)
    expect(before.length).toBeGreaterThan(40)
    const seen = [...before, ...after.map(set => ({ ...set, name: `${set.name}, own taken back` }))]
    for (const set of seen)
      expect(classesOf([set], strangers).values().next().value?.size ?? MINIMUM).toBeGreaterThanOrEqual(
        MINIMUM
      )
    const classes = classesOf(seen, strangers)
    expect(classes.size).toBeGreaterThan(3)
    for (const organisations of classes.values()) expect(organisations.size).toBeGreaterThanOrEqual(MINIMUM)
  }
)

test('the answer does not tell which stranger of a block has which figure', { timeout: LONG }, async () => {
  await precise(20)
  const [first] = await membersSeen(
    server,
    PERIOD,
    strangers,
    (await questionsOf(server, 'viewer', PERIOD, strangers)).slice(0, 1)
  )
  await precise(0)
  const answered = strangers.filter(stranger => first!.members.has(stranger.submission_id))
  const read = async (figures: readonly number[]) => {
    await writeFalls(
      server,
      PERIOD,
      new Map(answered.map((stranger, index) => [stranger.submission_id, figures[index]!]))
    )
    const { body } = await askFor(server, {
      project: PROJECT,
      chart: CHART,
      period: PERIOD,
      role: 'viewer',
      body: { ignore_cache: true }
    })
    const { calculated_at: _time, ...rest } = body
    return rest
  }
  const figures = answered.map((_, index) => index * 3 + 1)
  expect(await read(figures.toReversed())).toEqual(await read(figures))
})

test(
  'no list, search or document names who else takes part, and nothing counts fewer than the minimum',
  { timeout: LONG },
  async () => {
    const token = await server.tokenOf('viewer')
    const project_id = await projectCoded(server, PROJECT)
    const time_period_id = await periodNamed(server, PERIOD)
    const { filters, organisation_submissions, peer_groups } = await optionsFor(server, 'viewer', PERIOD)
    expect(organisation_submissions.map(entry => entry.id)).toEqual([own[0]!.organisation_id])
    for (const option of filters.flatMap(filter => filter.option_list))
      expect(option.submission_count ?? MINIMUM).toBeGreaterThanOrEqual(MINIMUM)
    const replies: unknown[] = [filters, peer_groups]
    for (const { peer_group_id } of peer_groups) {
      const { body } = await server.call(
        listPeerGroupMemberships,
        { query: { peer_group_id, time_period_id } },
        token
      )
      expect(
        body.peer_group_memberships.filter(
          member => !own.some(mine => mine.submission_id === member.submission_id)
        )
      ).toEqual([])
    }
    for (const { submission_name, submission_code } of strangers.slice(0, 12)) {
      for (const query of [submission_name, submission_code]) {
        const { body } = await server.call(searchGlobal, { body: { query, project_id } }, token)
        replies.push(body.results.filter(result => result.result_type !== 'question'))
      }
    }
    for (const endpoint of [listSubmissions, listOrganisationSubmissions]) {
      replies.push(
        (await server.call(endpoint, { query: { project_id, time_period_id, limit: 1000 } }, token)).body
      )
    }
    replies.push((await server.call(listDocuments, { query: { programme_id: 1 } }, token)).body)
    const text = JSON.stringify(replies)
    for (const { submission_code } of strangers) expect(text).not.toContain(submission_code)
  }
)
