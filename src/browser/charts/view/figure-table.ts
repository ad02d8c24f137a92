// A table of a chart's figures, for kinds whose figures are not one value for each submission.

import type { ChartView } from './chart-view.ts'

export interface FigureTable {
  columns: readonly { name: string; isNumber: boolean; isCount?: boolean }[]
  rows: readonly (string | number | null)[][]
}

/** The figures of a trend, a line for each period. */
export const trendTable = ({ history }: ChartView): FigureTable => ({
  columns: ['Period', 'Value', 'Mean', 'Median', 'Q1', 'Q3', 'n'].map((name, at) => ({
    name,
    isNumber: at > 0,
    isCount: name === 'n'
  })),
  rows: history.map(({ period, own, averages }) => [
    period.time_period_name,
    own,
    averages?.Mean ?? null,
    averages?.Median ?? null,
    averages?.Q1 ?? null,
    averages?.Q3 ?? null,
    averages?.n ?? null
  ])
})
