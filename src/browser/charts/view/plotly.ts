// plotly for React, and what we draw with it. Import it dynamically, so that only pages with a chart load it.

import type { Data, Layout, PlotlyHTMLElement } from 'plotly.js'
import createPlotlyComponent from 'react-plotly.js/factory'
import { keepEqual } from '#lib/keep-equal.ts'
import type { KeyboardStop } from './figure.ts'
import { Fx, Plotly } from './plotly-core.ts'

// plotly compares by identity. With equal parts kept, it redraws only what has changed.
const comparing = {
  ...Plotly,
  react: (plot: PlotlyHTMLElement, figure: { data: Data[]; layout: Partial<Layout> }) => {
    const drawn = Plotly.react(plot, {
      ...figure,
      data: keepEqual(plot.data, figure.data),
      layout: keepEqual(plot.layout, figure.layout)
    })
    // plotly measures texts in a hidden drawing, which would be an unnamed picture to screen readers.
    document.getElementById('js-plotly-tester')?.setAttribute('aria-hidden', 'true')
    return drawn
  }
}

export const Plot = createPlotlyComponent(comparing)

export { drawFigure, readPictureStyle } from '#browser/charts/drawings.ts'
export { measureText, readChartTheme } from './chart-theme.ts'
export { pictureOf } from './picture.ts'

// Without the options that send charts to Plotly's cloud.
export const plotlyConfig = {
  displayModeBar: false,
  showSendToCloud: false,
  plotlyServerURL: '',
  scrollZoom: false,
  doubleClick: false,
  responsive: false
}

/** Shows the label of a stop as hovering would, or hides it. */
export function highlightStop(plot: HTMLElement, stop: KeyboardStop | undefined): void {
  if (stop) Fx.hover(plot, [{ curveNumber: stop.curve, pointNumber: stop.point }])
  else Fx.unhover(plot, [])
}
