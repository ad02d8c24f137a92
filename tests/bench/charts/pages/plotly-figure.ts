// The same chart for plotly's pages.

import type { Data, Layout } from 'plotly.js'
import { colourOf, INK, type Bars, type Line } from './stage.ts'

export function plotlyFigure(bars: Bars): {
  data: Data[]
  layoutOf: (lines: readonly Line[]) => Partial<Layout>
  config: { displayModeBar: false }
} {
  return {
    data: [
      {
        type: 'bar',
        y: bars.values,
        hoverinfo: 'text',
        hovertext: bars.names,
        marker: { color: bars.values.map((_, index) => colourOf(bars, index)) }
      }
    ],
    layoutOf: lines => ({
      margin: { l: 40, r: 100, t: 20, b: 20 },
      showlegend: false,
      dragmode: false,
      xaxis: { visible: false, fixedrange: true },
      yaxis: { fixedrange: true },
      shapes: lines.map(({ value }) => ({
        type: 'line',
        xref: 'paper',
        x0: 0,
        x1: 1,
        y0: value,
        y1: value,
        line: { color: INK, width: 1.5 }
      })),
      annotations: lines.map(({ name, value }) => ({
        xref: 'paper',
        x: 1,
        xanchor: 'left',
        y: value,
        showarrow: false,
        text: `${name} ${value.toFixed(1)}`
      }))
    }),
    config: { displayModeBar: false }
  }
}
