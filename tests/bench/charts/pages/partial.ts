// plotly with what bars and lines need, without React and without anything around it.

import bar from 'plotly.js/lib/bar'
import Plotly from 'plotly.js/lib/core'
import { plotlyFigure } from './plotly-figure.ts'
import { stage } from './stage.ts'

Plotly.register([bar])

stage(async (host, bars) => {
  const figure = plotlyFigure(bars)
  await Plotly.newPlot(host, figure.data, figure.layoutOf(bars.lines), figure.config)
  return {
    update: async lines =>
      void (await Plotly.react(host, figure.data, figure.layoutOf(lines), figure.config)),
    remove: () => Plotly.purge(host)
  }
})
