// What react-plotly gives by itself: the whole of plotly.
import { createRoot } from 'react-dom/client'
import Plot from 'react-plotly.js'
import { plotlyFigure } from '../pages/plotly-figure.ts'
import { stage } from '../pages/stage.ts'

stage((host, bars) => {
  const root = createRoot(host)
  const figure = plotlyFigure(bars)
  const update = lines =>
    new Promise(done => {
      root.render(
        <Plot
          data={figure.data}
          layout={{ ...figure.layoutOf(lines), width: host.clientWidth, height: host.clientHeight }}
          config={figure.config}
          onInitialized={done}
          onUpdate={done}
        />
      )
    })
  return update(bars.lines).then(() => ({ update, remove: () => root.unmount() }))
})
