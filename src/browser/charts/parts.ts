// A measure in parts: which series are the parts, whether they add up, and the rows of figures to compare.

import type { ChartAverages, ChartSeries } from '#contract/chart-data.ts'
import { sortByDisplayOrder } from '#lib/compare.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { comparisonOf, type ChartView } from './view/chart-view.ts'

export interface PartRow {
  name: string
  isOwn: boolean
  /** One for each part; null if it is missing or held back. */
  parts: (number | null)[]
  /** How many a mean is of, as a range if some have no value in a part; null for the own submission. */
  n: number | string | null
}

export interface ChartParts {
  series: readonly ChartSeries[]
  /** Counts and shares of one whole add up; rates of different wholes do not, nor does what no complete submission shows to add up. */
  isAdditive: boolean
  /** The own submission, then the means of each comparison set: means add up to the mean of the whole, medians do not. */
  rows: readonly PartRow[]
}

export function chartParts(chartView: ChartView): ChartParts {
  const all = sortByDisplayOrder(chartView.data.series)
  const [first, ...rest] = all
  const isWhole = first !== undefined && rest.length > 1 && isSumOf(first, rest)
  const series = isWhole ? rest : all
  return { series, isAdditive: isWhole || haveSameDenominators(series), rows: partRows(chartView, series) }
}

/** The figures of each submission and period that has one in every series. Values without a submission cannot be matched. */
function figuresInEverySeries<T>(
  series: readonly ChartSeries[],
  pick: (value: ChartSeries['values'][number]) => T | null
): T[][] {
  const [first, ...rest] = series.map(
    one =>
      new Map(
        one.values.flatMap(value =>
          value.submission_id === null
            ? []
            : [[`${value.submission_id}/${value.time_period_id}`, pick(value)]]
        )
      )
  )
  return [...(first ?? [])].flatMap(([key, figure]) => {
    const others = rest.map(figures => figures.get(key) ?? null)
    return figure === null || others.includes(null) ? [] : [[figure, ...(others as T[])]]
  })
}

/** Whether a series is the sum of the others wherever all of them are known. */
function isSumOf(whole: ChartSeries, parts: readonly ChartSeries[]): boolean {
  const known = figuresInEverySeries([whole, ...parts], value => value.value)
  const matches = known.every(([total = 0, ...figures]) => {
    const sum = figures.reduce((added, figure) => added + figure, 0)
    return Math.abs(sum - total) <= 1e-6 * Math.max(1, Math.abs(total))
  })
  return known.length > 0 && matches
}

function haveSameDenominators(series: readonly ChartSeries[]): boolean {
  const known = figuresInEverySeries(series, ({ value, denominator }) =>
    value === null ? null : (denominator ?? 'none')
  )
  return known.length > 0 && known.every(denominators => new Set(denominators).size === 1)
}

function partRows(chartView: ChartView, series: readonly ChartSeries[]): PartRow[] {
  const { own, period } = chartView
  const mine = series.map(
    one =>
      one.values.find(value => value.is_selected && value.time_period_id === period.time_period_id)?.value ??
      null
  )
  const rows = own ? [{ name: own.name, isOwn: true, parts: mine, n: null }] : []
  return [...rows, ...meanSets(chartView).flatMap(set => rowOfMeans(set, series))]
}

interface SetOfMeans {
  name: string
  averagesOf: (series: ChartSeries) => ChartAverages | null
}

/** Each chosen peer group, and all that the filters include. */
function meanSets({ data, period: { time_period_id } }: ChartView): SetOfMeans[] {
  const groups = data.peer_groups.map(group => ({
    name: ` in ${group.peer_group_name}`,
    averagesOf: (series: ChartSeries) =>
      series.averages.find(
        set => set.time_period_id === time_period_id && set.peer_group_id === group.peer_group_id
      ) ?? null
  }))
  const everyone = {
    name: data.applied_filters.length > 0 ? ' that match' : '',
    averagesOf: (series: ChartSeries) =>
      comparisonOf({ ...data, peer_groups: [] }, series, time_period_id).averages
  }
  return [...groups, everyone]
}

/** A row of means, unless none of them may be shown. */
function rowOfMeans({ name, averagesOf }: SetOfMeans, series: readonly ChartSeries[]): PartRow[] {
  const averages = series.map(averagesOf)
  const parts = averages.map(set => set?.Mean ?? null)
  const counts = averages.flatMap(set => (set === null || set.Mean === null || set.n === null ? [] : [set.n]))
  if (counts.length === 0) return []
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const range = fewest === most ? '' : `${formatCount(fewest)} to `
  const n = range === '' ? most : range + formatCount(most)
  return [{ name: `Mean of ${range}${countOf(most, 'peer')}${name}`, isOwn: false, parts, n }]
}
