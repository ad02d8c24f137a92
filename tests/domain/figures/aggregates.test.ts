import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Aggregate, AggregateKind } from '#contract/chart-aggregates.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { tallyOf, tallyParts, type CountedAnswers, type TallyPart } from '#domain/figures/aggregates.ts'

const OPTION_IDS = [11, 12, 13, 14]

/** One respondent: whether the code was completed, and the answer. */
interface RawCase {
  status: 'unused' | 'started' | 'completed' | 'withdrawn'
  value: number | string | number[] | null
}

const MINIMUM = 5
const status = fc.constantFrom<RawCase['status']>(
  'unused',
  'started',
  'completed',
  'completed',
  'completed',
  'withdrawn'
)
const casesOf = (value: fc.Arbitrary<RawCase['value']>): fc.Arbitrary<RawCase[]> =>
  fc.array(fc.record({ status, value: fc.option(value, { freq: 5 }) }), { maxLength: 40 })

/** As the database counts them: each different answer with how often complete cases gave it. */
function countCases(cases: readonly RawCase[]): CountedAnswers {
  const complete = cases.filter(one => one.status === 'completed')
  const counts = new Map<string, number>()
  for (const { value } of complete)
    if (value !== null) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1)
  return {
    units: complete.length,
    issued: cases.filter(one => one.status !== 'withdrawn').length,
    answers: [...counts].map(([value, count]) => [JSON.parse(value), count] as const)
  }
}

type Parts = Partial<Record<TallyPart['role'], ReturnType<typeof tallyOf>>>

const calculate = (
  aggregate: Partial<Aggregate> & { kind: AggregateKind },
  question_type: QuestionType,
  cases: readonly RawCase[]
): Parts =>
  Object.fromEntries(
    tallyParts({ option_ids: [], ...aggregate }).map(({ role, tally }) => [
      role,
      tallyOf(tally, { question_type, option_ids: OPTION_IDS }, countCases(cases), MINIMUM)
    ])
  )

const answersOf = (cases: readonly RawCase[]) =>
  cases.flatMap(one => (one.status === 'completed' && one.value !== null ? [one.value] : []))

test('the count and the response rate are of complete cases, and missing below the minimum', () => {
  fc.assert(
    fc.property(casesOf(fc.integer()), cases => {
      let [complete, issued] = [0, 0]
      for (const one of cases) {
        if (one.status === 'completed') complete += 1
        if (one.status !== 'withdrawn') issued += 1
      }
      const isTold = complete >= MINIMUM
      expect(calculate({ kind: 'count' }, 'integer', cases)).toEqual({ value: isTold ? complete : 'too few' })
      const rate = calculate({ kind: 'response_rate' }, 'integer', cases)
      expect(rate.numerator).toBe(isTold ? complete : 'too few')
      if (isTold) expect(rate.denominator).toBe(issued)
    })
  )
})

test('sum, mean, median and deviation are those of the single answers', () => {
  const tenths = fc.integer({ min: -5000, max: 5000 }).map(whole => whole / 10)
  fc.assert(
    fc.property(casesOf(tenths), cases => {
      // In whole tenths, which add up exactly.
      const values = answersOf(cases).map(value => Math.round(Number(value) * 10))
      const n = values.length
      const mean = calculate({ kind: 'mean' }, 'decimal', cases)
      const [sum, median] = [
        calculate({ kind: 'sum' }, 'decimal', cases),
        calculate({ kind: 'median' }, 'decimal', cases)
      ]
      if (n < MINIMUM) {
        expect([sum.value, median.value, mean.numerator, mean.denominator]).toEqual(Array(4).fill('too few'))
        return
      }
      const total = values.reduce((all, value) => all + value, 0)
      expect(sum.value).toBe(total / 10 + 0)
      expect([mean.numerator, mean.denominator]).toEqual([total / 10 + 0, n])
      const ordered = values.toSorted((a, b) => a - b)
      const middle = (ordered[Math.ceil(n / 2) - 1]! + ordered[Math.floor(n / 2)]!) / 2
      expect(median.value).toBeCloseTo(middle / 10, 10)
      const squares = values.reduce((all, value) => all + (value - total / n) ** 2, 0)
      expect(mean.standard_deviation).toBeCloseTo(Math.sqrt(squares / (n - 1)) / 10, 6)
    })
  )
})

test('a share counts the answers with one of its options, each once', () => {
  const chosen = fc.subarray(OPTION_IDS, { minLength: 1 })
  const kinds: [QuestionType, fc.Arbitrary<RawCase['value']>][] = [
    ['single_choice', fc.constantFrom(...OPTION_IDS)],
    ['multiple_choice', fc.subarray(OPTION_IDS, { minLength: 1 })],
    ['scale', fc.integer({ min: 1, max: OPTION_IDS.length })]
  ]
  for (const [type, value] of kinds)
    fc.assert(
      fc.property(casesOf(value), chosen, (cases, option_ids) => {
        const picks = answersOf(cases).map(answer =>
          type === 'scale' ? [OPTION_IDS[Number(answer) - 1]!] : [answer].flat().map(Number)
        )
        let hits = 0
        for (const picked of picks) if (option_ids.some(id => picked.indexOf(id) >= 0)) hits += 1
        const isTold = picks.length >= MINIMUM
        expect(calculate({ kind: 'share', option_ids }, type, cases)).toEqual({
          numerator: isTold ? hits : 'too few',
          denominator: isTold ? picks.length : 'too few'
        })
      })
    )
})

test('the top box is the highest step, and a share of yes needs no option', () => {
  const scale = Array.from({ length: 8 }, (_, index): RawCase => ({
    status: 'completed',
    value: 1 + (index % 4)
  }))
  expect(calculate({ kind: 'top_box' }, 'scale', scale)).toEqual({ numerator: 2, denominator: 8 })
  const yesNo = scale.map((one, index): RawCase => ({ ...one, value: index < 3 ? 'yes' : 'no' }))
  expect(calculate({ kind: 'share' }, 'yes_no', yesNo)).toEqual({ numerator: 3, denominator: 8 })
})

test('rows of a block have no minimum, and a block without rows adds up to 0', () => {
  const question = { question_type: 'decimal' as const, option_ids: [] }
  const rows = (units: number, answers: CountedAnswers['answers']) => ({ units, issued: null, answers })
  expect(
    tallyOf(
      'total',
      question,
      rows(2, [
        [0.1, 1],
        [0.2, 1]
      ]),
      MINIMUM
    )
  ).toBe(0.3)
  expect(tallyOf('units', question, rows(0, []), MINIMUM)).toBe(0)
  expect(tallyOf('total', question, rows(0, []), MINIMUM)).toBe(0)
  expect(tallyOf('total', question, rows(2, []), MINIMUM)).toBeNull()
  expect(tallyOf('median', question, rows(0, []), MINIMUM)).toBeNull()
  expect(tallyOf('chosen=11', question, rows(1, []), MINIMUM)).toBeNull()
})
