import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { isBegun, isRepeating } from '#browser/section/state/repeating-rows.ts'
import { lineTotal } from '#browser/section/state/totals.ts'
import { gridColumns } from '#browser/section/table/grid-columns.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { PrintedAnswer } from './printed-answer.tsx'
import type { PrintKind } from './printing.ts'

interface PrintedGridProps {
  engine: SectionEngine
  table: TableModel
  kind: PrintKind
}

/** Blank repeating rows on an empty form: about half a page. */
const BLANK_ROWS = 12

const PRINTED_BOX = 'border border-solid border-line-strong px-1.5 py-1'

/** The started rows, or some blank ones. */
function printedRows(
  engine: SectionEngine,
  table: TableModel,
  kind: PrintKind
): { name: string; row: number }[] {
  const rows = table.rowNames.map((name, row) => ({ name, row }))
  if (!isRepeating(table)) return rows
  return kind === 'blank'
    ? rows.slice(0, BLANK_ROWS)
    : rows.filter(({ row }) => isBegun(engine.store, table, row))
}

/** A grid on paper. Its header repeats on every page. */
export function PrintedGrid({ engine, table, kind }: PrintedGridProps) {
  const { show_row_totals: rowTotals, show_column_totals: columnTotals } = table.subSection
  const { isText } = gridColumns(table)
  // On paper nobody can be told that a sum is incomplete.
  const total = (is: 'row' | 'column', at: number): string => {
    const { text, isComplete } = lineTotal(engine.store, table, { is, at })
    return kind === 'filled' && isComplete ? text : ''
  }
  return (
    <table aria-label={table.subSection.sub_section_name} className="text-small tabular-nums">
      <thead>
        <tr>
          <th scope="col" aria-label="Row" className={PRINTED_BOX} />
          {table.columnNames.map((name, index) => (
            <th key={index} scope="col" className={`${PRINTED_BOX} ${isText[index] ? '' : 'text-right'}`}>
              {name}
            </th>
          ))}
          {rowTotals && (
            <th scope="col" className={`${PRINTED_BOX} text-right`}>
              Total
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {printedRows(engine, table, kind).map(({ name, row }) => (
          <tr key={row} className="break-inside-avoid">
            <th scope="row" className={`${PRINTED_BOX} font-normal`}>
              {name}
              {unitOf(name, table.cells[row] ?? [])}
            </th>
            {table.cells[row]?.map((cell, column) => (
              <PrintedCell key={column} engine={engine} cell={cell} kind={kind} />
            ))}
            {rowTotals && <td className={`${PRINTED_BOX} text-right font-semibold`}>{total('row', row)}</td>}
          </tr>
        ))}
        {columnTotals && (
          <tr className="break-inside-avoid font-semibold">
            <th scope="row" className={PRINTED_BOX}>
              Total
            </th>
            {table.columnNames.map((_, column) => (
              <td key={column} className={`${PRINTED_BOX} text-right`}>
                {total('column', column)}
              </td>
            ))}
            {rowTotals && <td aria-label="no total" className={PRINTED_BOX} />}
          </tr>
        )}
      </tbody>
    </table>
  )
}

function PrintedCell({
  engine,
  cell,
  kind
}: {
  engine: SectionEngine
  cell: CellModel | null
  kind: PrintKind
}) {
  const state = cell === null ? null : engine.store.get(cell.key)
  const isShown = cell !== null && (isAnswerable(cell.question) || isCalculated(cell.question))
  if (!isShown || state === null || (kind === 'filled' && state.isHidden))
    return <td className={`${PRINTED_BOX} text-right text-ink-3`}>–</td>
  const isFigure = typeOf(cell.question).align === 'right'
  return (
    <td className={`${PRINTED_BOX} ${isFigure ? 'text-right' : ''}`}>
      <PrintedAnswer cell={cell} state={state} kind={kind} />
    </td>
  )
}

/** The unit that all cells of a row share, unless the row's name already ends with it. */
function unitOf(name: string, cells: readonly (CellModel | null)[]): string {
  const units = new Set(cells.flatMap(cell => (cell === null ? [] : [cell.question.unit])))
  const [unit = ''] = units
  return units.size === 1 && unit !== '' && !name.endsWith(unit) ? `, ${unit}` : ''
}
