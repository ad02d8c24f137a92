import { takeTheirField, type TheirChange } from '#browser/features/explorer/builder/chart-builder.ts'
import type { NamedChartCell } from '#browser/features/explorer/builder/series/cells.ts'
import { statisticLabels } from '#browser/features/explorer/builder/statistic-labels.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { UsersRound } from '#browser/ui/icons/chart-icon-paths.ts'
import { wordsOf } from '#browser/ui/rich-text/late-rich-text.tsx'
import { chartKind } from '#contract/chart-kinds.ts'
import type { OutputName } from '#contract/output-names.ts'
import { writeSum, type SumTerm } from '#domain/formulas/figure-sum.ts'
import type { ChartDraft, DraftField, DraftSeries } from './chart-draft.ts'
import { suitingTabs } from './draft-errors.ts'

interface TheirValueProps {
  theirs: TheirChange | null
  field: DraftField
  cells?: readonly NamedChartCell[]
}

const NO_NAMED_CELLS: readonly NamedChartCell[] = []

/** Shows another admin's value of a field below it, with a button that takes it. */
export function TheirValue({ theirs, field, cells = NO_NAMED_CELLS }: TheirValueProps) {
  if (!theirs?.fields.includes(field)) return null
  return (
    <div className="flex items-start gap-1.5 mt-1 text-tiny text-warn">
      <Icon of={UsersRound} size={14} className="mt-px" />
      <p className="flex-1 min-w-0 break-words">
        {theirs.chart.updated_by ?? 'Someone'} set it to {valueText(theirs.draft, field, cells)}
      </p>
      <button type="button" className="font-medium text-button" onClick={() => takeTheirField(field)}>
        Use it
      </button>
    </div>
  )
}

function valueText(draft: ChartDraft, field: DraftField, cells: readonly NamedChartCell[]): string {
  if (field === 'series') return draft.series.map(series => seriesText(series, cells)).join('; ') || 'nothing'
  if (field === 'hidden_output_names') {
    const names: OutputName[] = suitingTabs(draft)
    return names
      .filter(name => !draft.hidden_output_names.includes(name))
      .map(name => chartKind(name).tab)
      .join(', ')
  }
  if (field === 'statistic') return `“${statisticLabels[draft.statistic]}”`
  const value = field === 'definition' || field === 'caveats' ? wordsOf(draft[field]) : String(draft[field])
  return value === '' ? 'nothing' : `“${value}”`
}

function seriesText(
  { name, isRatio, numerator, denominator, multiplier }: DraftSeries,
  cells: readonly NamedChartCell[]
): string {
  const side = (terms: readonly SumTerm[]): string => writeSum(terms, cells)
  const formula = isRatio ? `(${side(numerator)}) ÷ (${side(denominator)})` : side(numerator)
  return `${name}: ${formula}${multiplier === '1' ? '' : ` × ${multiplier}`}`
}
