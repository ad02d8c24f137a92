import type { FigureTable } from '#browser/charts/kind-tables.ts'
import { formatFigure, type Measure } from '#browser/charts/labels/measure.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'

interface FigureTableViewProps {
  table: FigureTable
  measure: Measure
}

export function FigureTableView({ table: { columns, rows }, measure }: FigureTableViewProps) {
  const cellText = (cell: string | number | null, isCount = false): string =>
    cell === null
      ? ''
      : typeof cell === 'string'
        ? cell
        : formatFigure(cell, isCount ? 0 : measure.decimal_places)
  return (
    <table>
      <caption className="sr-only">{measure.chart_name}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <HeadCell key={at} className={column.isNumber ? 'num' : ''}>
              {column.name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="hover:bg-surface-hover">
            {row.map((cell, at) => (
              <td key={at} className={`table-cell ${columns[at]?.isNumber ? 'num' : ''}`}>
                {cellText(cell, columns[at]?.isCount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
