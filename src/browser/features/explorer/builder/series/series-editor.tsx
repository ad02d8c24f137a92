import { useState, type ReactNode } from 'react'
import type { DraftSeries } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { ArrowDown, ArrowUp } from '#browser/ui/icons/chart-icon-paths.ts'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { countOf } from '#lib/format.ts'
import { isOneAggregate, withoutOtherFigures } from './aggregate-fields.tsx'
import type { NamedChartCell } from './cells.ts'
import { groupTotals } from './grid-totals.ts'
import { SumInput } from './sum-input.tsx'
import { TermRow } from './term-row.tsx'

interface SeriesEditorProps {
  series: DraftSeries
  /** Its number among the chart's series; null if it is the only one. */
  number: number | null
  cells: readonly NamedChartCell[]
  /** Whether its values are means, which have a standard deviation. */
  isMean: boolean
  error: string | undefined
  /** How many have a value, as the preview counted them. */
  count: number | undefined
  onChange: (series: DraftSeries) => void
  onMove: ((step: -1 | 1) => void) | null
  onRemove: (() => void) | null
}

const KNOWN_MULTIPLIERS = ['1', '100', '1000', '365']
/** Any multiplier that is not among the usual ones. */
const OTHER = 'other'
const NO_CELL: SumTerm = { question_id: 0, row_id: 0, column_id: 0, factor: 1 }

/** What one series is calculated from. */
export function SeriesEditor({
  series,
  number,
  cells,
  isMean,
  error,
  count,
  onChange,
  onMove,
  onRemove
}: SeriesEditorProps) {
  const isOne = isOneAggregate(series)
  const name = number === null ? '' : ` of series ${number}`
  return (
    <fieldset className="min-w-0 border-0 p-0 m-0 grid gap-2.5">
      {number !== null && <SeriesHead {...{ series, number, count, onChange, onMove, onRemove }} />}
      <SeriesBody isFolded={number !== null && number > 1 && error === undefined} series={series}>
        <div hidden={isOne}>
          {' '}
          <Segmented
            label={`Kind of figure${name}`}
            options={[
              { id: 'ratio', label: 'Ratio' },
              { id: 'sum', label: 'Sum' }
            ]}
            pressed={series.isRatio ? 'ratio' : 'sum'}
            onPress={kind => onChange({ ...series, isRatio: kind === 'ratio' })}
          />
        </div>
        <SeriesSide
          label={series.isRatio ? 'Numerator' : isOne ? 'Value' : 'Sum of'}
          name={name}
          terms={series.numerator}
          cells={cells}
          onChange={numerator => onChange(withoutOtherFigures({ ...series, numerator }))}
        />
        {series.isRatio && (
          <SeriesSide
            label="Denominator"
            name={name}
            terms={series.denominator}
            cells={cells}
            onChange={denominator => onChange({ ...series, denominator })}
          />
        )}
        {series.isRatio && (isMean || series.standardDeviation.length > 0) && (
          <SeriesSide
            label="Standard deviation"
            name={name}
            terms={series.standardDeviation}
            cells={cells}
            onChange={standardDeviation => onChange({ ...series, standardDeviation })}
          />
        )}
        <Multiplier name={name} series={series} onChange={onChange} />
      </SeriesBody>
      <ErrorText>{error}</ErrorText>
    </fieldset>
  )
}

interface SeriesBodyProps {
  isFolded: boolean
  series: DraftSeries
  children: ReactNode
}

/** With many series, only the first is expanded. */
function SeriesBody({ isFolded, series, children }: SeriesBodyProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isFolded) return children
  return (
    <details
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
      className="[&[open]>div]:mt-2.5"
    >
      <summary className="text-small text-ink-2 cursor-pointer w-max">
        {countOf(series.numerator.length + (series.isRatio ? series.denominator.length : 0), 'figure')}
      </summary>
      <div className="grid gap-2.5">{children}</div>
    </details>
  )
}

type SeriesHeadProps = Omit<SeriesEditorProps, 'number' | 'cells' | 'isMean' | 'error'> & { number: number }

