// Draws each kind of chart. Loaded together with plotly, which nothing is drawn without.

import type { OutputName } from '#contract/output-names.ts'
import { drawRankedBars } from './kinds/bar-ranked.ts'
import { drawBoxPlot } from './kinds/box.ts'
import { drawControlChart } from './kinds/control.ts'
import { drawDistribution } from './kinds/distribution.ts'
import { drawFunnel } from './kinds/funnel.ts'
import { drawOwnSubmissions } from './kinds/own-submissions.ts'
import { drawStackedBars } from './kinds/stacked.ts'
import { drawTrend } from './kinds/trend.ts'
import { readChartTheme } from './view/chart-theme.ts'
import type { ChartView } from './view/chart-view.ts'
import type { ChartFigure, ChartTheme, DrawContext } from './view/figure.ts'
import { pageFont } from './view/page-font.ts'

const drawings: Record<OutputName, (chartView: ChartView, context: DrawContext) => ChartFigure> = {
  bar_ranked: drawRankedBars,
  funnel: drawFunnel,
  control: drawControlChart,
  box: drawBoxPlot,
  distribution: drawDistribution,
  trend: drawTrend,
  stacked: drawStackedBars,
  own_submissions: drawOwnSubmissions,
  // For packs of pictures.
  table: drawRankedBars,
  text: drawRankedBars
}

export const drawFigure = (
  chartView: ChartView,
  context: DrawContext,
  output: OutputName = chartView.data.output_type.output_name
): ChartFigure => drawings[output](chartView, context)

/** The page's colours and font as they are written into a picture or a pack. */
export const readPictureStyle = async (): Promise<{ theme: ChartTheme; fontFace: string }> => ({
  theme: readChartTheme(),
  fontFace: await pageFont()
})
