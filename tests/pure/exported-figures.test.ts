// Figures in exported files and in the sets of strict projects, computed again from the raw numbers: ties, gaps, negatives, zero denominators, one member,
// all equal, huge and tiny.
import fc from 'fast-check'
import readOtherXlsx from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { exportFile } from '#charts/export-file.ts'
import { chartXlsx } from '#charts/xlsx.ts'
import { disclosedSet, QUARTILE_ORGANISATIONS } from '#domain/disclosure.ts'
import { interval } from '../support/published-formulas.ts'
import { expectClose, MINIMUM, recompute, setOf, viewOf } from '../support/raw-figures.ts'

const STATISTICS = ['proportion', 'rate', 'mean'] as const
type Row = readonly unknown[]

test.each(STATISTICS)('a file of a %s has every figure, rank, interval and average', async statistic => {
  await fc.assert(
    fc.asyncProperty(setOf(statistic), async set => {
      const { known, averages } = recompute(set)
      const context = { madeFor: 'somebody', link: 'https://wards.example/', metaData: null }
      const view = viewOf(set)
      const sheets = await readOtherXlsx(new Blob([chartXlsx(view, context)]))
      const [figures, about] = [sheets[0]!.data as Row[], sheets.at(-1)!.data as Row[]]
      const [columns = [], ...rows] = figures
      // The file of commas says the same.
      const csv = exportFile(view)
      expect(csv.columns).toEqual(columns)
      expect(csv.rows.map(row => row.map(cell => cell || (cell === 0 ? 0 : null)))).toEqual(
        rows.map(row => csv.columns.map((_, at) => row[at] ?? null))
      )
      const cell = (row: Row, column: string): number | null =>
        (row[columns.indexOf(column)] ?? null) as number | null
      const withValue = rows.filter(row => typeof cell(row, 'Value') === 'number')
      // Among too few nobody's figure is in it but the own.
      const listed = averages === null ? known.filter(one => one.isOwn) : known
      expect(withValue).toHaveLength(listed.length)
      for (const name of ['Mean', 'Median', 'Q1', 'Q3'] as const) {
        const written = about.find(row => row[0] === name)?.[1] ?? null
        if (averages === null) expect(written).toBeNull()
        else expectWritten(written as number, averages[name])
      }
      for (const { parts, value } of listed) {
        const same = withValue.filter(
          row => cell(row, 'Numerator') === parts.numerator && cell(row, 'Denominator') === parts.denominator
        )
        expect(same.length).toBeGreaterThan(0)
        for (const row of same) expectWritten(cell(row, 'Value'), value)
        if (averages !== null) {
          const better = known.filter(one =>
            set.direction === 'lower' ? one.value < value : one.value > value
          ).length
          expect(same.map(row => cell(row, 'Rank'))).toEqual(same.map(() => better + 1))
        }
        const levels = [95, 99.8] as const
        for (const level of levels) {
          const expected = interval(statistic, parts, level)?.map(end => end * set.multiplier)
          const alike = same.map(row => [cell(row, `${level}% from`), cell(row, `${level}% to`)])
          // Of equal parts only some may have the cases behind a mean.
          if (statistic === 'mean') continue
          for (const [from, to] of columns.includes(`${level}% from`) ? alike : [])
            if (expected) [from, to].forEach((end, at) => expectWritten(end ?? null, expected[at]!))
            else expect([from, to]).toEqual([null, null])
        }
      }
    }),
    { numRuns: 70 }
  )
})

/** Files keep twelve digits. */
function expectWritten(written: number | null, expected: number): void {
  expect(typeof written).toBe('number')
  expectClose(Number(written!.toPrecision(10)), Number(expected.toPrecision(10)))
}

/** A fraction of whole numbers, rounded to tenths with halves away from zero, without any floating point. */
function tenthsOf(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (20n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded) / 10 + 0
}

test('a set of a strict project has n, mean, median and, from twelve organisations, quartiles in whole tenths', () => {
  const hundredths = fc.oneof(
    fc.integer({ min: -300, max: 300 }).map(tens => tens * 5),
    fc.integer({ min: 0, max: 40 }),
    fc.constant(0),
    fc.integer({ min: 1_000_000_00, max: 9_000_000_00 })
  )
  const values = fc.oneof(
    fc.array(hundredths, { minLength: MINIMUM, maxLength: 30 }),
    hundredths.map(one => Array.from({ length: 9 }, () => one))
  )
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: MINIMUM, max: 14 }),
      fc.boolean(),
      (whole, organisations, hasMean) => {
        const sorted = whole.map(BigInt).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
        const n = BigInt(sorted.length)
        const quantileOf = (quarter: bigint): number => {
          const place = (n - 1n) * quarter
          const [at, rest] = [Number(place / 4n), place % 4n]
          return tenthsOf(sorted[at]! * (4n - rest) + (sorted[at + 1] ?? 0n) * rest, 400n)
        }
        const hasQuartiles = organisations >= QUARTILE_ORGANISATIONS
        const sum = sorted.reduce((total, value) => total + value, 0n)
        expect(
          disclosedSet(
            whole.map(value => value / 100),
            organisations,
            1,
            { hasMean }
          )
        ).toEqual({
          n: sorted.length,
          Mean: hasMean ? tenthsOf(sum, n * 100n) : null,
          Median: quantileOf(2n),
          Q1: hasQuartiles ? quantileOf(1n) : null,
          Q3: hasQuartiles ? quantileOf(3n) : null
        })
      }
    ),
    { numRuns: 300 }
  )
})
