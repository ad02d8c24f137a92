// recharts, without animation.
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Bar, BarChart, Cell, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { colourOf, INK, stage } from '../pages/stage.ts'

function Ranked({ bars, rows, lines, size, onDrawn }) {
  useEffect(onDrawn)
  return (
    <BarChart data={rows} {...size} margin={{ left: 0, right: 100, top: 20, bottom: 20 }}>
      <XAxis dataKey="name" hide />
      <YAxis width={40} />
      <Tooltip isAnimationActive={false} />
      <Bar dataKey="value" isAnimationActive={false}>
        {rows.map((row, index) => (
          <Cell key={row.name} fill={colourOf(bars, index)} />
        ))}
      </Bar>
      {lines.map(({ name, value }) => (
        <ReferenceLine
          key={name}
          y={value}
          stroke={INK}
          strokeWidth={1.5}
          label={{ value: `${name} ${value.toFixed(1)}`, position: 'right' }}
        />
      ))}
    </BarChart>
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
