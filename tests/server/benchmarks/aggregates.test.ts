// Charts of respondents' cases and of repeating rows.

import { beforeAll, describe, expect, test } from 'vitest'
import type { NewChartParameter } from '#contract/chart-parameters.ts'
import { snapshotOf } from '#server/benchmarks/editions/snapshot.ts'
import { storeEdition } from '#server/benchmarks/editions/store.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED, type CaseToAdd } from '#tests/support/survey-answers.ts'

const server = useServer()
const { question, optionId, submissions, clear, addCases, makeChart, seriesOf, valueOf } =
  surveyAnswers(server)

const RATING = 'From 0 to 10, how good was it?'
const FIRST = 'Was it your first time?'
const WAY = 'How easy was it to find your way?'
const ARRIVAL = 'How did you come to us?'

const completed = (answers: NonNullable<CaseToAdd['answers']>): CaseToAdd => ({
  status: 'completed',
  answers
})
const times = (count: number, one: CaseToAdd): CaseToAdd[] => Array.from({ length: count }, () => one)

/** The own ward with twelve complete cases, and others. */
let ward: number
let others: number[]

beforeAll(async () => {
  await clear()
  ward = await ownSubmission(server, SURVEYED.project, SURVEYED.period)
  others = (await submissions()).map(one => one.submission_id).filter(id => id !== ward)
  const brought = await optionId(ARRIVAL, 'Someone brought me')
  const booked = await optionId(ARRIVAL, 'By appointment')
  await addCases(ward, [
    ...times(3, completed({ [RATING]: 10, [FIRST]: 'yes', [WAY]: 5, [ARRIVAL]: brought })),
    ...times(5, completed({ [RATING]: 4, [FIRST]: 'no', [WAY]: 2, [ARRIVAL]: booked })),
    ...times(4, completed({ [FIRST]: 'no' })),
    { status: 'started', answers: { [RATING]: 0, [FIRST]: 'yes', [WAY]: 5 } },
    { status: 'unused' },
    { status: 'withdrawn', answers: { [RATING]: 0, [FIRST]: 'yes' } }
  ])
  await addCases(
    others[0]!,
    times(4, completed({ [RATING]: 9, [FIRST]: 'yes', [WAY]: 5, [ARRIVAL]: brought }))
  )
  for (const id of others.slice(1, 9))
    await addCases(id, [
      ...times(6, completed({ [RATING]: 6, [FIRST]: 'no', [WAY]: 1, [ARRIVAL]: booked })),
      ...times(4, completed({ [RATING]: 8, [FIRST]: 'yes', [WAY]: 5, [ARRIVAL]: brought }))
    ])
  await addCases(others[9]!, times(2, completed({ [FIRST]: 'yes' })))
  // Enough cases, of which too few have answered one of the questions.
  await addCases(others[10]!, [
    ...times(6, completed({ [FIRST]: 'no' })),
    ...times(4, completed({ [FIRST]: 'yes', [RATING]: 7, [ARRIVAL]: brought, [WAY]: 5 }))
  ])
  const make = async (name: string, text: string, aggregate: object, look: object = {}) => {
    const { place } = await question(text)
    const reply = await makeChart(name, [{ ...place, aggregate: aggregate as never, multiplier: 1 }], look)
    expect([name, reply.status]).toEqual([name, 200])
  }
  await make('Cases', FIRST, { kind: 'count' })
  await make('Rate', FIRST, { kind: 'response_rate' }, { statistic: 'proportion' })
  await make('Mean', RATING, { kind: 'mean' }, { statistic: 'mean' })
  await make('Middle', RATING, { kind: 'median' })
  await make('Total', RATING, { kind: 'sum' })
  await make('First', FIRST, { kind: 'share' }, { statistic: 'proportion' })
  await make('Brought', ARRIVAL, { kind: 'share', option_ids: [brought] }, { statistic: 'proportion' })
  await make('Top', WAY, { kind: 'top_box' }, { statistic: 'proportion' })
})

describe('figures of cases', () => {
  test.each([
    ['Cases', 12, null, null],
    ['Rate', 12 / 14, 12, 14],
    ['Mean', 50 / 8, 50, 8],
    ['Middle', 4, null, null],
    ['Total', 50, null, null],
    ['First', 3 / 12, 3, 12],
    ['Brought', 3 / 8, 3, 8],
    ['Top', 3 / 8, 3, 8]
  ])('%s', async (chart, value, numerator, denominator) => {
    expect(await valueOf(chart, ward)).toMatchObject({ value, numerator, denominator, value_note: null })
  })

  test('are missing below the minimum, and say so', async () => {
    for (const chart of ['Cases', 'Rate', 'Mean', 'First'])
      expect(await valueOf(chart, others[0]!)).toMatchObject({
        value: null,
        numerator: null,
        denominator: null,
        value_note: 'too few cases'
      })
    const { averages } = await seriesOf('First', { body: { averages: ['Mean'] } })
    expect(averages[0]).toMatchObject({ n: 9, Mean: 0.4 })
  })

  test('count those who answered the question, not the cases', async () => {
    expect(await valueOf('First', others[10]!)).toMatchObject({ numerator: 4, denominator: 10 })
    for (const chart of ['Mean', 'Middle', 'Total', 'Brought', 'Top'])
      expect([chart, await valueOf(chart, others[10]!)]).toMatchObject([
        chart,
        { value: null, value_note: 'too few cases' }
      ])
  })

  test('have intervals and verdicts by their denominators', async () => {
    expect(await valueOf('First', ward)).toMatchObject({ interval_95: expect.anything() })
    expect((await valueOf('First', ward))!.verdict).not.toBeNull()
    expect((await valueOf('Mean', ward))!.interval_95).not.toBeNull()
  })
})

