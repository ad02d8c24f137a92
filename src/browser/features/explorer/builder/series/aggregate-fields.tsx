// How the cases of a survey, or the rows of a block, are aggregated into the figure of a series.

import type { DraftSeries } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { AggregateKind, type Aggregate } from '#contract/chart-aggregates.ts'
import type { Statistic } from '#contract/charts.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { aggregateUnfit } from '#domain/charts/chart-faults.ts'
import { isAdditive } from '#domain/figures/aggregates.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import type { NamedChartCell } from './cells.ts'

const kindLabels: Record<AggregateKind, string> = {
  share: 'share of chosen options',
  count: 'number',
  response_rate: 'response rate',
  top_box: 'share of the top answer',
  mean: 'mean',
  median: 'median',
  sum: 'sum'
}

const kinds = Object.keys(kindLabels) as AggregateKind[]

const unfitFor = (kind: AggregateKind, cell: NamedChartCell): string | undefined =>
  aggregateUnfit(kind, {
    question_type: cell.question_type,
    options: [],
    isInSurvey: cell.aggregated_from === 'cases',
    isRepeating: cell.aggregated_from === 'rows'
  })

const needsOptions = (kind: AggregateKind, cell: NamedChartCell): boolean =>
  kind === 'share' && typeOf(cell).holds !== 'yes_no'

/** The first figure that suits a question: a share of its first option, a mean, else the number of its cases or rows. */
export function firstAggregate(cell: NamedChartCell): Aggregate | null {
  if (cell.aggregated_from === null) return null
  const kind = (['share', 'mean', 'count'] as const).find(one => unfitFor(one, cell) === undefined) ?? 'count'
  const option_ids = needsOptions(kind, cell)
    ? cell.option_list.slice(0, 1).map(({ option_id }) => option_id)
    : []
  return { kind, option_ids }
}

/** Whether the series has an aggregate that stands alone. */
export const isOneAggregate = ({ numerator }: Pick<DraftSeries, 'numerator'>): boolean =>
  numerator.some(({ aggregate }) => aggregate && !isAdditive(aggregate))

/** A share, a mean and a median stand alone, so choosing one removes everything else. */
export const withoutOtherFigures = (series: DraftSeries): DraftSeries =>
  isOneAggregate(series)
    ? {
        ...series,
        isRatio: false,
        numerator: series.numerator.filter(({ aggregate }) => aggregate && !isAdditive(aggregate)).slice(-1),
        denominator: [],
        standardDeviation: []
      }
    : series

/** What the values of an aggregate are, for intervals and verdicts. */
export function statisticOfSeries({ numerator }: DraftSeries): Statistic | null {
  const kind = numerator.find(({ aggregate }) => aggregate)?.aggregate?.kind
  if (kind === 'share' || kind === 'top_box' || kind === 'response_rate') return 'proportion'
  return kind === 'mean' ? 'mean' : null
}

interface AggregateFieldsProps {
  term: SumTerm
  cell: NamedChartCell
  label: string
  onChange: (term: SumTerm) => void
}

/** The kind of figure and, for a share, its options. */
export function AggregateFields({ term, cell, label, onChange }: AggregateFieldsProps) {
  const { aggregate } = term
  if (!aggregate) return null
  const choose = (kind: AggregateKind) =>
    onChange({
      ...term,
      aggregate: {
        kind,
        option_ids: needsOptions(kind, cell) ? cell.option_list.slice(0, 1).map(one => one.option_id) : []
      }
    })
  const toggle = (id: number) => {
    const option_ids = aggregate.option_ids.includes(id)
      ? aggregate.option_ids.filter(one => one !== id)
      : [...aggregate.option_ids, id]
    // A share needs an option.
    if (option_ids.length > 0) onChange({ ...term, aggregate: { ...aggregate, option_ids } })
  }
  return (
    <div className="col-span-full border-0 border-t border-solid border-line p-2 pl-11 grid gap-1 text-small">
      <select
        aria-label={`${label}: how its ${cell.aggregated_from ?? 'cases'} are aggregated`}
        className="input h-7! text-small!"
        value={aggregate.kind}
        onChange={event => choose(event.target.value as AggregateKind)}
      >
        {kinds.map(kind => {
          const unfit = unfitFor(kind, cell)
          const name = kind === 'count' ? `number of ${cell.aggregated_from ?? 'cases'}` : kindLabels[kind]
          return (
            <option key={kind} value={kind} disabled={unfit !== undefined}>
              {unfit === undefined ? name : `${name} (${unfit})`}
            </option>
          )
        })}
      </select>
      {needsOptions(aggregate.kind, cell) && (
        <fieldset className="m-0 p-0 border-0 grid gap-0.5">
          <legend className="sr-only">{label}: options that count</legend>
          {cell.option_list.map(({ option_id, option_name }) => (
            <label key={option_id} className="flex gap-1.5">
              <Checkbox
                checked={aggregate.option_ids.includes(option_id)}
                onChange={() => toggle(option_id)}
              />
              {option_name}
            </label>
          ))}
        </fieldset>
      )}
      {!isAdditive(aggregate) && aggregate.kind !== 'median' && (
        <p className="text-tiny text-ink-3">
          {aggregate.kind === 'response_rate'
            ? 'Divided by the codes issued.'
            : `Divided by the ${cell.aggregated_from ?? 'cases'} with an answer.`}
        </p>
      )}
    </div>
  )
}
