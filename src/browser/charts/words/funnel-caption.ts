// The caption of a funnel plot: what its axes count.

import { formatFigure } from '#browser/charts/labels/measure.ts'
import { isNamedInChart } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { truncateLabel } from '#browser/charts/view/figure.ts'
import { tickDecimals, type Scale } from '#browser/charts/view/scale.ts'
import { amountText } from '#domain/figures/shown-figures.ts'
import { denominatorName } from './denominator-name.ts'

/** '9,486 occupied bed days'; 'a denominator of 9,486' if the definition does not say what is counted. */
export function countedText(denominator: number, chartView: ChartView): string {
  const name = denominatorName(chartView)
  return name === ''
    ? `a denominator of ${amountText(denominator)}`
    : `${amountText(denominator)} ${truncateLabel(name, MAX_NAMED_CASES)}`
}

const MAX_NAMED_CASES = 60

/** What the horizontal axis counts, and where the vertical one starts. */
export function funnelCaption(chartView: ChartView, scale: Scale): string {
  const name = denominatorName(chartView)
  const across =
    name === '' ? 'the denominator of each value' : `${truncateLabel(name, MAX_NAMED_CASES)}, the denominator`
  const start = formatFigure(scale.from, tickDecimals(scale))
  const hasOutlined = chartView.compared.some(({ role }) => role !== 'own' && isNamedInChart(role))
  return [
    `Horizontal axis: ${across}.`,
    ...(scale.from === 0 ? [] : [`The vertical axis starts at ${start}.`]),
    ...(hasOutlined ? ['Outlined: your organisation’s and marked ones.'] : [])
  ].join(' ')
}
