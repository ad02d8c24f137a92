// All submissions of an organisation, each on a line of its own: its values in all periods, among the averages of the others.

import type { Annotation, Data, Shape } from 'plotly.js'
import { calloutRows, fitCallouts, drawCallout } from '#browser/charts/labels/callouts.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { averageDashes } from '#browser/charts/marks/line-styles.ts'
import { dotStyle, entryText, hoverText } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  axisName,
  AXIS_NAME_HEIGHT,
  baseLayout,
  hoverCard,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  TEXT_SIZE,
  truncateLabel,
  type DrawContext,
  type ChartFigure,
  type Margin
} from '#browser/charts/view/figure.ts'
import { ownUnits, type OwnUnit } from '#browser/charts/view/own-submissions-view.ts'
import { chartScale, tickDecimals, type Scale } from '#browser/charts/view/scale.ts'
import { AVERAGE_NAMES } from '#browser/charts/words/claims.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

const MAX_NAME_LENGTH = 34
const OWN_LINE_ORDER: readonly AverageName[] = ['Median', 'Q1', 'Q3', 'Mean']

export function drawOwnSubmissions(chartView: ChartView, context: DrawContext): ChartFigure {
  const { measure, comparison, data } = chartView
  const units = ownUnits(chartView)
  const averages = OWN_LINE_ORDER.filter(name => context.averages.includes(name)).flatMap(name => {
    const value = comparison.averages?.[name] ?? null
    return value === null ? [] : [{ name, value }]
  })
  const scale = chartScale({
    values: [...units.flatMap(unit => unit.values), ...averages.map(({ value }) => value)],
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max
  })
  const nameWidths = units.map(unit => context.measureText(ownUnitName(unit), TEXT_SIZE, 600))
  const valueWidths = units.map(unit => context.measureText(rowText(unit, chartView), TEXT_SIZE, 600))
  const margin: Margin = {
    l: Math.ceil(Math.max(60, ...nameWidths)) + 14,
    r: Math.ceil(Math.max(20, ...valueWidths)) + 24,
    t: 0,
    b: 44
  }
  const range: [number, number] = [scale.from, scale.to]
  const xOf = (value: number): number =>
    ((value - range[0]) / (range[1] - range[0])) * plotWidth(context, margin)
  const callouts = fitCallouts(
    averages.map(({ name, value }) => ({
      at: value,
      x: xOf(value),
      text: `${AVERAGE_NAMES[name]} ${formatFigure(value, measure.decimal_places)}, n ${comparison.n}`,
      isStrong: false
    })),
    context.width - margin.l - 4,
    context
  )
  margin.t = 20 + calloutRows(callouts) + AXIS_NAME_HEIGHT
  const drawn = callouts.map(callout => drawCallout(callout, 1, plotHeight(context, margin), context))
  return {
    data: [...otherPeriods(units, chartView, context), ownUnitDots(units, chartView, context)],
    layout: {
      ...baseLayout(context, margin),
      xaxis: horizontalAxis(scale, context),
      yaxis: { visible: false, fixedrange: true, range: [units.length - 0.4, -0.6] },
      shapes: [
        ...middleHalf(averages),
        ...averages.map(({ name, value }) => averageLine(name, value, context)),
        ...units.map((_, at) => rowLine(at, context)),
        ...drawn.flatMap(({ shapes }) => shapes)
      ],
      annotations: [
        ...units.flatMap((unit, at) => rowLabels(unit, at, chartView, context)),
        ...drawn.map(({ annotation }) => annotation),
        ...axisName(measure.unit, context, margin)
      ]
    },
    stops: units.map((unit, point) => ({ text: stopText(unit, chartView), curve: 1, point })),
    firstStop: Math.max(
      0,
      units.findIndex(({ entry }) => entry?.role === 'own')
    )
  }
}

const ownUnitName = ({ name }: OwnUnit): string => truncateLabel(name, MAX_NAME_LENGTH)

function rowText({ entry }: OwnUnit, { measure, period }: ChartView): string {
  if (entry === null) return `none in ${period.time_period_name}`
  return entry.value !== null
    ? formatValue(entry.value, measure)
    : entry.isHeldBack
      ? 'not shown'
      : 'no value'
}

/** The value in the chosen period, then those in the others. */
function stopText(unit: OwnUnit, chartView: ChartView): string {
  const here =
    unit.entry === null
      ? `${unit.name}: ${rowText(unit, chartView)}`
      : entryText(unit.entry, chartView.measure)
  const elsewhere = momentsElsewhere(unit, chartView).map(
    ({ name, value }) => `${name} ${formatValue(value, chartView.measure)}`
  )
  return elsewhere.length === 0 ? here : `${here}; ${elsewhere.join(', ')}`
}

