// What a kind of chart makes out of a reading: plotly's data and layout, and the stops of a walk by keyboard.
import type { Data, Layout } from 'plotly.js'
import type { AverageName } from '#contract/chart-data.ts'
import type { Scale } from './scale.ts'

/** The programme's and the page's colours as values, because plotly cannot read CSS variables. */
export interface Shades {
  brand: string
  brandLine: string
  ink: string
  ink2: string
  ink3: string
  line: string
  lineStrong: string
  surface: string
  font: string
}

/** How a chart is to be drawn: its size in pixels, its colours and what the reader has chosen. */
export interface View {
  width: number
  height: number
  shades: Shades
  averages: readonly AverageName[]
  /** Width of a text in pixels. */
  measureText: (text: string, size: number, weight: number) => number
}

/** One thing that the keyboard stops at: what is read out, and the point that is lit up. */
export interface Stop {
  text: string
  curve: number
  point: number
}

export interface Figure {
  data: Data[]
  layout: Partial<Layout>
  stops: Stop[]
  /** Stop at which a walk begins: the own value where there is one. */
  firstStop: number
}

export interface Margin {
  l: number
  r: number
  t: number
  b: number
}

export const TEXT_SIZE = 12
export const SMALL_SIZE = 11

export const plotWidth = (view: View, margin: Margin): number => Math.max(1, view.width - margin.l - margin.r)
export const plotHeight = (view: View, margin: Margin): number =>
  Math.max(1, view.height - margin.t - margin.b)

/** Plotly reads a few tags and entities in texts; a name is only a name. */
export const plainText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cuts a long name so that a label stays a label. */
export const shortened = (text: string, most = 38): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

/** Layout that all kinds share: no frame, no legend, nothing to drag, light horizontal lines only. */
export function baseLayout(view: View, margin: Margin): Partial<Layout> {
  const { shades } = view
  return {
    width: view.width,
    height: view.height,
    margin: { ...margin, pad: 0 },
    showlegend: false,
    dragmode: false,
    hovermode: 'closest',
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    font: { family: shades.font, size: SMALL_SIZE, color: shades.ink3 },
    hoverlabel: {
      bgcolor: shades.surface,
      bordercolor: shades.lineStrong,
      align: 'left',
      namelength: 0,
      font: { family: shades.font, size: TEXT_SIZE, color: shades.ink }
    },
    xaxis: { visible: false, fixedrange: true },
    yaxis: { visible: false, fixedrange: true }
  }
}

/** plotly draws no line at the very end of an axis, so the axis ends a hair outside. */
const hairOf = (scale: Scale): number => (scale.to - scale.from) / 150

/** Where a value stands on the value axis, as a share of the plot's height from below. */
export const paperOf = (value: number, scale: Scale): number =>
  (value - scale.from + hairOf(scale)) / (scale.to - scale.from + 2 * hairOf(scale))

/** The value axis of a scale, upright. */
export function valueAxis(
  scale: Scale,
  labels: readonly string[],
  shades: Shades
): NonNullable<Layout['yaxis']> {
  const hair = hairOf(scale)
  return {
    range: [scale.from - hair, scale.to + hair],
    tickmode: 'array',
    tickvals: scale.ticks,
    ticktext: [...labels],
    ticklabelstandoff: 6,
    fixedrange: true,
    zeroline: false,
    showline: false,
    gridcolor: shades.line,
    gridwidth: 1,
    tickfont: { size: SMALL_SIZE, color: shades.ink3 }
  }
}
