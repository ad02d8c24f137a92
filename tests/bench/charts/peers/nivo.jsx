// nivo, without animation.
import { Bar } from '@nivo/bar'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { colourOf, INK, stage } from '../pages/stage.ts'

function Ranked({ bars, rows, lines, size, onDrawn }) {
  useEffect(onDrawn)
  return (
    <Bar
      data={rows}
      {...size}
      keys={['value']}
      indexBy="name"
      margin={{ left: 40, right: 100, top: 20, bottom: 20 }}
      colors={({ index }) => colourOf(bars, index)}
      animate={false}
      enableLabel={false}
      axisBottom={null}
      markers={lines.map(({ name, value }) => ({
        axis: 'y',
        value,
        lineStyle: { stroke: INK, strokeWidth: 1.5 },
        legend: `${name} ${value.toFixed(1)}`,
        legendPosition: 'right'
      }))}
    />
  )
}

stage((host, bars) => {
  const root = createRoot(host)
  const rows = bars.values.map((value, index) => ({ name: `${index} ${bars.names[index]}`, value }))
  const size = { width: host.clientWidth, height: host.clientHeight }
  const update = lines =>
    new Promise(done => {
      root.render(<Ranked bars={bars} rows={rows} lines={lines} size={size} onDrawn={done} />)
    })
  return update(bars.lines).then(() => ({ update, remove: () => root.unmount() }))
})