/** The values of the other periods, oldest first, each with its place in time from 0 to 1. */
const momentsElsewhere = ({ values }: OwnUnit, { history, period }: ChartView) =>
  history.flatMap((moment, at) => {
    const value = values[at] ?? null
    if (value === null || moment.period.time_period_id === period.time_period_id) return []
    return [{ name: moment.period.time_period_name, value, lateness: at / Math.max(1, history.length - 1) }]
  })

/** A small dot for each other period, the larger the later. */
function otherPeriods(units: readonly OwnUnit[], chartView: ChartView, { theme }: DrawContext): Data[] {
  const points = units.flatMap((unit, row) =>
    momentsElsewhere(unit, chartView).map(moment => ({ ...moment, row, unit: unit.name }))
  )
  return [
    {
      type: 'scatter',
      mode: 'markers',
      x: points.map(({ value }) => value),
      y: points.map(({ row }) => row),
      hoverinfo: 'text',
      hovertext: points.map(({ unit, name, value }) =>
        hoverCard(unit, `${name}: ${formatValue(value, chartView.measure)}`)
      ),
      cliponaxis: false,
      marker: {
        opacity: 1,
        size: points.map(({ lateness }) => 4 + 4 * lateness),
        color: theme.surface,
        line: { color: theme.brand, width: 1.2 }
      }
    }
  ]
}

function ownUnitDots(units: readonly OwnUnit[], { measure }: ChartView, { theme }: DrawContext): Data {
  const styles = units.map(({ entry }) => dotStyle(entry?.role ?? 'sameOrganisation', theme))
  return {
    type: 'scatter',
    mode: 'markers',
    x: units.map(({ entry }) => entry?.value ?? null),
    y: units.map((_, at) => at),
    hoverinfo: 'text',
    hovertext: units.map(({ entry }) => (entry === null ? '' : hoverText(entry, measure))),
    cliponaxis: false,
    marker: {
      opacity: 1,
      symbol: styles.map(({ symbol }) => symbol),
      size: styles.map(({ size }) => size + 2),
      color: styles.map(({ fill }) => fill),
      line: { color: styles.map(({ outline }) => outline), width: styles.map(({ width }) => width) }
    }
  }
}

function horizontalAxis(scale: Scale, { theme }: DrawContext) {
  const decimals = tickDecimals(scale)
  return {
    range: [scale.from, scale.to] as [number, number],
    fixedrange: true,
    tickmode: 'array' as const,
    tickvals: scale.ticks,
    ticktext: scale.ticks.map(tick => formatFigure(tick, decimals)),
    tickangle: 0,
    showgrid: true,
    gridcolor: theme.line,
    zeroline: false,
    tickfont: { size: SMALL_SIZE, color: theme.ink3 }
  }
}

function middleHalf(averages: readonly { name: AverageName; value: number }[]): Partial<Shape>[] {
  const [q1, q3] = (['Q1', 'Q3'] as const).map(name => averages.find(one => one.name === name)?.value)
  if (q1 === undefined || q3 === undefined) return []
  return [
    {
      type: 'rect',
      x0: q1,
      x1: q3,
      yref: 'paper',
      y0: 0,
      y1: 1,
      layer: 'below',
      fillcolor: 'rgba(128,138,155,0.12)',
      line: { width: 0 }
    }
  ]
}

const averageLine = (name: AverageName, value: number, { theme }: DrawContext): Partial<Shape> => ({
  type: 'line',
  x0: value,
  x1: value,
  yref: 'paper',
  y0: 0,
  y1: 1,
  layer: 'below',
  line: { color: theme.ink2, width: 1.5, dash: averageDashes[name] }
})

const rowLine = (at: number, { theme }: DrawContext): Partial<Shape> => ({
  type: 'line',
  xref: 'paper',
  x0: 0,
  x1: 1,
  y0: at,
  y1: at,
  layer: 'below',
  line: { color: theme.lineStrong, width: 1 }
})

function rowLabels(
  unit: OwnUnit,
  at: number,
  chartView: ChartView,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const isOwn = unit.entry?.role === 'own'
  const hasValue = (unit.entry?.value ?? null) !== null
  const label = (text: string, x: 0 | 1): Partial<Annotation> => ({
    xref: 'paper',
    x,
    y: at,
    xanchor: x === 0 ? 'right' : 'left',
    yanchor: 'middle',
    xshift: x === 0 ? -10 : 12,
    showarrow: false,
    borderpad: 0,
    text: escapeMarkup(text),
    font: {
      size: TEXT_SIZE,
      color: hasValue ? theme.ink : theme.ink3,
      weight: isOwn ? 600 : 400
    }
  })
  return [label(ownUnitName(unit), 0), label(rowText(unit, chartView), 1)]
}
