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
import { countedName, denominatorName } from '#browser/charts/words/denominator-name.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { HeadCell, sortDirection, SortHead } from '#browser/ui/sort-head.tsx'
import type { AverageName } from '#contract/chart-data.ts'
import { amountText } from '#domain/figures/shown-figures.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
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

const RANK: ValueColumn = { key: 'rank', name: 'Rank', isNumber: true }
const NAME: ValueColumn = { key: 'name', name: '{Submission}', isNumber: false }
const VALUE: ValueColumn = { key: 'value', name: 'Value', isNumber: true }

/** Every value of the chart as a table, with its marks in words. The own row and the averages stay at the top in any order. */
export function ValueTable({ chartView, averages, sort, onSort }: ValueTableProps) {
  const { measure } = chartView
  const rows = sortRows(tableRows(chartView), sort)
  const has: ShownColumns = {
    parts: rows.some(row => row.numerator !== null || row.denominator !== null),
    intervals: rows.some(row => row.interval95 !== null),
    verdicts: rows.some(row => row.verdict !== null)
  }
  const columnsAfter = (has.parts ? 2 : 0) + Number(has.intervals) + Number(has.verdicts)
  const rowOf = (row: TableRow, index: number) => (
    <ValueRow key={row.submissionId ?? `other ${index}`} row={row} measure={measure} has={has} />
  )
  const head = (column: ValueColumn, className = '') => (
    <SortableHead {...{ column, sort, onSort, className }} unit={measure.unit} />
  )
  return (
    <table className="[&_:is(td,th)]:px-2">
      <caption className="sr-only">
        {measure.chart_name}, {chartView.period.time_period_name}
        {measure.unit === '' ? '' : `, in ${measure.unit}`}
      </caption>
      <thead>
        <tr>
          {head(RANK, RANK_CELL)}
          {head(NAME, NAME_CELL)}
          {head(VALUE)}
          {has.parts && (
            <>
              <PartHead name={countedName(chartView)} placeholder="Numerator" />
              <PartHead name={denominatorName(chartView)} placeholder="Denominator" />
            </>
          )}
          {has.intervals && <HeadCell className="num">95% interval</HeadCell>}
          {has.verdicts && <HeadCell>Verdict</HeadCell>}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-2 [&>tr:last-child>*]:border-line-strong">
        {rows.filter(row => row.isOwn).map(rowOf)}
        <AveragesRow chartView={chartView} averages={averages} columnsAfter={columnsAfter} />
      </tbody>
      <tbody>{rows.filter(row => !row.isOwn).map(rowOf)}</tbody>
    </table>
  )
}

/** What is counted, by its name in the definition. */
function PartHead({ name, placeholder }: { name: string; placeholder: string }) {
  return (
    <HeadCell className="num whitespace-normal max-w-28">
      {name === '' ? placeholder : name.charAt(0).toUpperCase() + name.slice(1)}
    </HeadCell>
  )
}

/** In narrow windows the names stay in sight, not the ranks. */
const RANK_CELL = 'static! w-12 min-w-0! num'
const NAME_CELL =
  'lg:w-full sticky left-0 z-1 bg-inherit max-lg:min-w-28 max-lg:max-w-[40vw] max-lg:whitespace-normal'

/** Which columns have anything to show. */
interface ShownColumns {
  parts: boolean
  intervals: boolean
  verdicts: boolean
}

interface AveragesRowProps {
  chartView: ChartView
  averages: readonly AverageName[]
  /** The number of columns right of the value. */
  columnsAfter: number
}

const averageTexts: Record<AverageName, string> = {
  Mean: 'mean',
  Median: 'median',
  Q1: 'lower quartile (Q1)',
  Q3: 'upper quartile (Q3)'
}

/** The first of the chosen averages as a value, the others beside it. */
function AveragesRow({ chartView: { comparison, measure }, averages, columnsAfter }: AveragesRowProps) {
  const known = averages.flatMap(name => {
    const value = comparison.averages?.[name] ?? null
    return value === null ? [] : [{ name, text: formatFigure(value, measure.decimal_places) }]
  })
  const [first, ...others] = known
  if (!first) return null
  const beside = others.map(({ name, text }) => `${averageTexts[name]} ${text}`).join(', ')
  return (
    <tr className="text-ink-2">
      <td className={`table-cell ${RANK_CELL}`}>
        <span className="sr-only">no rank</span>
      </td>
      <th scope="row" className={`table-cell font-[inherit] ${NAME_CELL}`}>
        {first.name} of {comparedWithText(comparison)}
        {columnsAfter === 0 && beside !== '' && <span className="block text-small">{beside}</span>}
      </th>
      <td className="table-cell num">{first.text}</td>
      {columnsAfter > 0 && (
        <td className="table-cell text-small" colSpan={columnsAfter}>
          {beside}
        </td>
      )}
    </tr>
  )
}

interface SortableHeadProps {
  column: ValueColumn
  unit: string
  sort: TableSort
  onSort: (sort: TableSort) => void
  className: string
}

function SortableHead({ column, unit, sort, onSort, className }: SortableHeadProps) {
  const isSorted = sort.key === column.key
  return (
    <SortHead
      direction={isSorted ? sortDirection(sort.isDescending) : null}
      onSort={() =>
        onSort({ key: column.key, isDescending: isSorted ? !sort.isDescending : column.key === 'value' })
      }
      className={`${column.isNumber ? 'num' : ''} ${className}`}
    >
      {withTerms(column.name)}
      {column.key === 'value' && unit !== '' && <span className="font-normal">{unit}</span>}
    </SortHead>
  )
}

interface ValueRowProps {
  row: TableRow
  measure: Measure
  has: ShownColumns
}

function ValueRow({ row, measure, has }: ValueRowProps) {
  return (
    <tr className={row.isOwn ? 'bg-brand-tint font-medium' : 'hover:bg-surface-hover'}>
      <td className={`table-cell text-ink-2 ${RANK_CELL}`}>{row.rank ?? ''}</td>
      <th scope="row" className={`table-cell font-[inherit] min-w-36 ${NAME_CELL}`}>
        {row.name}
        {row.organisation === null && row.code !== row.name && (
          <span className="text-small text-ink-3 font-normal"> {row.code}</span>
        )}
        {row.organisation !== null && <span className="text-ink-2 font-normal">, {row.organisation}</span>}
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
      {has.parts && (
        <>
          <td className="table-cell num text-ink-2">
            {row.numerator === null ? '' : amountText(row.numerator)}
          </td>
          <td className="table-cell num text-ink-2">
            {row.denominator === null ? '' : amountText(row.denominator)}
          </td>
        </>
      )}
      {has.intervals && (
        <td className="table-cell num whitespace-nowrap text-ink-2">
          {row.interval95 && intervalText(row.interval95, measure)}
        </td>
      )}
      {has.verdicts && (
        <td className="table-cell text-small">{row.verdict && <VerdictLabel given={row.verdict} />}</td>
      )}
    </tr>
  )
}
