// Figures in exported files and in the sets of strict projects, computed again from the raw numbers: ties, gaps, negatives, zero denominators, one member,
// all equal, huge and tiny.

import fc from 'fast-check'
import readOtherXlsx from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { tabSentence } from '#browser/charts/drawn-kinds.ts'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { exportFile } from '#browser/charts/export/export-file.ts'
import { chartXlsx } from '#browser/charts/export/xlsx.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import { OutputName } from '#contract/output-names.ts'
import { disclosedSet, QUARTILE_ORGANISATIONS } from '#domain/disclosure/disclosure.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import type { PartsSet } from '#tests/support/compared-series.ts'
import { interval } from '#tests/support/published-formulas.ts'
import { expectClose, MINIMUM, rankOf, recompute, setOf, viewOf } from '#tests/support/raw-figures.ts'

const STATISTICS = ['proportion', 'rate', 'mean'] as const
type Row = readonly unknown[]

/** The rows of a workbook with a value, its averages, and a column. The CSV must agree. */
async function writtenOf(set: PartsSet) {
  const view = viewOf(set)
  const context = { recipient: 'somebody', link: 'https://wards.example/', metaData: null }
  const sheets = await readOtherXlsx(new Blob([chartXlsx(view, context)]))
  const [[columns = [], ...rows], about] = [sheets[0]!.data as Row[], sheets.at(-1)!.data as Row[]]
  const csv = exportFile(view)
  const filled = (row: Row): Row => csv.columns.map((_, at) => (row[at] === '' ? null : (row[at] ?? null)))
  expect(csv.columns.map(({ name }) => name)).toEqual(columns)
  expect(csv.rows.map(filled)).toEqual(rows.map(filled))
  const cell = (row: Row, column: string): number | null =>
    (row[columns.indexOf(column)] ?? null) as number | null
  return {
    rows: rows.filter(row => typeof cell(row, 'Value') === 'number'),
    cell,
    hasIntervals: columns.includes('95% from'),
    averageOf: (name: string): number | null =>
      (about.find(row => row[0] === name)?.[1] ?? null) as number | null
  }
}

test.each(STATISTICS)('a file of a %s has every figure, rank and average', async statistic => {
  await fc.assert(
    fc.asyncProperty(setOf(statistic), async set => {
      const { known, averages } = recompute(set)
      const { rows, cell, averageOf } = await writtenOf(set)
      for (const name of ['Mean', 'Median', 'Q1', 'Q3'] as const)
        expectWritten(averageOf(name), averages?.[name] ?? null)
      // If others are too few, the file has the own figure only.
      const listed = known.filter(one => averages !== null || one.isOwn)
      expect(rows).toHaveLength(listed.length)
      for (const { parts, value } of listed) {
        const same = rows.filter(
          row => cell(row, 'Numerator') === parts.numerator && cell(row, 'Denominator') === parts.denominator
        )
        expect(same.length).toBeGreaterThan(0)
        for (const row of same) expectWritten(cell(row, 'Value'), value)
        const all = known.map(one => one.value)
        if (averages !== null)
          expect(same.map(row => cell(row, 'Rank'))).toEqual(
            same.map(() => rankOf(value, all, set.direction))
          )
      }
    }),
    { numRuns: 70 }
  )
})

test.each(['proportion', 'rate'] as const)('a file of a %s has the published intervals', async statistic => {
  await fc.assert(
    fc.asyncProperty(setOf(statistic), async set => {
      const { rows, cell, hasIntervals } = await writtenOf(set)
      for (const row of hasIntervals ? rows : []) {
        const [numerator, denominator] = [cell(row, 'Numerator')!, cell(row, 'Denominator')!]
        for (const level of [95, 99.8] as const) {
          const ends = interval(statistic, { numerator, denominator, standardDeviation: null }, level)
          for (const [at, column] of [`${level}% from`, `${level}% to`].entries())
            expectWritten(cell(row, column), ends && ends[at]! * set.multiplier)
        }
      }
    }),
    { numRuns: 40 }
  )
})

/** Files keep twelve digits. */
function expectWritten(written: number | null, expected: number | null): void {
  if (expected === null) expect(written).toBeNull()
  else {
    expect(typeof written).toBe('number')
    expectClose(Number(written!.toPrecision(10)), Number(expected.toPrecision(10)))
  }
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
    fc.property(values, fc.boolean(), (whole, hasMean) => {
      const sorted = whole.map(BigInt).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
      const n = BigInt(sorted.length)
      const around = (at: number): bigint =>
        sorted.slice(at - 2, at + 3).reduce((total, value) => total + value, 0n)
      const quantileOf = (quarter: bigint): number => {
        const place = (n - 1n) * quarter
        const [at, rest] = [Number(place / 4n), place % 4n]
        return tenthsOf(around(at) * (4n - rest) + (rest === 0n ? 0n : around(at + 1) * rest), 2000n)
      }
      const hasQuartiles = whole.length >= QUARTILE_ORGANISATIONS
      const sum = sorted.reduce((total, value) => total + value, 0n)
      const shown = disclosedSet(
        whole.map((value, index) => ({ organisationId: index, value: value / 100 })),
        MINIMUM,
        1,
        { hasMean }
      )
      expect(shown.Mean).toBe(hasMean ? tenthsOf(sum, n * 100n) : null)
      expect(shown.n).toBe(whole.length)
      if (!hasMean) return
      expect(shown).toMatchObject({
        Median: quantileOf(2n),
        Q1: hasQuartiles ? quantileOf(1n) : null,
        Q3: hasQuartiles ? quantileOf(3n) : null
      })
    }),
    { numRuns: 300 }
  )
})

test.each(OutputName.options)('what is taken from %s says the same as the page', output => {
  const view = chartViewOf(
    chartAnswer({
      values: [40, 10, 20, 30, 50, 60, 70],
      earlier: [
        [44, 11, 21, 31, 51, 61, 71],
        [48, 12, 22, 32, 52, 62, 72]
      ],
      output
    }),
    PERIOD
  )
  const sentence = tabSentence(view)
    .map(({ text }) => text)
    .join('')
    .trim()
  const periods = chartKind(output).periods === 'all' ? '2024 to 2026' : '2026'
  const { title, subtitle, footer } = pictureTexts(view, '')
  expect(title).toBe(`Vacancy rate, ${periods}`)
  expect(subtitle).toBe(sentence)
  expect(footer).toContain('Compared with 6 peers.')
  const csv = chartCsv(view)
  expect(csv).toContain(`\r\nPeriod,${periods}\r\n`)
  expect(csv).toContain(sentence)
  expect(csv).toContain('\r\nCompared with,6 peers\r\n')
  if (output === 'trend') {
    expect(sentence).toContain('in 2024 to 40.0% in 2026')
    expect(csv).toContain('\r\nPeriod,Value,Mean,Median,Q1,Q3,n\r\n2024,48,')
  }
})

test.each(OutputName.options)('of several series, %s names the one that its sentence refers to', output => {
  const view = chartViewOf(
    chartAnswer({ values: [40, 10, 20, 30, 50, 60, 70], output, seriesNames: ['Band 5', 'Band 6'] }),
    PERIOD
  )
  const words = tabSentence(view).map(({ text }) => text)
  expect(words[0]).toBe('Band 5: ')
  expect(pictureTexts(view, '').subtitle).toMatch(/^Band 5: /)
})
