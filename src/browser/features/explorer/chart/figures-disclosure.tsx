import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import { kindTable } from '#browser/charts/drawn-kinds.ts'
import { DEFAULT_SORT, sortText, tableSort } from '#browser/charts/export/table-rows.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { FigureTableView } from '#browser/charts/view/figure-table-view.tsx'
import { ValueTable } from '#browser/charts/view/value-table.tsx'
import { $isTablePrinted } from '#browser/features/explorer/export/printed-table.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { usePrinting } from '#browser/ui/print/use-printing.ts'
import type { AverageName } from '#contract/chart-data.ts'

interface FiguresProps {
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

/** The chart's figures as a table below it. The table has many more elements than the chart, so it exists only while it is open or printed, and it is printed only on request. */
export const FiguresDisclosure = memo(function FiguresDisclosure(props: FiguresProps) {
  const [isOpen, setOpen] = useState(false)
  const isPrinted = useStore($isTablePrinted)
  const isPrinting = usePrinting()
  return (
    <details className="mt-3" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="text-small text-brand-text cursor-pointer w-max">
        The same figures as a table
      </summary>
      {(isOpen || (isPrinting && isPrinted)) && (
        <div className={`card mt-2 table-scroll ${isPrinted ? '' : 'print:hidden'}`}>
          <TableOfKind {...props} />
        </div>
      )}
    </details>
  )
})

function TableOfKind(props: FiguresProps) {
  const table = kindTable(props.chartView)
  return table === null ? (
    <DisclosedFigures {...props} />
  ) : (
    <FigureTableView table={table} measure={props.chartView.measure} />
  )
}
