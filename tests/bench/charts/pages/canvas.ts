// The least that can be done: rectangles and lines on a canvas.

import { BRAND, colourOf, INK, stage, type Line } from './stage.ts'

stage((host, bars) => {
  const canvas = document.createElement('canvas')
  const [width, height] = [host.clientWidth, host.clientHeight]
  canvas.width = width
  canvas.height = height
  host.append(canvas)
  const context = canvas.getContext('2d')!
  const most = Math.max(...bars.values, ...bars.lines.map(line => line.value))
  const y = (value: number): number => height - 20 - (value / most) * (height - 40)
  const step = (width - 140) / bars.values.length
  const update = (lines: readonly Line[]): void => {
    context.clearRect(0, 0, width, height)
    bars.values.forEach((value, index) => {
      context.fillStyle = colourOf(bars, index)
      context.fillRect(40 + index * step, y(value), step * 0.8, height - 20 - y(value))
    })
    context.fillStyle = context.strokeStyle = INK
    for (const { name, value } of lines) {
      context.beginPath()
      context.moveTo(40, y(value))
      context.lineTo(width - 100, y(value))
      context.stroke()
      context.fillText(`${name} ${value.toFixed(1)}`, width - 96, y(value))
    }
    context.strokeStyle = BRAND
  }
  update(bars.lines)
  canvas.title = bars.names[bars.own] ?? ''
  return { update, remove: () => canvas.remove() }
})
