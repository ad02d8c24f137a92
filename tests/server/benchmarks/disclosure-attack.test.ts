// Members of an anonymous project who put together all that they are told: any number of selections, of related charts, by several readers, before and
// after a correction, with all files. They are asked everything twice, in two worlds that differ only in which of the other organisations of a block has which
// figures. Every answer must be the same in both: then no calculation with any of them, pairs, triples or all, can tell whose figure is whose.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { listEditions } from '#contract/editions.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import {
  CHART,
  PROJECT,
  questionsOf,
  readAs,
  sampled,
  submissionsIn,
  type Question,
  type Stranger
} from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { exportedTexts } from '#tests/support/exported-files.ts'
import { divisionsIn, permuteFigures } from '#tests/support/figure-owners.ts'
import { readRelease, releaseText } from '#tests/support/release-files.ts'
import { cellOf, chartNamed, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const MINIMUM = 5
const PERIOD = '2025'
const RATIO = 'Falls per 1,000 bed days'
const LONG = 400_000

/** The most members who may collude without learning whose figure is whose: two others are left in the smallest block. */
const COLLUDERS = MINIMUM - 1

let strangers: Stranger[]
let own: Stranger[]
/** Organisations of one block, the reader's first. */
let colluders: number[]
/** Of each block, the submissions of whom nothing may be learned. */
let classes: number[][]

beforeAll(async () => {
  ;({ strangers, own } = await submissionsIn(server, PERIOD))
  // One stranger has no figure in one of the two charts that count falls: blocks of their own would differ by that one.
  await server.database
    .updateTable('answers')
    .set({ number_value: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', strangers[4]!.submission_id)
    .where('question_id', 'in', query =>
      query
        .selectFrom('chart_parameters as p')
        .innerJoin('charts as c', 'c.chart_id', 'p.chart_id')
        .select('p.question_id')
        .where('c.programme_id', '=', 1)
        .where('p.programme_id', '=', 1)
        .where('c.chart_name', '=', RATIO)
        .where('p.parameter_role', '=', 'denominator')
    )
    .execute()
  await publishAnew(server, PROJECT, PERIOD)
  const [division] = await divisionsIn(server, PERIOD, CHART)
  const blocks = division!.map(ids => ids.filter(id => strangers.some(one => one.submission_id === id)))
  const organisationOf = new Map(strangers.map(one => [one.submission_id, one.organisation_id]))
  const ofReader = division!.findIndex(ids => ids.includes(own[0]!.submission_id))
  const inBlock = [...new Set(blocks[Math.max(0, ofReader)]!.map(id => organisationOf.get(id)!))]
  colluders = [own[0]!.organisation_id, ...inBlock.slice(0, COLLUDERS - 1)]
  // Whose organisation has several submissions is known, and changes places with nobody.
  const isAlone = (id: number): boolean =>
    strangers.filter(one => one.organisation_id === organisationOf.get(id)).length === 1
  classes = blocks.map(ids => ids.filter(id => isAlone(id) && !colluders.includes(organisationOf.get(id)!)))
})

/** What an answer says, with its digest and without the time at which it was given. */
function told({ calculated_at: _time, ...body }: ChartData): Omit<ChartData, 'calculated_at'> {
  return body
}

/** The files are made of an answer alone, so that equal answers make equal files. That is looked at for one answer of each reader and chart. */
const filesOf = (body: Omit<ChartData, 'calculated_at'>): unknown =>
  exportedTexts(
    chartViewOf({ ...body, calculated_at: '2026-11-20T12:00:00.000Z' }, body.time_periods[0]!.time_period_id)
  )

async function everythingTold(questions: readonly Question[], organisations: readonly number[]) {
  const answers = new Map<string, unknown>()
  for (const organisation of organisations) {
    await readAs(server, organisation)
    for (const { name, ask } of questions) {
      for (const chart of [CHART, RATIO]) {
        const mine = organisation === own[0]!.organisation_id
        const { body, status } = await askFor(server, { ...ask, chart, ...(!mine && { submission: 0 }) })
        expect(status).toBe(200)
        answers.set(`${organisation} ${chart} ${name}`, told(body))
        if (name === 'everyone') answers.set(`${organisation} ${chart} files`, filesOf(told(body)))
      }
    }
  }
  await readAs(server, own[0]!.organisation_id)
  // One file for everyone.
  const release = await readRelease(server, { project: PROJECT, period: PERIOD })
  for (const name of Object.keys(release))
    answers.set(`${own[0]!.organisation_id} release ${name}`, releaseText(release, name))
  return answers
}

/** Asks everything, moves everyone's figures to the next one of the block, and asks again. */
async function inTwoWorlds(questions: readonly Question[], organisations: readonly number[]) {
  const first = await everythingTold(questions, organisations)
  await permuteFigures(server, PERIOD, classes)
  await publishAnew(server, PROJECT, PERIOD)
  const second = await everythingTold(questions, organisations)
  return { first, second }
}

test('gives charts of the same cell the same blocks, each above the minimum', async () => {
  const [falls, ratio] = [await divisionsIn(server, PERIOD, CHART), await divisionsIn(server, PERIOD, RATIO)]
  expect([falls.length, ratio]).toEqual([1, falls])
  for (const block of falls[0]!) {
    const organisations = new Set(
      [...strangers, ...own].filter(one => block.includes(one.submission_id)).map(one => one.organisation_id)
    )
    expect(organisations.size).toBeGreaterThan(MINIMUM)
  }
  expect(classes.filter(members => members.length > 1).length).toBeGreaterThan(1)
})

describe('two worlds in which other organisations of a block have each other’s figures', () => {
  test(`look the same to ${COLLUDERS} members of one block together`, { timeout: LONG }, async () => {
    expect(new Set(colluders).size).toBe(COLLUDERS)
    const all = (await questionsOf(server, 'viewer', PERIOD, strangers)).filter(
      ({ name }) => !name.startsWith('group')
    )
    const simple = sampled(all, 45)
    const { first, second } = await inTwoWorlds(simple, colluders)
    expect(new Set([...first.keys()].map(name => name.split(' ')[0])).size).toBe(COLLUDERS)
    for (const [name, answer] of first) expect([name, second.get(name)]).toEqual([name, answer])
  })
})

test(
  'changes nothing that members see after a correction by fewer than the minimum',
  { timeout: LONG },
  async () => {
    const questions = (await questionsOf(server, 'viewer', PERIOD, strangers)).slice(0, 12)
    const before = await everythingTold(questions, colluders.slice(0, 2))
    const corrected = classes.toSorted((a, b) => b.length - a.length)[0]!.slice(0, MINIMUM - 1)
    const change = (by: number) =>
      server.database
        .updateTable('answers')
        .set(({ eb }) => ({ number_value: eb('number_value', '+', by) }))
        .where('programme_id', '=', 1)
        .where('number_value', 'is not', null)
        .where('submission_id', 'in', corrected)
        .execute()
    await change(7)
    const query = {
      project_id: await projectCoded(server, PROJECT),
      time_period_id: await periodNamed(server, PERIOD)
    }
    const { next } = (await server.call(listEditions, { query }, await server.tokenOf('admin'))).body
    expect(next.refusal).toBe('too_few_changed')
    const after = await everythingTold(questions, colluders.slice(0, 2))
    await change(-7)
    for (const [name, answer] of before) expect([name, after.get(name)]).toEqual([name, answer])
  }
)

test(
  'discloses of a set n, mean, median and, from twelve others, rounded quartiles; runs only of ratios',
  { timeout: LONG },
  async () => {
    const questions = await questionsOf(server, 'viewer', PERIOD, strangers)
    const simple = questions.filter(question => !question.name.includes('&'))
    for (const { name, ask, isNarrowed } of simple) {
      for (const chart of [CHART, RATIO]) {
        const { body } = await askFor(server, { ...ask, chart })
        for (const series of body.series) {
          expect([name, series.values.filter(value => !value.is_own)]).toEqual([name, []])
          expect(series.values.every(value => value.percentile === null)).toBe(true)
          expect([name, series.runs.length > 0]).toEqual([name, chart === RATIO && !isNarrowed])
          for (const { mean, submission_count } of series.runs) {
            expect(submission_count).toBeGreaterThan(MINIMUM)
            expect(mean).toBe(shownFigure(mean, body.chart.decimal_places))
          }
          for (const { n, Mean, Median, Q1, Q3, minimum, maximum, pooled, bins } of series.averages) {
            expect([minimum, maximum, pooled, bins]).toEqual([null, null, null, null])
            if (n === null || n < 12) expect([Q1, Q3]).toEqual([null, null])
            for (const figure of [Mean, Median, Q1, Q3])
              if (figure !== null) expect(figure).toBe(shownFigure(figure, body.chart.decimal_places))
          }
        }
      }
    }
  }
)

test(
  'hides the mean of a count of which two organisations hold four fifths, and of every set that contains it',
  { timeout: LONG },
  async () => {
    const [largest, next] = classes.toSorted((a, b) => b.length - a.length)[0]!
    const question_id = await server.database
      .selectFrom('questions')
      .select('question_id')
      .where('programme_id', '=', 1)
      .where('question_text', '=', 'Falls')
      .executeTakeFirstOrThrow()
    await server.database
      .updateTable('answers')
      .set({ number_value: 1_000_000 })
      .where('programme_id', '=', 1)
      .where('question_id', '=', question_id.question_id)
      .where('submission_id', 'in', [largest!, next!])
      .execute()
    await publishAnew(server, PROJECT, PERIOD)
    const everyone = async (chart: string) =>
      (await askFor(server, { project: PROJECT, chart, period: PERIOD, role: 'viewer' })).body.series[0]!
        .averages[0]!
    expect(await everyone(CHART)).toMatchObject({
      Mean: null,
      n: expect.any(Number),
      Median: expect.any(Number)
    })
    expect((await everyone(RATIO)).Mean).not.toBeNull()
  }
)

test('hides means from which a suppressed mean could be calculated', { timeout: LONG }, async () => {
  // A chart of another count now adds up falls and complaints.
  const both = await chartNamed(server, 'Patients asked')
  await server.database
    .deleteFrom('chart_parameters')
    .where('programme_id', '=', 1)
    .where('chart_id', '=', both)
    .execute()
  const values = {
    programme_id: 1,
    chart_id: both,
    parameter_name: 'Both',
    display_order: 1,
    multiplier: 1
  }
  for (const question of ['Falls', 'Complaints']) {
    const { place } = await cellOf(server, strangers[0]!.submission_id, question)
    await server.database
      .insertInto('chart_parameters')
      .values({ ...values, ...place, parameter_role: 'value' })
      .execute()
  }
  // Two organisations have most of the falls, but complaints are so many that nobody has most of the sums.
  const { place } = await cellOf(server, strangers[0]!.submission_id, 'Complaints')
  await server.database
    .updateTable('answers')
    .set({ number_value: sql`50000000 + submission_id` })
    .where('programme_id', '=', 1)
    .where('number_value', 'is not', null)
    .where('question_id', '=', place.question_id)
    .execute()
  await publishAnew(server, PROJECT, PERIOD)
  const everyone = async (chart: string) =>
    (await askFor(server, { project: PROJECT, chart, period: PERIOD, role: 'viewer' })).body.series[0]!
      .averages[0]!
  expect(await everyone(CHART)).toMatchObject({ Mean: null, Median: expect.any(Number) })
  // With the means of both of these that of falls would follow.
  for (const chart of ['Complaints', 'Patients asked'])
    expect([chart, await everyone(chart)]).toMatchObject([chart, { Mean: null, Median: expect.any(Number) }])
  expect((await everyone('Answers received')).Mean).not.toBeNull()
})