test('an answer that another one hides does not count', async () => {
  const { place } = await question(FIRST)
  const hide = (is_hidden: boolean) =>
    server.database
      .updateTable('answers')
      .set({ is_hidden })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', ward)
      .where('question_id', '=', place.question_id)
      .where('value', '=', JSON.stringify('yes') as never)
      .execute()
  await hide(true)
  expect(await valueOf('First', ward, { body: { ignore_cache: true } })).toMatchObject({
    numerator: 0,
    denominator: 9
  })
  await hide(false)
})

test('rows of a section with nothing to report are 0 where none happened, and missing where nobody records them', async () => {
  const { place, section_id } = await question('Band')
  await makeChart('Posts', [{ ...place, aggregate: { kind: 'count', option_ids: [] } }])
  const [blank = 0] = others.slice(-1)
  const programme = ['programme_id', '=', 1] as const
  await server.database
    .deleteFrom('answers')
    .where(...programme)
    .where('submission_id', '=', blank)
    .where('case_code_id', '=', 0)
    .execute()
  const found: unknown[] = []
  for (const empty_reason of [null, 'none_happened', 'not_done', 'not_recorded'] as const) {
    const state = { status: 'complete' as const, empty_reason, version: 1, updated_at: server.clock.now }
    await server.database
      .insertInto('section_submissions')
      .values({ programme_id: 1, submission_id: blank, section_id, ...state })
      .onConflict(conflict =>
        conflict
          .columns(['programme_id', 'submission_id', 'section_id', 'case_code_id'])
          .doUpdateSet({ ...state })
      )
      .execute()
    const one = await valueOf('Posts', blank, { body: { ignore_cache: true } })
    found.push([empty_reason, one?.value ?? null])
  }
  expect(found).toEqual([
    [null, 0],
    ['none_happened', 0],
    ['not_done', null],
    ['not_recorded', null]
  ])
})

describe('refuses', () => {
  test.each([
    ['a mean of a choice', ARRIVAL, { aggregate: { kind: 'mean', option_ids: [] } }, 'needs a number'],
    ['a share without options', ARRIVAL, { aggregate: { kind: 'share', option_ids: [] } }, 'needs options'],
    [
      'an option of another question',
      ARRIVAL,
      { aggregate: { kind: 'share', option_ids: [999_999] } },
      'does not belong'
    ],
    [
      'a top box without an order',
      FIRST,
      { aggregate: { kind: 'top_box', option_ids: [] } },
      'needs a rating scale'
    ],
    ['a text', 'What could be better?', { aggregate: { kind: 'share', option_ids: [] } }, 'needs options'],
    ['a cell of a survey alone', FIRST, {}, 'needs an aggregate'],
    [
      'an aggregate of a plain cell',
      'Students on placement',
      { aggregate: { kind: 'mean', option_ids: [] } },
      'needs a survey, or a block with repeating rows'
    ],
    [
      'a mean as a denominator',
      RATING,
      { parameter_role: 'denominator', aggregate: { kind: 'mean', option_ids: [] } },
      'must be'
    ]
  ] satisfies [string, string, Partial<NewChartParameter>, string][])(
    '%s',
    async (name, text, parameter, message) => {
      const { place } = await question(text)
      const reply = await makeChart(name, [{ ...place, ...parameter }])
      expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringContaining(message) } })
    }
  )
})

test('an edition keeps the figures of cases as they were', async () => {
  await withdrawEditions(server, SURVEYED.project, SURVEYED.period)
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, SURVEYED.project),
    timePeriodId: await periodNamed(server, SURVEYED.period)
  }
  const snapshot = await snapshotOf(server.database, scope, 5)
  await server.database.transaction().execute(tx =>
    storeEdition(tx, scope, snapshot, {
      edition_number: 1,
      published_at: server.clock.now,
      published_by_user_id: null
    })
  )
  expect(await valueOf('First', ward, { role: 'lead' })).toMatchObject({ numerator: 3, denominator: 12 })
  await addCases(ward, times(6, completed({ [FIRST]: 'yes' })))
  expect(await valueOf('First', ward, { role: 'lead', body: { ignore_cache: true } })).toMatchObject({
    numerator: 3,
    denominator: 12
  })
  expect(await valueOf('First', others[9]!, { role: 'lead' })).toMatchObject({ value_note: 'too few cases' })
})
