// What opens on a chart's page, in one file that is fetched once the page is shown.

import { DEFAULT_SORT, sortText, tableSort } from '#browser/charts/export/table-rows.ts'
import { kindTable } from '#browser/charts/kind-tables.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { FigureTableView } from '#browser/charts/view/figure-table-view.tsx'
import { ValueTable } from '#browser/charts/view/value-table.tsx'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import type { AverageName } from '#contract/chart-data.ts'

export interface FiguresProps {
  chartView: ChartView
  averages: readonly AverageName[]
  sort: string | null
  change: ChangeSelection
}

export function DisclosedFigures({ chartView, averages, sort, change }: FiguresProps) {
  return (
    <ValueTable
      chartView={chartView}
      averages={averages}
      sort={sort === null ? DEFAULT_SORT : tableSort(sort)}
      onSort={next => change({ sort: sortText(next) })}
    />
  )
}

export function TableOfKind(props: FiguresProps) {
  const table = kindTable(props.chartView)
  return table === null ? (
    <DisclosedFigures {...props} />
  ) : (
    <FigureTableView table={table} measure={props.chartView.measure} />
  )
}

export { WhatIfBand } from './what-if/what-if-band.tsx'
export { WhatIfFigures } from './what-if/what-if-figures.tsx'
export { whatIfOverlay } from './what-if/what-if-overlay.tsx'
