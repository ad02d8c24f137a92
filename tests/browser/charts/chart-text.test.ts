import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { tabText } from '#browser/charts/drawn-kinds.ts'
import { chartCsv, chartsCsv } from '#browser/charts/export/csv.ts'
import { sortRows, tableRows } from '#browser/charts/export/table-rows.ts'
import { chartsXlsx, chartXlsx } from '#browser/charts/export/xlsx.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { stripGeometry } from '#browser/charts/small/strip-geometry.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { ValueTable } from '#browser/charts/view/value-table.tsx'
import { plainSentence as sentenceOf, shownText } from '#browser/charts/words/sentence.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'

const read = (request: AnswerRequest) => chartViewOf(chartAnswer(request), PERIOD)
// A no-break space keeps a figure and its unit on one line.
const breakable = (text: string): string => text.replaceAll('\u00a0', ' ')
const plainSentence = (chartView: ReturnType<typeof read>): string => breakable(sentenceOf(chartView))
const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 0, 5]

test('numerators and denominators are written as values are, with their own decimals', () => {
  const chart = { statistic: 'mean' as const, numerator_text: 'Surplus', denominator_text: 'Budget' }
  const answer = chartAnswer({ values: [14.8, 9.3, 2, 3, 4, 5], chart })
  const [series] = answer.series
  const parts = [
    [-1234, 0.0004],
    [0.1 + 0.2, 2.5]
  ]
  series!.values = series!.values.map((value, at) => ({
    ...value,
    numerator: parts[at]?.[0] ?? null,
    denominator: parts[at]?.[1] ?? null
  }))
  const view = chartViewOf(
    { ...answer, output_type: { ...answer.output_type, output_name: 'table' } },
    PERIOD
  )
  expect(tabText(view)).toContain('Ward 4B has −1,234 surplus of 0.0004 budget.')
  const sort = { key: 'rank', isDescending: false } as const
  const table = renderToStaticMarkup(
    createElement(ValueTable, { chartView: view, averages: [], sort, onSort: () => {} })
  )
  for (const text of ['−1,234', '0.0004', '0.3', '2.5']) expect(table).toContain(`>${text}<`)
})

describe('formatted figures', () => {
  test('value, unit, sign', () => {
    expect(breakable(formatValue(14.84, { unit: '%', decimal_places: 1 }))).toBe('14.8%')
    expect(formatValue(-1204.5, { unit: '£', decimal_places: 2 })).toBe('−£1,204.50')
    expect(formatFigure(-0.04, 1)).toBe('0.0')
    // Halves are rounded away from zero, although they are stored as 28.499999999999996 and 1.00499999999999989.
    expect(formatFigure((57 / 200) * 100, 0)).toBe('29')
    expect(formatFigure(1.005, 2)).toBe('1.01')
    expect(formatFigure(-1.005, 2)).toBe('−1.01')
  })
})

describe('the sentence', () => {
  test('states value, difference, rank and how many are below', () => {
    expect(plainSentence(read({ values }))).toBe(
      'Ward 4B has 14.8%, 6.7 points above the median of 8 peers (8.1%). Better than 1 of 8 peers (rank 8 of 9).'
    )
  })

  test('names the chosen peer group', () => {
    expect(plainSentence(read({ values, peers: [1, 2, 4, 5, 6] }))).toBe(
      'Ward 4B has 14.8%, 5.5 points above the median of 5 peers in Medical wards (9.3%). Better than none of the 5 peers (rank 6 of 6).'
    )
  })

  test('a group that is too small is not compared with', () => {
    expect(plainSentence(read({ values, peers: [1, 2] }))).toBe(
      'Ward 4B has 14.8%. Too few in Medical wards have a value to compare with. At least 5 other organisations are required.'
    )
  })

  test('without an own value, held back, alone, or with nobody', () => {
    expect(plainSentence(read({ values: [null, 1, 2, 3, 4, 5] }))).toBe(
      'Ward 4B has no value for 2026. The median of 5 peers is 3.0%; the middle half is between 2.0% and 4.0%.'
    )
    expect(plainSentence(read({ values: ['held', 1, 2, 3, 4, 5] }))).toMatch(
      /^Ward 4B’s value is not shown: fewer than 10 posts\./
    )
    expect(plainSentence(read({ values: [3, 1] }))).toBe(
      'Ward 4B has 3.0%. Too few peers have a value to compare with. At least 5 other organisations are required.'
    )
    expect(plainSentence(read({ values: [null] }))).toContain('No peers have a value.')
  })

  test('equal to the median once rounded', () => {
    expect(plainSentence(read({ values: [8.11, ...values.slice(1)] }))).toContain(
      'the same as the median of 8 peers (8.1%)'
    )
  })
})

test('figures that may still change are called provisional in sentence and file; published ones are not', () => {
  const provisional = {
    project_status: 'collection',
    collection_closes_at: '2031-12-13T12:00:00Z',
    published_at: null,
    value_count: 102,
    submission_count: 145
  } as const
  const words = 'Provisional: collecting until 13 Dec 2031, 102 of 145 submissions so far'
  expect(plainSentence(read({ values, provisional }))).toMatch(new RegExp(`^${words}\\. Ward 4B has 14.8%`))
  expect(chartCsv(read({ values, provisional }))).toContain(`Status,"${words}"`)
  expect(plainSentence(read({ values }))).not.toContain('rovisional')
  expect(chartCsv(read({ values }))).not.toContain('rovisional')
  const validation = {
    ...provisional,
    project_status: 'validation',
    published_at: '2032-01-10T12:00:00Z'
  } as const
  expect(plainSentence(read({ values, provisional: validation }))).toMatch(
    /^Provisional: in validation, results from 10 Jan 2032, 102 of 145/
  )
})

