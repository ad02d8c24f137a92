import { useStore } from '@nanostores/react'
import { memo, useMemo, type CSSProperties } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { TableLine, TableModel } from '#browser/section/state/model.ts'
import { clearableCells, isRepeating } from '#browser/section/state/repeating-rows.ts'
import { lineTotal } from '#browser/section/state/totals.ts'
import { useTableRow, useTotal } from '#browser/section/state/use-cell.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { countOf } from '#lib/format.ts'
import { GridCell } from './grid-cell.tsx'
import { gridColumns } from './grid-columns.ts'
import { GridHead, type GridParts } from './grid-head.tsx'
import { $showsLastFigures } from './last-figures.ts'

const ROWS_PER_GROUP = 8

/**
 * Rows outside the viewport are not laid out, so a section of thousands of cells opens at once; Tab, search
 * and screen readers still reach them. Rows are skipped in groups, because the browser paints each skippable
 * part on every key.
 */
const groupClass = '[content-visibility:auto] [contain-intrinsic-height:auto_256px]'

/** Isolated, so that at a key the browser paints the row alone and takes the others as they were painted before. */
const rowClass = 'grid isolate'

/** The first rows, in groups. */
const rowGroups = (count: number): number[][] =>
  Array.from({ length: Math.ceil(count / ROWS_PER_GROUP) }, (_, group) =>
    Array.from(
      { length: Math.min(ROWS_PER_GROUP, count - group * ROWS_PER_GROUP) },
      (_row, at) => group * ROWS_PER_GROUP + at
    )
  )

/** Says how many rows a user can add. */
export const RowLimit = ({ table }: { table: TableModel }) =>
  isRepeating(table) && (
    <p className="text-small text-ink-2">
      A new row appears when you fill in the last one, up to {countOf(table.cells.length, 'row')}.
    </p>
  )

interface GridProps {
  engine: SectionEngine
  table: TableModel
  label: string
  parts?: GridParts
}

/** One sub-section as a table that works like a spreadsheet. */
export function Grid({ engine, table, label, parts }: GridProps) {
  const { show_row_totals: rowTotals, show_column_totals: columnTotals } = table.subSection
  const begun = useStore(engine.rows.shownOf(table))
  // One row of a repeating grid stands for all.
  const shown = parts && isRepeating(table) ? 1 : begun
  const showsLast = useStore($showsLastFigures)
  const { template, minWidth, isText } = useMemo(
    () => gridColumns(table, parts?.leastName),
    [table, parts?.leastName]
  )
  const columns: CSSProperties = { gridTemplateColumns: template }
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={1 + Math.max(1, shown) + (columnTotals ? 1 : 0)}
      aria-colcount={1 + table.columnNames.length + (rowTotals ? 1 : 0)}
      aria-multiselectable="true"
      data-table={table.id}
      className="entry-grid"
      style={{ minWidth }}
    >
      {/* Drawn by range/draw-range.ts, without a render. */}
      <div data-range-layer="tint" hidden aria-hidden="true" />
      <GridHead table={table} columns={columns} isText={isText} parts={parts} />
      {rowGroups(shown).map(rows => (
        <div key={rows[0]} role="rowgroup" className={groupClass}>
          {rows.map(row => (
            <GridRow
              key={row}
              engine={engine}
              table={table}
              row={row}
              columns={template}
              showsLast={showsLast}
              parts={parts}
            />
          ))}
        </div>
      ))}
      {shown === 0 && !parts && (
        <div role="row" aria-rowindex={2}>
          <div role="gridcell" aria-colindex={1} className="px-3 py-1.5 text-small text-ink-3">
            No rows were entered
          </div>
        </div>
      )}
      {columnTotals && (
        <TotalsRow
          engine={engine}
          table={table}
          columns={columns}
          hasCorner={rowTotals}
          index={2 + Math.max(1, shown)}
        />
      )}
      <div data-range-layer="frame" hidden aria-hidden="true">
        {!engine.isLocked && <div data-fill-handle />}
      </div>
    </div>
  )
}

