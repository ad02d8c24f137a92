// Our chart as the chart screen has it, without the screen around it.

import 'virtual:uno.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '#browser/app/styles/global.css'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { ChartCanvas } from '#browser/charts/view/chart.tsx'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { AverageName, type ChartData } from '#contract/chart-data.ts'
import { stage, type Line } from './stage.ts'

stage(async (host, { answer }) => {
  const data = JSON.parse(answer) as ChartData
  const chartView = chartViewOf(data, data.time_periods[0]!.time_period_id)
  const root = createRoot(host)
  const label = plainSentence(chartView)
  let onDrawn = (): void => {}
  const first = new Promise<void>(resolve => (onDrawn = resolve))
  const update = (lines: readonly Line[]): void => {
    const shown = new Set(lines.map(line => line.name))
    const averages = AverageName.options.filter(name => shown.has(name))
    flushSync(() =>
      root.render(
        <ChartCanvas
          chartView={chartView}
          averages={averages}
          label={label}
          className="h-full"
          onDrawn={() => onDrawn()}
        />
      )
    )
  }
  update(AverageName.options.map(name => ({ name, value: 0 })))
  await first
  return { update, remove: () => root.unmount() }
})
