// The briefing pack: chosen charts for a meeting, in one HTML file that works without a server or a connection.

import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { formatFigure } from '#browser/charts/labels/measure.ts'
import { distanceFromMedian, ownMark } from '#browser/charts/own-figures.ts'
import type { ChartTheme } from '#browser/charts/view/figure.ts'
import type { MeasureMark } from '#domain/figures/claims.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { BRIEFING_STYLE } from './briefing-style.ts'

export interface Briefing {
  productName: string
  programmeName: string
  /** As a data URL; null if it could not be read. */
  logo: string | null
  projectName: string
  /** Who the pack is for, in the words of its maker; may be empty. */
  audience: string
  /** The user who made it: figures in it may be theirs alone. */
  recipient: string
  madeAt: string
  /** The period before; null if there is none. */
  since: string | null
  charts: readonly ExportedChart[]
}

export interface MarkedChart extends ExportedChart {
  mark: MeasureMark
}

export interface BriefedMeasure extends MarkedChart {
  value: string | null
  median: string | null
  page: number
}

/** Worse first, then what to be glad of; what says nothing comes last. */
export const BRIEFING_ORDER: readonly MeasureMark[] = ['worse', 'better', 'similar', 'position', 'none']
/** How many lines of the list fit below none, one, two or three measures to talk about. A longer list has pages of its own. */
const FIRST_PAGE_LINES = [12, 10, 8, 6] as const
/** A longer name takes two lines. */
const LIST_LINE_LETTERS = 36
const LIST_PAGE_ROWS = 26
export const CHARTS_ON_PAGE = 2

export interface BriefingPlan {
  measures: readonly BriefedMeasure[]
  /** The measures of each page of the list; the first is below what is to be talked about, and may be empty. */
  lists: readonly (readonly BriefedMeasure[])[]
  /** At most three: worse ones first, then a better one. */
  talk: readonly MarkedChart[]
}

export function planBriefing(charts: readonly ExportedChart[]): BriefingPlan {
  const inOrder = charts
    .map(chart => ({ ...chart, mark: ownMark(chart.chartView).mark }))
    .toSorted(
      (one, other) =>
        BRIEFING_ORDER.indexOf(one.mark) - BRIEFING_ORDER.indexOf(other.mark) ||
        distanceFromMedian(other.chartView) - distanceFromMedian(one.chartView)
    )
  const talk = talkedAbout(inOrder)
  const fits = linesOf(charts) <= FIRST_PAGE_LINES[talk.length as 0 | 1 | 2 | 3]
  const listPages = fits ? 0 : Math.ceil(charts.length / LIST_PAGE_ROWS)
  const measures = inOrder.map((chart, at) =>
    briefedMeasure(chart, 2 + listPages + Math.floor(at / CHARTS_ON_PAGE))
  )
  const lists = listPages === 0 ? [measures] : [[], ...dividePages(measures, LIST_PAGE_ROWS)]
  return { measures, lists, talk }
}

function talkedAbout(inOrder: readonly MarkedChart[]): MarkedChart[] {
  const better = inOrder.filter(({ mark }) => mark === 'better')
  const worse = inOrder.filter(({ mark }) => mark === 'worse').slice(0, better.length > 0 ? 2 : 3)
  return [...worse, ...better.slice(0, 3 - worse.length)]
}

const linesOf = (charts: readonly ExportedChart[]): number =>
  charts.reduce(
    (sum, { chartView: { measure } }) =>
      sum + Math.ceil((measure.chart_name.length + measure.unit.length + 1) / LIST_LINE_LETTERS),
    0
  )

export const dividePages = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, page) => all.slice(page * size, (page + 1) * size))

function briefedMeasure(chart: MarkedChart, page: number): BriefedMeasure {
  const { standing, comparison, measure } = chart.chartView
  const format = (value: number | null | undefined): string | null =>
    typeof value === 'number' ? formatFigure(value, measure.decimal_places) : null
  return { ...chart, value: format(standing?.value), median: format(comparison.averages?.Median), page }
}

// Nothing in the file may load anything or run, whatever texts it contains.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

export interface BriefingFile {
  title: string
  /** The markup of BriefingPages. */
  body: string
  theme: Pick<ChartTheme, 'brand' | 'brandLine'>
  /** A `@font-face` rule; may be empty. */
  fontFace: string
}

export const briefingHtml = ({ title, body, theme, fontFace }: BriefingFile): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${fontFace}:root{--brand-mark:${theme.brand};--brand-line:${theme.brandLine}}${BRIEFING_STYLE}</style>
</head>
<body>${body}</body>
</html>
`
