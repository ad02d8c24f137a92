import type { CSSProperties } from 'react'
import type { SectionEngine } from './engine.ts'
import { GridCell } from './grid-cell.tsx'
import type { TableModel } from './model.ts'
import { useTotal } from './use-cell.ts'
import type { TotalPlace } from './totals.ts'

const head = 'sticky top-0 z-2 grid bg-sunken border-0 border-b border-solid border-line text-tiny font-medium text-ink-2'
const rowHead = 'sticky left-0 z-1 bg-surface border-0 border-r border-b border-solid border-line px-3 py-1.5 text-small'
const columnHead = 'flex items-end justify-end px-2.5 py-1.5 text-right border-0 border-r border-solid border-line min-w-0 break-words'

const NAME_WIDTH = 224
const CELL_WIDTH = 88

/** Rows out of sight are not laid out, so a section of thousands of cells opens at once; they stay reachable by Tab, search and screen readers. */
const rowClass = 'grid [content-visibility:auto] [contain-intrinsic-height:auto_32px]'

/** One sub-section as a table that is typed into like a spreadsheet. */
export function Grid({ engine, table, label }: { engine: SectionEngine; table: TableModel; label: string }) {
  const { show_row_totals: rowTotals, show_column_totals: columnTotals } = table.subSection
  const count = table.columnNames.length + (rowTotals ? 1 : 0)
  const columns: CSSProperties = { gridTemplateColumns: `${NAME_WIDTH}px repeat(${count}, minmax(${CELL_WIDTH}px, 1fr))` }
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={table.rowNames.length + 1}
      className="bg-surface border border-r-0 border-b-0 border-solid border-line"
      style={{ minWidth: NAME_WIDTH + count * CELL_WIDTH }}
    >
      <div role="row" className={head} style={columns}>
        <div role="columnheader" aria-label="Row" className={`${columnHead} sticky left-0 bg-sunken`} />
        {table.columnNames.map((name, index) => (
          <div key={index} role="columnheader" className={columnHead}>
            {name}
          </div>
        ))}
        {rowTotals && (
          <div role="columnheader" className={columnHead}>
            Total
          </div>
        )}
      </div>
      {table.cells.map((cells, row) => (
        <div key={row} role="row" className={rowClass} style={columns}>
          <div role="rowheader" className={rowHead}>
            {table.rowNames[row]}
          </div>
          {cells.map((cell, column) => (
            <GridCell key={column} engine={engine} cell={cell} />
          ))}
          {rowTotals && <TotalCell engine={engine} table={table} place={{ is: 'row', at: row }} />}
        </div>
      ))}
      {columnTotals && <TotalsRow engine={engine} table={table} columns={columns} hasCorner={rowTotals} />}
    </div>
  )
}

function TotalsRow({
  engine,
  table,
  columns,
  hasCorner
}: {
  engine: SectionEngine
  table: TableModel
  columns: CSSProperties
  hasCorner: boolean
}) {
  return (
    <div role="row" className="grid" style={columns}>
      <div role="rowheader" className={`${rowHead} bg-surface-hover! font-semibold`}>
        Total
      </div>
      {table.columnNames.map((_, column) => (
        <TotalCell key={column} engine={engine} table={table} place={{ is: 'column', at: column }} />
      ))}
      {hasCorner && (
        <div role="gridcell" aria-label="no total" className="bg-surface-hover border-0 border-r border-b border-solid border-line" />
      )}
    </div>
  )
}

/** A sum that is not complete is pale and says so: a blank is not 0. */
function TotalCell({ engine, table, place }: { engine: SectionEngine; table: TableModel; place: TotalPlace }) {
  const { text, isComplete } = useTotal(engine.store, table, place)
  return (
    <div
      role="gridcell"
      title={text !== '' && !isComplete ? 'So far: some cells are blank or not possible' : undefined}
      className={`bg-surface-hover border-0 border-r border-b border-solid border-line px-2.5 text-right tabular-nums h-8 leading-[31px] ${isComplete ? 'font-semibold' : 'text-ink-3'}`}
    >
      {text}
      {text !== '' && !isComplete && <span className="sr-only"> so far</span>}
    </div>
  )
}
