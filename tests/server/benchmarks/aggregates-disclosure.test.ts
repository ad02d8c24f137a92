// What members of a strict project learn of others from charts of respondents' cases.

import { beforeAll, expect, test } from 'vitest'
import type { ChartData } from '#contract/chart-data.ts'
import { snapshotOf } from '#server/benchmarks/editions/snapshot.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED, type CaseToAdd } from '#tests/support/survey-answers.ts'

const server = useServer({ organisations: 40 })
const { question, optionId, submissions, clear, addCases, makeChart } = surveyAnswers(server)
const [ARRIVAL, FIRST] = ['How did you come to us?', 'Was it your first time?']
/** The demo has a chart of it. */
const WAY = 'How easy was it to find your way?'
const PERIOD = '2025'
const MINIMUM = 5
const CHARTS = ['Brought', 'Booked and first', 'Cases', 'Easy to find the way']

let own: number
let others: { submission_id: number; organisation_id: number }[]

/** Respondents of a ward: a number of cases, and how many of them chose the first option. */
const casesOf = (count: number, chosen: number, options: [number, number], hasFirst: boolean): CaseToAdd[] =>
  Array.from({ length: count }, (_, index) => ({
    status: 'completed',
    answers: {
      [ARRIVAL]: index < chosen ? options[0] : options[1],
      [WAY]: 1 + ((index + chosen) % 5),
      ...(hasFirst && { [FIRST]: index % 2 === 0 ? 'yes' : 'no' })
    }
  }))

beforeAll(async () => {
  await clear()
  await server.database
    .updateTable('projects')
    .set({ visibility: 'anonymous' })
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, SURVEYED.project))
    .execute()
  const options: [number, number] = [
    await optionId(ARRIVAL, 'Someone brought me'),
    await optionId(ARRIVAL, 'By appointment')
  ]
  own = await ownSubmission(server, SURVEYED.project, PERIOD)
  const all = await submissions(PERIOD)
  const ownOrganisation = all.find(one => one.submission_id === own)!.organisation_id
  others = all.filter(one => one.organisation_id !== ownOrganisation)
  await addCases(own, casesOf(10, 4, options, true))
  // One ward has not been asked the second question, another has too few cases.
  for (const [index, { submission_id }] of others.entries())
    await addCases(
      submission_id,
      casesOf(index === 7 ? 3 : 8 + (index % 9), 1 + (index % 6), options, index !== 4)
    )
  const arrival = (await question(ARRIVAL)).place
  const first = (await question(FIRST)).place
  const look = { statistic: 'proportion', decimal_places: 1, unit: '%' }
  const share = (option: number) => ({
    ...arrival,
    multiplier: 100,
    aggregate: { kind: 'share' as const, option_ids: [option] }
  })
  await makeChart('Brought', [share(options[0])], look)
  await makeChart(
    'Booked and first',
    [
      share(options[1]),
      { ...first, display_order: 1, multiplier: 100, aggregate: { kind: 'share', option_ids: [] } }
    ],
    look
  )
  await makeChart('Cases', [{ ...first, aggregate: { kind: 'count', option_ids: [] } }])
  await publishAnew(server, SURVEYED.project, PERIOD)
})

const scopeOf = async () => ({
  programmeId: 1,
  projectId: await projectCoded(server, SURVEYED.project),
  timePeriodId: await periodNamed(server, PERIOD)
})

const read = async (chart: string): Promise<Omit<ChartData, 'calculated_at'>> => {
  const body = { averages: ['Mean', 'Median', 'Q1', 'Q3'] }
  const reply = await askFor(server, {
    project: SURVEYED.project,
    period: PERIOD,
    chart,
    submission: own,
    body
  })
  expect(reply.status).toBe(200)
  const { calculated_at: _time, ...told } = reply.body
  return told
}

test('shares of one question, and counts of its cases, are published over the same blocks', async () => {
  const { divisions } = await snapshotOf(server.database, await scopeOf(), MINIMUM)
  const counting = divisions.filter(({ formulas }) =>
    formulas.some(formula => /\/(chosen|units)/.test(formula))
  )
  // Over blocks of their own, 100 less one share would be the other share of those who are in one chart only.
  expect(counting).toHaveLength(1)
  expect(counting[0]!.formulas).toHaveLength(5)
  expect(counting[0]!.blocks.length).toBeGreaterThan(1)
  expect(Math.min(...counting[0]!.blocks.map(({ length }) => length))).toBeGreaterThan(MINIMUM)
  const members = counting[0]!.blocks.flat()
  expect(members).not.toContain(others[4]!.submission_id)
  expect(members).not.toContain(others[7]!.submission_id)
})

test('no reply contains a figure of another organisation or its number of cases', async () => {
  for (const chart of CHARTS) {
    const told = await read(chart)
    for (const { values } of told.series) {
      expect([chart, values.filter(one => !one.is_own)]).toEqual([chart, []])
      expect(values.find(one => one.submission_id === own)!.value).not.toBeNull()
    }
    expect(JSON.stringify(told.series.map(({ averages }) => averages))).not.toContain('enominator')
    expect(JSON.stringify(told)).not.toContain('too few cases')
  }
})

test('swapping the cases of two organisations of a block changes no reply', async () => {
  const before = await Promise.all(CHARTS.map(read))
  const { divisions } = await snapshotOf(server.database, await scopeOf(), MINIMUM)
  const { blocks } = divisions.find(({ formulas }) => formulas.some(formula => formula.includes('/chosen')))!
  const isAlone = ({ organisation_id }: (typeof others)[number]): boolean =>
    others.filter(one => one.organisation_id === organisation_id).length === 1
  const members = new Set(others.filter(isAlone).map(one => one.submission_id))
  let swapped = 0
  for (const block of blocks) {
    const [one, other] = block.filter(id => members.has(id))
    if (one === undefined || other === undefined) continue
    for (const table of ['case_codes', 'answers'] as const)
      for (const [from, to] of [
        [one, -1],
        [other, one],
        [-1, other]
      ] as const)
        await moveCases(table, from, to)
    swapped += 1
  }
  expect(swapped).toBeGreaterThan(1)
  await publishAnew(server, SURVEYED.project, PERIOD)
  const told = (all: typeof before) => all.map(({ digest: _digest, editions: _editions, ...rest }) => rest)
  expect(told(await Promise.all(CHARTS.map(read)))).toEqual(told(before))
})

/** Through a submission that keeps them apart; it exists while the cases are there. */
let aside: number | undefined
async function moveCases(table: 'case_codes' | 'answers', from: number, to: number): Promise<void> {
  aside ??= (await submissions('2024')).at(-1)!.submission_id
  const id = (named: number): number => (named === -1 ? aside! : named)
  await server.database
    .updateTable(table)
    .set({ submission_id: id(to) })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', id(from))
    .where('case_code_id', '>', 0)
    .execute()
}