test('files name the organisation of each submission, and their recipient', () => {
  const csv = chartCsv(
    read({ values, names: ['Ward 4B', 'Ward 4B'], organisations: ['Northfield', 'Southfield'] })
  )
  expect(csv).toContain('Own submission,"Ward 4B, Northfield"')
  expect(csv).toContain('Ward 4B,Southfield,S2')
})

describe('the table', () => {
  test('has every submission, those without a value last in either direction', () => {
    const rows = tableRows(read({ values: [4, null, 'held', 9, 1, 2, 3] }))
    expect(rows).toHaveLength(7)
    for (const isDescending of [false, true]) {
      expect(
        sortRows(rows, { key: 'value', isDescending })
          .slice(-2)
          .every(row => row.value === null)
      ).toBe(true)
    }
    expect(sortRows(rows, { key: 'value', isDescending: true })[0]?.value).toBe(9)
    expect(rows.find(row => row.name === 'S3')?.absence).toBe('not shown: fewer than 10 posts')
  })
})

describe('CSV', () => {
  test('carries the selection, n and every row', () => {
    const csv = chartCsv(read({ values: [14.8, 9.3, null, 2, 3, 4, 5], names: ['=cmd|calc'] }))
    expect(csv).toContain('Compared with,5 peers')
    expect(csv).toContain(",'=cmd|calc,")
    expect(csv).toContain(',S3,,S3,,,,,,,no data')
    expect(csv.split('\r\n').filter(line => /S\d,/.test(line))).toHaveLength(7)
  })
})

test('if not all values are listed, the chart and its exports say how many', () => {
  expect(shownText(read({ values }))).toBeNull()
  expect(chartCsv(read({ values }))).not.toContain('shown')
  const cut = read({ values, total: 100_000 })
  expect(shownText(cut)).toBe('9 of 100,000 shown')
  expect(chartCsv(cut)).toContain('Values,"9 of 100,000 shown"')
})

describe('the strip', () => {
  test('keeps everything inside and the own dot in its order', () => {
    const figures = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(figures, fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (peers, own) => {
        const strip = stripGeometry({ peers, own, averages: null })
        const places = [...strip.dots.matchAll(/M([\d.]+)/g)].map(match => Number(match[1]))
        for (const place of [...places, strip.own!]) {
          expect(place).toBeGreaterThanOrEqual(10)
          expect(place).toBeLessThanOrEqual(strip.width - 10)
        }
        if (own > Math.max(...peers)) expect(strip.own).toBeGreaterThanOrEqual(Math.max(...places))
      })
    )
    expect(
      stripGeometry({ peers: [1, 2], own: null, averages: { Q1: null, Median: null, Q3: null } }).box
    ).toBeNull()
  })
})

test('the figures as a workbook: numbers as numbers in the chart’s format, times as times, no formulas', () => {
  const chartView = read({ values: [14.8, 9.3, null, 2, 3, 4, 5], names: ['=cmd|calc'] })
  const context = {
    recipient: 'Amara Okafor, Northfield General',
    link: 'https://wards.example/x',
    metaData: null
  }
  const book = readXlsx(chartXlsx(chartView, context))
  if (!book.ok) throw new Error(book.error)
  const [figures, about] = book.value.map(sheet =>
    [...sheet.rows.values()].map(row => [...row.values()].map(cell => cell.value))
  )
  expect(figures?.[0]).toEqual([
    'Rank',
    'Submission',
    'Organisation',
    'Code',
    'Value',
    'Numerator',
    'Denominator',
    'Percentile',
    'Position',
    'Mark',
    'Note'
  ])
  expect(figures).toHaveLength(8)
  expect(figures?.flat()).toContain(14.8)
  expect(figures?.flat()).toContain("'=cmd|calc")
  expect(about?.[0]).toEqual(['Measure', chartView.measure.chart_name])
  expect(about).toContainEqual(['Made for', 'Amara Okafor, Northfield General'])
  expect(about?.find(([name]) => name === 'Calculated (UTC)')?.[1]).toBe(
    chartView.data.calculated_at.slice(0, 10)
  )
  const cells = book.value.flatMap(sheet => [...sheet.rows.values()].flatMap(row => [...row.values()]))
  expect(cells.some(cell => cell.isFormula)).toBe(false)
  const sheet = strFromU8(unzipSync(chartXlsx(chartView, context))['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toContain('<autoFilter ref="A1:K8"/>')
  expect(strFromU8(unzipSync(chartXlsx(chartView, context))['xl/styles.xml']!)).toContain(
    'formatCode="#,##0.0"'
  )
})

test('several charts as one workbook begin with an overview; sheets have names of their own', () => {
  const context = { recipient: 'x', link: 'y', metaData: null }
  const chartView = read({ values: [14.8, 9.3, 2, 3, 4, 5] })
  const book = readXlsx(
    chartsXlsx([
      { chartView, context },
      { chartView, context }
    ])
  )
  if (!book.ok) throw new Error(book.error)
  const [first, ...others] = book.value
  expect(first?.name).toBe('Overview')
  expect(new Set(others.map(sheet => sheet.name.toLowerCase())).size).toBe(3)
  const row = [...(first?.rows.get(1)?.values() ?? [])].map(cell => cell.value)
  expect(row.slice(0, 5)).toEqual(['Vacancy rate', '%', '2026', 'Ward 4B', 14.8])
  const csv = chartsCsv([
    { chartView, context },
    { chartView, context }
  ]).split('\r\n')
  expect(csv.filter(line => line.startsWith('Chart,Rank,'))).toHaveLength(2)
  expect(csv.filter(line => line.startsWith('Vacancy rate,'))).toHaveLength(12)
})
