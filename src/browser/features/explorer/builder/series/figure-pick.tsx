import { cellAddress, cellKey } from '#domain/answers/cell-address.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { groupBy } from '#lib/group-by.ts'
import { firstAggregate } from './aggregate-fields.tsx'
import type { NamedChartCell } from './cells.ts'
import { cellsOfTotal, totalTerms } from './grid-totals.ts'

interface FigurePickProps {
  /** One figure, or the figures of a row's total. */
  terms: readonly SumTerm[]
  cells: readonly NamedChartCell[]
  label: string
  onChange: (terms: readonly SumTerm[]) => void
}

const TOTAL = 'total'
const PICK = 'min-w-0 max-w-full h-6 border-0 border-b border-solid border-line-field bg-transparent'

/**
 * Picks a figure by its part of the questionnaire, then its question or row and, in a grid, its column. Native selects, because their type-ahead
 * finds a figure among many. Retired cells are offered only where they are used.
 */
export function FigurePick({ terms, cells, label, onChange }: FigurePickProps) {
  const [term] = terms
  const cell = term && cells.find(one => one.key === cellKey(term))
  const offered = cells.filter(one => one.is_active || one === cell)
  const places = [...groupBy(offered, ({ place }) => place)]
  const rows = [
    ...groupBy(places.find(([place]) => place === cell?.place)?.[1] ?? [], ({ rowKey }) => rowKey)
  ]
  const columns = rows.find(([rowKey]) => rowKey === cell?.rowKey)?.[1] ?? []
  const pick = (
    row: readonly NamedChartCell[] = [],
    column = cell && terms.length < 2 ? cell.column_name : TOTAL
  ) => {
    const [first] = row
    if (!first || !term) return
    const added = cellsOfTotal(first, cells)
    if (column === TOTAL && added.length > 0) return onChange(totalTerms(added, term.factor))
    const chosen = row.find(one => one.key === column || one.column_name === column) ?? first
    onChange([{ ...cellAddress(chosen), factor: term.factor, aggregate: firstAggregate(chosen) }])
  }
  return (
    <div className="grid min-w-0 content-center justify-items-start px-1 py-0.5 text-small">
      {cell?.is_active === false && <p className="px-1 text-tiny text-ink-3">Retired, no longer asked.</p>}
      <Options
        label={`${label}: part of the questionnaire`}
        className="text-tiny text-ink-2"
        selected={cell?.place ?? ''}
        missing={isChosen(term) ? 'No longer in the questionnaire' : 'Choose a part of the questionnaire'}
        options={places.map(([place]) => ({ id: place, name: place }))}
        onSelect={chosen => pick(rowOf(places, chosen))}
      />
      {cell && (
        <div className="flex flex-wrap min-w-0 max-w-full">
          <Options
            label={label}
            className="text-ink"
            selected={cell.rowKey}
            options={rows.map(([rowKey, [first]]) => ({ id: rowKey, name: first?.rowName ?? '' }))}
            onSelect={chosen => pick(rows.find(([rowKey]) => rowKey === chosen)?.[1])}
          />
          {cell.isInGrid && (
            <Options
              label={`${label}: column`}
              className="text-ink"
              selected={terms.length > 1 ? TOTAL : cell.key}
              options={[
                ...columns.map(one => ({ id: one.key, name: nameInRow(one, columns) })),
                ...(cellsOfTotal(cell, cells).length > 0 ? [{ id: TOTAL, name: 'Total' }] : [])
              ]}
              onSelect={chosen => pick(columns, chosen)}
            />
          )}
        </div>
      )}
    </div>
  )
}

const isChosen = (term: SumTerm | undefined): boolean => term !== undefined && term.question_id !== 0

/** The first row of a part. */
function rowOf(places: readonly [string, NamedChartCell[]][], chosen: string): NamedChartCell[] {
  const members = places.find(([place]) => place === chosen)?.[1] ?? []
  return members.filter(({ rowKey }) => rowKey === members[0]?.rowKey)
}

/** After a question was replaced, a column can be in its row twice. */
const nameInRow = (cell: NamedChartCell, columns: readonly NamedChartCell[]): string =>
  columns.some(one => one !== cell && one.column_name === cell.column_name)
    ? `${cell.column_name}: ${cell.question_text}`
    : cell.column_name

interface OptionsProps {
  label: string
  className: string
  selected: string
  /** What is shown while nothing of the list is selected. */
  missing?: string
  options: readonly { id: string; name: string }[]
  onSelect: (id: string) => void
}

function Options({ label, className, selected, missing, options, onSelect }: OptionsProps) {
  return (
    <select
      aria-label={label}
      className={`${PICK} ${className}`}
      value={selected}
      onChange={event => onSelect(event.target.value)}
    >
      {selected === '' && <option value="">{missing}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
