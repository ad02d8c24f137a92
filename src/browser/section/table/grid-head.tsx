import type { CSSProperties, ReactNode } from 'react'
import type { TableModel } from '#browser/section/state/model.ts'

/** Replaces names and answers in the questionnaire builder. Positions are counted from 0. */
export interface GridParts {
  /** The least width of the names of rows. */
  leastName: string
  columnName: (column: number) => ReactNode
  rowName: (row: number) => ReactNode
  /** A whole cell, with its role and place. */
  cell: (row: number, column: number) => ReactNode
}

const GRID_HEAD =
  'sticky top-0 z-2 grid bg-sunken border-0 border-b border-solid border-line text-tiny font-medium text-ink-2'
const columnHead =
  'flex items-end justify-end px-2.5 py-1.5 text-right border-0 border-r border-solid border-line min-w-0 break-words'

interface HeadProps {
  table: TableModel
  parts: GridParts | undefined
  columns: CSSProperties
  isText: readonly boolean[]
}

/** The names of the columns. */
export function GridHead({ table, columns, isText, parts }: HeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={GRID_HEAD} style={columns}>
      <div role="columnheader" aria-colindex={1} className={`${columnHead} sticky left-0 bg-sunken`}>
        <span className="sr-only">Row</span>
      </div>
      {table.columnNames.map((name, index) => (
        <div
          key={index}
          role="columnheader"
          aria-colindex={index + 2}
          className={`${columnHead} ${isText[index] ? 'justify-start! text-left!' : ''} ${parts ? 'p-0!' : ''}`}
        >
          {parts ? parts.columnName(index) : name}
        </div>
      ))}
      {table.subSection.show_row_totals && (
        <div role="columnheader" aria-colindex={table.columnNames.length + 2} className={columnHead}>
          Total
        </div>
      )}
    </div>
  )
}
