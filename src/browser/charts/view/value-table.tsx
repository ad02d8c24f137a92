import {
  sortRows,
  tableRows,
  type SortKey,
  type TableRow,
  type TableSort
} from '#browser/charts/export/table-rows.ts'
import { formatFigure, type Measure } from '#browser/charts/labels/measure.ts'
import { VerdictLabel } from '#browser/charts/marks/verdict-mark.tsx'
import { intervalText } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { SortHead, sortDirection } from '#browser/ui/sort-head.tsx'
import type { AverageName } from '#contract/chart-data.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatCount } from '#lib/format.ts'
import type { ChartView } from './chart-view.ts'

interface ValueTableProps {
  chartView: ChartView
  averages: readonly AverageName[]
  sort: TableSort
  onSort: (sort: TableSort) => void
}

interface ValueColumn {
  key: SortKey
  name: string
  isNumber: boolean
}

/** The value is next to the name and its parts come last, because narrow windows scroll to them. */
const VALUE_COLUMNS: ValueColumn[] = [
  { key: 'name', name: '{Submission}', isNumber: false },
  { key: 'value', name: 'Value', isNumber: true },
  { key: 'rank', name: 'Rank', isNumber: true },
  { key: 'organisation', name: 'Organisation', isNumber: false }
]

/** Every value of the chart as a table, with its marks in words. The own row and the averages stay at the top in any order. */
export function ValueTable({ chartView, averages, sort, onSort }: ValueTableProps) {
  const { measure } = chartView
  const rows = sortRows(tableRows(chartView), sort)
  const isNamed = rows.some(row => row.organisation !== null)
  const shownColumns = VALUE_COLUMNS.filter(column => column.key !== 'organisation' || isNamed)
  const hasParts = rows.some(row => row.numerator !== null || row.denominator !== null)
  const hasIntervals = rows.some(row => row.interval95 !== null)
  const hasVerdicts = rows.some(row => row.verdict !== null)
  const columnsAfter =
    shownColumns.length - 2 + (hasParts ? 2 : 0) + Number(hasIntervals) + Number(hasVerdicts)
  const rowOf = (row: TableRow, index: number) => (
    <ValueRow
      key={row.submissionId ?? `other ${index}`}
      row={row}
      measure={measure}
      isNamed={isNamed}
      hasParts={hasParts}
      hasIntervals={hasIntervals}
      hasVerdicts={hasVerdicts}
    />
  )
  return (
    <table>
      <caption className="sr-only">
        {measure.chart_name}, {chartView.period.time_period_name}
        {measure.unit === '' ? '' : `, in ${measure.unit}`}
      </caption>
      <thead>
        <tr>
          {shownColumns.map(column => (
            <SortableHead key={column.key} column={column} unit={measure.unit} sort={sort} onSort={onSort} />
          ))}
          {hasIntervals && (
            <th scope="col" className="table-head num">
              95% interval
            </th>
          )}
          {hasVerdicts && (
            <th scope="col" className="table-head">
              Compared with the mean
            </th>
          )}
          {hasParts && (
            <>
              <th scope="col" className="table-head num">
                Numerator
              </th>
              <th scope="col" className="table-head num">
                Denominator
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-2 [&>tr:last-child>*]:border-line-strong">
        {rows.filter(row => row.isOwn).map(rowOf)}
        <AverageRows chartView={chartView} averages={averages} columnsAfter={columnsAfter} />
      </tbody>
      <tbody>{rows.filter(row => !row.isOwn).map(rowOf)}</tbody>
    </table>
  )
}

interface AverageRowsProps {
  chartView: ChartView
  averages: readonly AverageName[]
  /** The number of columns right of the value. */
  columnsAfter: number
}

function AverageRows({ chartView, averages, columnsAfter }: AverageRowsProps) {
  const { comparison, measure } = chartView
  return averages.map(name => {
    const value = comparison.averages?.[name] ?? null
    return value === null ? null : (
      <tr key={name} className="text-ink-2">
        <th scope="row" className="table-cell font-[inherit]">
          {name} of {comparedWithText(comparison)}
        </th>
        <td className="table-cell num">{formatFigure(value, measure.decimal_places)}</td>
        <td className="table-cell" colSpan={columnsAfter}>
          n {comparison.n}
        </td>
      </tr>
    )
  })
}

interface SortableHeadProps {
  column: ValueColumn
  unit: string
  sort: TableSort
  onSort: (sort: TableSort) => void
}

function SortableHead({ column, unit, sort, onSort }: SortableHeadProps) {
  const isSorted = sort.key === column.key
  return (
    <SortHead
      direction={isSorted ? sortDirection(sort.isDescending) : null}
      onSort={() =>
        onSort({ key: column.key, isDescending: isSorted ? !sort.isDescending : column.key === 'value' })
      }
      className={`${column.isNumber ? 'num' : ''} ${column.key === 'rank' ? 'w-20' : ''}`}
    >
      {withTerms(column.name)}
      {column.key === 'value' && unit !== '' && <span className="font-normal">{unit}</span>}
    </SortHead>
  )
}

interface ValueRowProps {
  row: TableRow
  measure: Measure
  isNamed: boolean
  hasParts: boolean
  hasIntervals: boolean
  hasVerdicts: boolean
}

function ValueRow({ row, measure, isNamed, hasParts, hasIntervals, hasVerdicts }: ValueRowProps) {
  return (
    <tr className={row.isOwn ? 'bg-brand-tint font-medium' : 'hover:bg-surface-hover'}>
      <th scope="row" className="table-cell font-[inherit] min-w-36">
        {row.name}
        {row.code !== row.name && <span className="text-small text-ink-3 font-normal"> {row.code}</span>}
        {row.mark !== '' && (
          <>
            {' '}
            <Pill tone={row.isOwn ? 'brand' : 'neutral'}>{row.mark}</Pill>
          </>
        )}
      </th>
      <td className="table-cell num">
        {row.value === null ? (
          <span className="text-ink-3 font-normal">{row.absence}</span>
        ) : (
          formatFigure(row.value, measure.decimal_places)
        )}
        {row.note && <span className="block text-tiny text-ink-3 font-normal">{row.note}</span>}
      </td>
      <td className="table-cell num text-ink-2">{row.rank ?? ''}</td>
      {isNamed && (
        <td className="table-cell text-small text-ink-2">
          <span className="block min-w-28 max-w-60">{row.organisation}</span>
        </td>
      )}
      {hasIntervals && (
        <td className="table-cell num whitespace-nowrap text-ink-2">
          {row.interval95 && intervalText(row.interval95, measure)}
        </td>
      )}
      {hasVerdicts && (
        <td className="table-cell text-small">{row.verdict && <VerdictLabel given={row.verdict} />}</td>
      )}
      {hasParts && (
        <>
          <td className="table-cell num text-ink-2">
            {row.numerator === null ? '' : formatCount(row.numerator)}
          </td>
          <td className="table-cell num text-ink-2">
            {row.denominator === null ? '' : formatCount(row.denominator)}
          </td>
        </>
      )}
    </tr>
  )
}
