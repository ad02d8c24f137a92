// Checks a chart's reply, page and files against what follows from the stored answers.

import { expect } from 'vitest'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { overviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import type { ChartData } from '#contract/chart-data.ts'
import * as exact from './fraction.ts'
import type { Fraction } from './fraction.ts'
import * as raw from './raw-demo.ts'
import type { RawChart, RawSubmission } from './raw-demo.ts'
import { expectedIn, takingPart, type Expected, type Question } from './raw-expectations.ts'

const near = (found: number | null | undefined, wanted: Fraction | null, name: string): void => {
  const number = wanted && exact.toNumber(wanted)
  const isNear =
    number === null ? found === null : Math.abs(found! - number) <= 1e-11 * Math.max(1e-9, Math.abs(number))
  expect(isNear, `${name}: ${found}, not ${number}`).toBe(true)
}

/** Every figure of one period of a reply. */
export function check(question: Question, data: ChartData, period: number): void {
  const { chart, own, group, others = [] } = question
  const name = `${chart.chart_name} in ${period}`
  const expected = expectedIn(question, period)
  const series = data.series[0]!
  const here = series.values.filter(value => value.time_period_id === period)
  const listed = expected.all.filter(
    ({ of }) => expected.passes(of) || expected.isSelected(of) || others.includes(of.submission_id)
  )
  expect(here.map(value => value.submission_id)).toEqual(listed.map(({ of }) => of.submission_id))
  listed.forEach((one, at) => checkValue(expected, one, chart, here[at]!, name, own))
  const sets = series.averages.filter(set => set.time_period_id === period)
  expect(sets.map(set => [set.basis, set.peer_group_id])).toEqual([
    ['all', null],
    ['filtered', null],
    ...(group === undefined ? [] : [['peer_group', group]])
  ])
  sets.forEach((set, at) => {
    const { sorted } = expected.sets[at]!
    const isHeldBack = expected.heldBack[at]!
    expect([name, set.basis, set.n, set.is_suppressed]).toEqual([name, set.basis, sorted.length, isHeldBack])
    near(set.Mean, isHeldBack ? null : raw.meanOf(sorted), `${name} mean`)
    for (const [quarter, line] of [set.minimum, set.Q1, set.Median, set.Q3, set.maximum].entries())
      near(line, isHeldBack ? null : raw.lineOf(sorted, quarter), `${name} line ${quarter}`)
  })
  if (period !== question.period) return
  expect([data.excluded_count, data.missing_count]).toEqual([
    expected.all.filter(({ of }) => !expected.passes(of)).length,
    expected.all.filter(({ of, figure }) => expected.passes(of) && figure.value === null).length
  ])
  checkSummary(question, data, expected)
}

function checkValue(
  { sets, isFew, ranked, passes, isSelected }: Expected,
  { of, figure, isUnfinished }: Expected['all'][number],
  chart: RawChart,
  found: ChartData['series'][number]['values'][number],
  name: string,
  own: RawSubmission
): void {
  const isHidden = isFew && of.organisation_id !== own.organisation_id && figure.value !== null
  for (const part of ['value', 'numerator', 'denominator'] as const)
    near(found[part], isHidden ? null : figure[part], `${name} ${part}`)
  const { sorted } = sets[1]!
  const isRanked = isSelected(of) || (passes(of) && !isUnfinished)
  const value = isRanked && !isFew ? figure.value : null
  expect([name, found.rank, found.quartile]).toEqual([
    name,
    value && raw.rankOf(value, ranked, chart),
    value && raw.quarterOf(value, sorted)
  ])
  near(found.percentile, value && raw.percentileOf(value, sorted, chart), `${name} percentile`)
}

/** The own submission's change since the previous period. */
function checkSummary(question: Question, data: ChartData, { selected }: Expected): void {
  const { demo, chart, period, own } = question
  const at = demo.periods.findIndex(one => one.time_period_id === period)
  const before = demo.periods[at - 1]
  const former =
    before && takingPart(question, before.time_period_id).find(({ of }) => of.lineage_id === own.lineage_id)
  const [now, then] = [selected?.figure.value ?? null, former?.figure.value ?? null]
  const summary = data.series[0]!.own_summary.find(one => one.time_period_id === period)!
  near(summary.previous_value, then, `${chart.chart_name} before`)
  near(summary.change_from_previous, now && then && exact.subtract(now, then), `${chart.chart_name} change`)
  expect([chart.chart_name, summary.trend]).toEqual([chart.chart_name, trendOf(chart, now, then)])
}

export const shown = (value: Fraction, { decimal_places }: RawChart): Fraction =>
  exact.ofNumber(Number(exact.written(value, decimal_places).replaceAll(',', '').replace('−', '-')))

function trendOf(chart: RawChart, now: Fraction | null, then: Fraction | null) {
  if (now === null || then === null) return 'unknown'
  const order = exact.compare(shown(now, chart), shown(then, chart))
  if (order === 0) return 'same'
  if (chart.direction === 'neutral') return 'unknown'
  return order > 0 === (chart.direction === 'higher') ? 'better' : 'worse'
}

export const inUnit = (text: string, unit: string): string => {
  if (unit === '' || unit === '%') return text + unit
  if (unit !== '£') return `${text}\u00a0${unit}`
  return text.startsWith('−') ? `−£${text.slice(1)}` : `£${text}`
}

/** As files contain it: the number to fifteen digits. */
export const writtenNumber = (value: Fraction): number => Number(exact.toNumber(value).toPrecision(15))

/** The row of the overview, the sentence and the CSV table. */
export function checkPage(question: Question, data: ChartData): void {
  const { chart, period, group } = question
  const { page, heldBack, selected } = expectedIn(question, period)
  const row = overviewRow(data, period)
  const text = (value: Fraction): string => exact.written(value, chart.decimal_places)
  const own = selected?.figure.value ?? null
  const isTold = !heldBack.at(-1)!
  const median = isTold ? raw.lineOf(page.sorted, 2) : null
  expect([row.own, row.median, row.n]).toEqual([own && text(own), median && text(median), page.sorted.length])
  if (own === null) return
  const sentence = plainSentence(chartViewOf(data, period))
  expect(sentence).toContain(` has ${inUnit(text(own), chart.unit)}`)
  if (median !== null) checkSentence(question, sentence, own, median)
  if (median !== null) expect(row.quarter).toBe(raw.namedQuarterOf(own, page.sorted, chart))
  if (median !== null && group === undefined) checkCsv(question, data)
}

/** The gap, the median and the rank. */
function checkSentence(question: Question, sentence: string, own: Fraction, median: Fraction): void {
  const { chart, period } = question
  const { page } = expectedIn(question, period)
  const gap = exact.subtract(shown(own, chart), shown(median, chart))
  const size = exact.written({ ...gap, above: gap.above < 0n ? -gap.above : gap.above }, chart.decimal_places)
  const points = chart.unit === '%' ? `${size} points` : inUnit(size, chart.unit)
  const side = gap.above > 0n ? 'above' : 'below'
  if (!exact.isZero(gap))
    expect(sentence).toContain(`${points} ${side} the median of ${page.sorted.length} peers`)
  expect(sentence).toContain(`(${inUnit(exact.written(median, chart.decimal_places), chart.unit)})`)
  const rank = raw.rankOf(own, [...page.sorted, own], chart)
  expect(sentence).toContain(`(rank ${rank} of ${page.sorted.length + 1}`)
}

function checkCsv(question: Question, data: ChartData): void {
  const lines = chartCsv(chartViewOf(data, question.period)).split('\r\n')
  const { ranked, all, passes } = expectedIn(question, question.period)
  const ordered = ranked.toSorted((a, b) => exact.compare(b, a)).map(writtenNumber)
  const start = lines.findIndex(line => line.startsWith('Rank,'))
  const columns = lines[start]!.split(',')
  const cells = lines.slice(start + 1).map(line => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  const values = cells.flatMap(line => {
    const value = line[columns.indexOf('Value')]
    return line[0] === '' || value === undefined || value === '' ? [] : [Number(value)]
  })
  expect(values).toEqual(ordered)
  expect(all.filter(({ of, figure }) => passes(of) && figure.value !== null).length).toBeGreaterThan(4)
}
