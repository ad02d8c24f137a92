import { strFromU8, unzipSync } from 'fflate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { kindNotes, drawnKinds } from '#browser/charts/drawn-kinds.ts'
import { chartXlsx } from '#browser/charts/export/xlsx.ts'
import { kindTable } from '#browser/charts/kind-tables.ts'
import { RoleLegend } from '#browser/charts/marks/role-legend.tsx'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '#tests/support/draw-context.ts'

const values: AnswerRequest['values'] = [14, 9, 2, 20, 9.5, 7, 12, null, 'held', 5]

/** The first `ownCount` and the named ones belong to the own organisation. */
function viewOf(own: readonly number[]) {
  const names = values.map((_, at) => `Ward ${at}`)
  const answer = chartAnswer({ values, names, output: 'own_submissions' })
  for (const value of answer.series[0]!.values) value.is_own = own.includes(value.submission_id! - 1)
  return chartViewOf(answer, PERIOD)
}

interface Dots {
  x: (number | null)[]
  y: number[]
  hovertext: string[]
  marker: { size: number[] }
}

const kind = drawnKinds.own_submissions
if (kind.is !== 'figure') throw new Error('no figure')
const { absence } = kind

test('each submission of the organisation has a line, highest first, with its name and its value or why there is none', () => {
  const view = viewOf([0, 2, 3, 7, 8])
  const figure = drawFigure(view, drawContext)
  const [earlier, dots] = figure.data as unknown as Dots[]
  expect(earlier!.x).toEqual([])
  expect(dots!.x).toEqual([20, 14, 2, null, null])
  expect(dots!.y).toEqual([0, 1, 2, 3, 4])
  expect(dots!.marker.size.indexOf(Math.max(...dots!.marker.size))).toBe(1)
  const texts = figure.layout.annotations!.map(({ text }) => breakable(String(text)))
  expect(texts).toEqual(
    expect.arrayContaining(['Ward 3', '20.0%', 'Ward 8', 'not shown', 'Ward 7', 'no value'])
  )
  expect(stopTexts(figure)[figure.firstStop]).toContain('Ward 0, own: 14.0%')
  // Of the others: 9, 2, 20, 9.5, 7, 12, 5.
  expect(texts).toEqual(expect.arrayContaining(['Median 9.0, n 7', '%']))
  expect(kindNotes(view)).toEqual(['2 of 3 submissions are above the median of peers and 1 below.'])
  expect(kindTable(view)?.rows).toEqual([
    ['Ward 3', 20, 11, '8 of 8'],
    ['Ward 0', 14, 5, '7 of 8'],
    ['Ward 2', 2, -7, '1 of 8'],
    ['Ward 8', null, null, ''],
    ['Ward 7', null, null, '']
  ])
})

test('a value that is shown as the median is equal to it', () => {
  const answer = chartAnswer({ values: [8.96, 9.04, 2, 9, 20, 1, 14], output: 'own_submissions' })
  for (const value of answer.series[0]!.values) value.is_own = value.submission_id! <= 3
  const view = chartViewOf(answer, PERIOD)
  expect(view.comparison.averages!.Median).toBeCloseTo(9.02)
  expect(kindNotes(view)).toEqual([
    '0 of 3 submissions are above the median of peers and 1 below, 2 equal to it.'
  ])
})

