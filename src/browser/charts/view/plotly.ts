// plotly for React. Loaded only where a chart is seen, so import it dynamically.

import type { Data, Layout, PlotlyHTMLElement } from 'plotly.js'
import createPlotlyComponent from 'react-plotly.js/factory'
import { keepEqual } from '#lib/keep-equal.ts'
import type { KeyboardStop } from './figure.ts'
import { Fx, Plotly } from './plotly-core.ts'

// plotly compares by identity: with what is equal kept, it draws only what changed.
const comparing = {
  ...Plotly,
  react: (plot: PlotlyHTMLElement, figure: { data: Data[]; layout: Partial<Layout> }) => {
    const drawn = Plotly.react(plot, {
      ...figure,
      data: keepEqual(plot.data, figure.data),
      layout: keepEqual(plot.layout, figure.layout)
    })
    // Beside the window it measures texts in a drawing of its own, a picture without a name to screen readers.
    document.getElementById('js-plotly-tester')?.setAttribute('aria-hidden', 'true')
    return drawn
  }
}

export const Plot = createPlotlyComponent(comparing)

// Plotly can send charts to a cloud of its maker; here nothing leaves the page.
export const plotlyConfig = {
  displayModeBar: false,
  showSendToCloud: false,
  plotlyServerURL: '',
  scrollZoom: false,
  doubleClick: false,
  responsive: false
}

/** Shows the label of a point as hovering would, or hides it. */
export function highlightStop(plot: HTMLElement, stop: KeyboardStop | undefined): void {
  if (stop) Fx.hover(plot, [{ curveNumber: stop.curve, pointNumber: stop.point }])
  else Fx.unhover(plot, [])
}
