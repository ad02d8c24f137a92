// What a kind of chart draws: plotly's data and layout, and the stops for keyboard navigation.

import type { Annotation, Data, Layout } from 'plotly.js'
import type { AverageName } from '#contract/chart-data.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import type { Scale } from './scale.ts'

/** The programme's and the page's colours as values, because plotly cannot read CSS variables. */
export interface ChartTheme {
  brand: string
  brandLine: string
  ink: string
  ink2: string
  ink3: string
  line: string
  lineStrong: string
  /** The outline of pale marks: at least 3:1 on the surface. */
  lineField: string
  surface: string
  ok: string
  bad: string
  font: string
}

/** The drawing parameters: size in pixels, colours, and the reader's choices. */
export interface DrawContext {
  width: number
  height: number
  theme: ChartTheme
  averages: readonly AverageName[]
  /** Whether bars carry the intervals of their values. */
  intervals: boolean
  /** Width of a text in pixels. */
  measureText: (text: string, size: number, weight: number) => number
}

/** A stop of the keyboard navigation: the text to announce, and the point to highlight. */
export interface KeyboardStop {
  text: string
  curve: number
  point: number
}

/** Where the bars are in a figure, in pixels, for overlays. */
export interface BarPositions {
  /** Of the plot. */
  left: number
  right: number
  top: number
  height: number
  scale: Scale
  /** Pixels from bar to bar. */
  step: number
  /** The index of the own bar. */
  own: number
}

export interface ChartFigure {
  data: Data[]
  layout: Partial<Layout>
  stops: KeyboardStop[]
  /** The first stop: the own value if there is one. */
  firstStop: number
  /** If each value is a bar and one of them is the own one. */
  bars?: BarPositions
}

export interface Margin {
  l: number
  r: number
  t: number
  b: number
}

export const TEXT_SIZE = 12
export const SMALL_SIZE = 11

export const plotWidth = (context: DrawContext, margin: Margin): number =>
  Math.max(1, context.width - margin.l - margin.r)
export const plotHeight = (context: DrawContext, margin: Margin): number =>
  Math.max(1, context.height - margin.t - margin.b)

/** The label of a point: a bold title, and lines. */
export const hoverCard = (title: string, ...lines: readonly string[]): string =>
  [`<b>${escapeMarkup(title)}</b>`, ...lines.filter(Boolean).map(escapeMarkup)].join('<br>')

export const truncateLabel = (text: string, maxLetters = 38): string =>
  text.length > maxLetters ? `${text.slice(0, maxLetters - 1).trimEnd()}…` : text

/** The layout of all kinds: no frame, no legend, no dragging. */
export function baseLayout(context: DrawContext, margin: Margin): Partial<Layout> {
  const { theme } = context
  return {
    width: context.width,
    height: context.height,
    margin: { ...margin, pad: 0 },
    showlegend: false,
    dragmode: false,
    hovermode: 'closest',
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    font: { family: theme.font, size: SMALL_SIZE, color: theme.ink3 },
    hoverlabel: {
      bgcolor: theme.surface,
      bordercolor: theme.lineStrong,
      align: 'left',
      namelength: 0,
      font: { family: theme.font, size: TEXT_SIZE, color: theme.ink }
    },
    xaxis: { visible: false, fixedrange: true },
    yaxis: { visible: false, fixedrange: true }
  }
}

/** The height of the value axis' name, above everything else. */
export const AXIS_NAME_HEIGHT = 16

/** The unit of the value axis, at the top left corner. */
export function axisName(text: string, { theme }: DrawContext, margin: Margin): Partial<Annotation>[] {
  if (text === '') return []
  return [
    {
      xref: 'paper',
      x: 0,
      yref: 'paper',
      y: 1,
      xanchor: 'left',
      yanchor: 'top',
      xshift: -margin.l,
      yshift: margin.t,
      showarrow: false,
      borderpad: 0,
      text: escapeMarkup(text),
      font: { size: SMALL_SIZE, color: theme.ink3 }
    }
  ]
}

/** plotly draws no line at the very end of an axis, so the axis extends slightly beyond the scale. */
const axisOverhang = (scale: Scale): number => (scale.to - scale.from) / 150

/** The position of a value on the value axis, as a share of the plot's height from the bottom. */
export const paperOf = (value: number, scale: Scale): number =>
  (value - scale.from + axisOverhang(scale)) / (scale.to - scale.from + 2 * axisOverhang(scale))

/** The inverse of `paperOf`. */
export const valueAtPaper = (share: number, scale: Scale): number =>
  scale.from - axisOverhang(scale) + share * (scale.to - scale.from + 2 * axisOverhang(scale))

export function valueAxis(
  scale: Scale,
  labels: readonly string[],
  theme: ChartTheme
): NonNullable<Layout['yaxis']> {
  const overhang = axisOverhang(scale)
  return {
    range: [scale.from - overhang, scale.to + overhang],
    tickmode: 'array',
    tickvals: scale.ticks,
    ticktext: [...labels],
    ticklabelstandoff: 6,
    // The margin fits the widest label, so plotly need not measure them.
    ticklabeloverflow: 'allow',
    fixedrange: true,
    zeroline: false,
    showline: false,
    gridcolor: theme.line,
    gridwidth: 1,
    tickfont: { size: SMALL_SIZE, color: theme.ink3 }
  }
}