/** What a series is called among others, and its place. */
function SeriesHead({ series, number, count, onChange, onMove, onRemove }: SeriesHeadProps) {
  return (
    <div className="flex items-center gap-1">
      <input
        aria-label={`Name of series ${number}`}
        className="input h-7! text-small! flex-1 min-w-0"
        placeholder={`Series ${number}`}
        maxLength={200}
        value={series.name}
        onChange={event => onChange({ ...series, name: event.target.value })}
      />
      {count !== undefined && <span className="text-tiny text-ink-3 tabular-nums px-1">n {count}</span>}
      {onMove && (
        <>
          <IconButton icon={ArrowUp} size="s" label={`Move series ${number} up`} onClick={() => onMove(-1)} />
          <IconButton
            icon={ArrowDown}
            size="s"
            label={`Move series ${number} down`}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {onRemove && <IconButton icon={X} size="s" label={`Remove series ${number}`} onClick={onRemove} />}
    </div>
  )
}

interface MultiplierProps {
  name: string
  series: DraftSeries
  onChange: (series: DraftSeries) => void
}

function Multiplier({ name, series, onChange }: MultiplierProps) {
  const set = (multiplier: string) => onChange({ ...series, multiplier })
  const [wantsOther, setWantsOther] = useState(false)
  const isOther = wantsOther || !KNOWN_MULTIPLIERS.includes(series.multiplier)
  const choose = (id: string) => {
    setWantsOther(id === OTHER)
    if (id !== OTHER) set(id)
  }
  return (
    <div className="grid gap-1.5 justify-items-start">
      <span className="text-small font-medium">Multiply by</span>
      <Segmented
        label={`Multiply by${name}`}
        options={[...KNOWN_MULTIPLIERS, OTHER].map(id => ({ id, label: id === '1000' ? '1,000' : id }))}
        pressed={isOther ? OTHER : series.multiplier}
        onPress={choose}
      />
      {isOther && (
        <input
          aria-label={`Multiply by another number${name}`}
          className="input h-7! text-small! w-24!"
          inputMode="decimal"
          value={series.multiplier}
          onChange={event => set(event.target.value)}
        />
      )}
    </div>
  )
}

interface SideProps {
  label: string
  name: string
  terms: readonly SumTerm[]
  cells: readonly NamedChartCell[]
  onChange: (terms: SumTerm[]) => void
}

/** Numerator, denominator or sum: a list of figures, or the equivalent formula. */
function SeriesSide({ label, name, terms, cells, onChange }: SideProps) {
  const [isFormula, setFormula] = useState(false)
  const groups = groupTotals(terms, cells)
  return (
    <div>
      <div className="flex items-baseline gap-2 mb-1.5">
        <span className="text-small font-medium">{label}</span>
        {!isFormula && !terms.some(({ aggregate }) => aggregate) && (
          <button type="button" className="ml-auto text-tiny text-button" onClick={() => setFormula(true)}>
            Write as a formula
            <span className="sr-only">
              for the {label.toLowerCase()}
              {name}
            </span>
          </button>
        )}
      </div>
      {isFormula ? (
        <SumInput
          label={label + name}
          terms={terms}
          cells={cells.filter(cell => cell.aggregated_from === null)}
          onChange={onChange}
          onClose={() => setFormula(false)}
        />
      ) : (
        <>
          {groups.map((group, index) => (
            <TermRow
              key={index}
              terms={group}
              cells={cells}
              label={`${label}${name}, figure ${index + 1}`}
              onChange={next => onChange(groups.with(index, next).flat())}
              onRemove={() => onChange(groups.toSpliced(index, 1).flat())}
            />
          ))}
          <Button kind="quiet" size="s" icon={Plus} onClick={() => onChange([...terms, NO_CELL])}>
            Add a figure
            {/* Several of these stand on the page. */}
            <span className="sr-only">
              {' '}
              to the {label.toLowerCase()}
              {name}
            </span>
          </Button>
        </>
      )}
    </div>
  )
}
