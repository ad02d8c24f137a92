// chart.js with what bars and lines need, without animation. It has no lines across a plot, so each is a line of two points.
import {
  BarController,
  BarElement,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip
} from 'chart.js'
import { colourOf, INK, stage } from '../pages/stage.ts'

Chart.register(BarController, BarElement, LinearScale, LineController, LineElement, PointElement, Tooltip)

stage((host, bars) => {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const values = {
    type: 'bar',
    order: 1,
    data: bars.values.map((y, x) => ({ x, y })),
    backgroundColor: bars.values.map((_, index) => colourOf(bars, index)),
    grouped: false
  }
  const across = lines =>
    lines.map(({ name, value }) => ({
      type: 'line',
      label: name,
      order: 0,
      data: [
        { x: -0.5, y: value },
        { x: bars.values.length - 0.5, y: value }
      ],
      borderColor: INK,
      borderWidth: 1.5,
      pointRadius: 0
    }))
  const chart = new Chart(canvas, {
    type: 'bar',
    data: { datasets: [values, ...across(bars.lines)] },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: { right: 100 } },
      scales: { x: { type: 'linear', display: false, offset: false }, y: { beginAtZero: true } },
      plugins: { tooltip: { callbacks: { label: ({ dataIndex }) => bars.names[dataIndex] } } }
    }
  })
  return {
    update: lines => {
      chart.data.datasets = [values, ...across(lines)]
      chart.update('none')
    },
    remove: () => {
      chart.destroy()
      canvas.remove()
    }
  }
})