test('a small dot for each other period of a unit, also of one that is not in the chosen period', () => {
  const answer = chartAnswer({
    values: [14, 9, 2, 20, 9.5, 7, 12],
    earlier: [
      [11, 8, 4, null, 9, 7, 10],
      [10, 8, 5, 21, 9, 7, 10]
    ],
    names: Array.from({ length: 7 }, (_, at) => `Ward ${at}`),
    output: 'own_submissions'
  })
  const [series] = answer.series
  for (const value of series!.values) value.is_own = [1, 3, 4].includes(value.submission_id!)
  // Renamed in the newest period, in which another of them has no submission.
  for (const value of series!.values)
    if (value.submission_id === 3 && value.time_period_id === PERIOD) value.submission_name = 'Ward 2 North'
  series!.values = series!.values.filter(
    ({ submission_id, time_period_id }) => submission_id !== 4 || time_period_id !== PERIOD
  )
  // As in the server's replies, a submission belongs to one period, and a lineage to all.
  for (const value of series!.values) value.submission_id! += 1000 * (PERIOD - value.time_period_id)
  const view = chartViewOf({ ...answer, time_periods: answer.time_periods }, PERIOD)
  const figure = drawFigure(view, drawContext)
  const [earlier, dots] = figure.data as unknown as Dots[]
  expect(dots!.x).toEqual([14, 2, null])
  expect(earlier!.x.map((value, at) => [value, earlier!.y[at]])).toEqual([
    [10, 0],
    [11, 0],
    [5, 1],
    [4, 1],
    [21, 2]
  ])
  expect(earlier!.marker.size[0]).toBeLessThan(earlier!.marker.size[1]!)
  expect(breakable(earlier!.hovertext[4]!)).toContain('Ward 3')
  expect(breakable(earlier!.hovertext[4]!)).toContain('2024: 21.0%')
  expect(stopTexts(figure)).toEqual([
    'Ward 0, own: 14.0%, rank 6 of 7; 2024 10.0%, 2025 11.0%',
    'Ward 2 North, own organisation: 2.0%, rank 1 of 7; 2024 5.0%, 2025 4.0%',
    'Ward 3: none in 2026; 2024 21.0%'
  ])
  expect((figure.layout.xaxis!.range as number[])[1]).toBeGreaterThanOrEqual(21)
  expect(kindTable(view)!.columns.map(({ name }) => name)).toEqual([
    'Submission',
    '2024',
    '2025',
    '2026',
    'Difference from the median',
    'Rank'
  ])
  expect(kindTable(view)!.rows[2]).toEqual(['Ward 3', 21, null, null, null, ''])
  expect(kindNotes(view).at(-1)).toBe(
    'Large dots and averages: 2026. Small dots: other periods from 2024 to 2026, the larger the later.'
  )
})

test('its axis need not begin at 0, and without averages it has no lines', () => {
  const { layout } = drawFigure(viewOf([0, 3]), { ...drawContext, averages: [] })
  expect((layout.xaxis!.range as number[])[0]).toBeGreaterThan(0)
  expect(layout.annotations!.some(({ text }) => String(text).startsWith('Median'))).toBe(false)
})

test('with one submission, or none, it says what it would compare', () => {
  expect(absence?.(viewOf([0, 1]))).toBeNull()
  expect(absence?.(viewOf([0]))).toContain('one submission')
  const { own: _, ...rest } = viewOf([0])
  expect(absence?.({ ...rest, own: null, entries: [], heldBack: [], missing: [] })).toContain(
    'Choose a submission'
  )
})

test('the legend counts the organisation’s others, and those without a value', () => {
  const answer = chartAnswer({ values: [14, 9, null, 20, null, 7, 12] })
  for (const value of answer.series[0]!.values) value.is_own = [1, 2, 3].includes(value.submission_id!)
  const legend = (): string =>
    renderToStaticMarkup(createElement(RoleLegend, { chartView: chartViewOf(answer, PERIOD), marks: 'bar' }))
  expect(legend()).toContain('your other submissions: 2 (1 without a value)')
  answer.series[0]!.values.find(value => value.submission_id === 3)!.is_own = false
  expect(legend()).toContain('your other submissions: 1<')
})

test('under filters it says which submissions of the organisation remain', () => {
  const filtered = (own: readonly number[]) => {
    const view = viewOf(own)
    return { ...view, comparison: { ...view.comparison, isFiltered: true } }
  }
  expect(kindNotes(filtered([0, 2, 3]))[0]).toBe(
    'With these filters the chart shows 3 submissions of the organisation: Ward 3, Ward 0 and Ward 2.'
  )
  expect(absence!(filtered([0]))).toBe(
    'With these filters the chart shows 1 submission of the organisation: Ward 0. This chart compares submissions of one organisation.'
  )
  expect(kindNotes(viewOf([0, 2, 3])).join(' ')).not.toContain('filters')
})

test('in a workbook its figures have the number format of the chart', () => {
  const files = unzipSync(chartXlsx(viewOf([0, 1]), { recipient: '', link: '', metaData: null }))
  const [sheet, styles] = ['worksheets/sheet1.xml', 'styles.xml'].map(name => strFromU8(files[`xl/${name}`]!))
  expect(styles).toContain('formatCode="#,##0.0"')
  const numbers = [...sheet!.matchAll(/<c r="([A-Z])2" s="(\d+)"[^>]*><v>/g)]
  expect(numbers.map(([, column]) => column)).toEqual(['B', 'C'])
  expect(new Set(numbers.map(([, , style]) => style)).size).toBe(1)
})
