// echarts with what bars and lines need, on a canvas, without animation.
import { BarChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { colourOf, INK, stage } from '../pages/stage.ts'

use([BarChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

stage((host, bars) => {
  const chart = init(host)
  const marks = lines => ({
    symbol: 'none',
    animation: false,
    data: lines.map(({ name, value }) => ({
      yAxis: value,
      lineStyle: { color: INK, width: 1.5 },
      label: { formatter: `${name} ${value.toFixed(1)}` }
    }))
  })
  chart.setOption({
    animation: false,
    grid: { left: 40, right: 100, top: 20, bottom: 20 },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'category', data: bars.names, show: false },
    yAxis: { type: 'value' },
    series: [
      {
        id: 'values',
        type: 'bar',
        data: bars.values.map((value, index) => ({ value, itemStyle: { color: colourOf(bars, index) } })),
        markLine: marks(bars.lines)
      }
    ]
  })
  return {
    update: lines => chart.setOption({ series: [{ id: 'values', markLine: marks(lines) }] }),
    remove: () => chart.dispose()
  }
})