interface RowProps {
  engine: SectionEngine
  table: TableModel
  row: number
  columns: string
  /** Whether the cells show the last period's figures. */
  showsLast: boolean
  parts: GridParts | undefined
}

const GridRow = memo(function Row({ engine, table, row, columns, showsLast, parts }: RowProps) {
  useTableRow(engine.store, table, row)
  return (
    <div role="row" aria-rowindex={row + 2} className={rowClass} style={{ gridTemplateColumns: columns }}>
      <div role="rowheader" aria-colindex={1} className={rowNameClass(table, parts)}>
        {parts ? parts.rowName(row) : table.rowNames[row]}
        {!parts && <ClearRow engine={engine} table={table} row={row} />}
      </div>
      {table.cells[row]?.map((cell, column) =>
        parts ? (
          parts.cell(row, column)
        ) : (
          <GridCell
            key={column}
            engine={engine}
            cell={cell}
            state={cell && engine.store.get(cell.key)}
            column={column}
            showsLast={showsLast}
          />
        )
      )}
      {table.subSection.show_row_totals && (
        <TotalCell
          engine={engine}
          table={table}
          line={{ is: 'row', at: row }}
          column={table.columnNames.length}
        />
      )}
    </div>
  )
})

const rowNameClass = (table: TableModel, parts: GridParts | undefined): string | undefined =>
  parts ? 'p-0!' : isRepeating(table) ? 'group relative' : undefined

/**
 * Clears a row that the user has added. The keyboard has Shift+Delete for it, so that Tab goes from answer
 * to answer.
 */
function ClearRow({ engine, table, row }: Pick<RowProps, 'engine' | 'table' | 'row'>) {
  const cells = clearableCells(table, row)
  const isBegun = cells.some(({ key }) => !engine.store.get(key).isUnusedRow)
  if (!isBegun || engine.isLocked) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Clear ${table.rowNames[row]}`}
      title="Clear this row (Shift+Delete)"
      className="absolute right-1 top-1 grid place-items-center w-6 h-6 rounded text-ink-3 opacity-0 group-hover:opacity-100 media-touch:opacity-100 hover:bg-sunken hover:text-ink"
      onClick={() => engine.editing.clear(...cells.map(cell => cell.key))}
    >
      <Icon of={X} size={14} />
    </button>
  )
}

function TotalsRow({
  engine,
  table,
  columns,
  hasCorner,
  index
}: {
  engine: SectionEngine
  table: TableModel
  columns: CSSProperties
  hasCorner: boolean
  /** The row's place in the grid, counted from 1. */
  index: number
}) {
  return (
    <div role="row" aria-rowindex={index} className="grid" style={columns}>
      <div role="rowheader" aria-colindex={1} className="bg-surface-hover! font-semibold">
        Total
      </div>
      {table.columnNames.map((_, column) => (
        <TotalCell
          key={column}
          engine={engine}
          table={table}
          line={{ is: 'column', at: column }}
          column={column}
        />
      ))}
      {hasCorner && (
        <div
          role="gridcell"
          aria-colindex={table.columnNames.length + 2}
          aria-label="no total"
          className="sum"
        />
      )}
    </div>
  )
}

interface TotalProps {
  engine: SectionEngine
  table: TableModel
  line: TableLine
  /** Counted from 0, without the names of the rows. */
  column: number
}

/** An incomplete sum is pale and says so: a blank is not 0. */
function TotalCell({ engine, table, line, column }: TotalProps) {
  useTotal(engine.store, table, line)
  const { text, isComplete } = lineTotal(engine.store, table, line)
  const isPartial = text !== '' && !isComplete
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      title={isPartial ? 'So far: some cells are blank or invalid' : undefined}
      className={`sum ${isComplete ? 'font-semibold' : 'text-ink-3'}`}
    >
      {text}
      {isPartial && <span className="sr-only"> so far</span>}
    </div>
  )
}
