// plotly, cut to what the kinds draw with: scatter comes with the core. Loaded only where a chart is seen, so import it dynamically.
import Plotly from 'plotly.js/lib/core'
import bar from 'plotly.js/lib/bar'
import box from 'plotly.js/lib/box'
import createPlotlyComponent from 'react-plotly.js/factory'
import type { KeyboardStop } from './figure.ts'

Plotly.register([bar, box])

export const Plot = createPlotlyComponent(Plotly)

// Plotly can send charts to a cloud of its maker; here nothing leaves the page.
export const plotlyConfig = {
  displayModeBar: false,
  showSendToCloud: false,
  plotlyServerURL: '',
  scrollZoom: false,
  doubleClick: false,
  responsive: false
}

/** What plotly exports, but its types leave out. */
interface Hovering {
  Fx: {
    hover: (plot: HTMLElement, points: { curveNumber: number; pointNumber: number }[]) => void
    unhover: (plot: HTMLElement, points: []) => void
  }
}

const { Fx } = Plotly as unknown as Hovering

/** Shows the label of a point as hovering would, or hides it. */
export function highlightStop(plot: HTMLElement, stop: KeyboardStop | undefined): void {
  if (stop) Fx.hover(plot, [{ curveNumber: stop.curve, pointNumber: stop.point }])
  else Fx.unhover(plot, [])
}
