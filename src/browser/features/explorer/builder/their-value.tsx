import { UsersRound } from 'lucide-react'
import { chartKind, type OutputName } from '#contract/chart-kinds.ts'
import { writeFormula } from '#domain/formulas/chart-formula.ts'
import { Icon } from '#browser/ui/icon.tsx'
import type { ChartDraft, DraftField, DraftSeries, DraftTerm } from './chart-draft.ts'
import { keyOf, type NamedCell } from './cells.ts'
import { takeTheirField, type TheirChange } from './chart-builder.ts'
import { suitingTabs } from './draft-errors.ts'
import { statisticLabels } from './statistic-labels.ts'

interface TheirValueProps {
  theirs: TheirChange | null
  field: DraftField
  cells?: readonly NamedCell[]
}

const NO_CELLS: readonly NamedCell[] = []

/** Under a field: what someone else has made of it since, and how to take that. */
export function TheirValue({ theirs, field, cells = NO_CELLS }: TheirValueProps) {
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

function valueText(draft: ChartDraft, field: DraftField, cells: readonly NamedCell[]): string {
  if (field === 'series') return draft.series.map(series => seriesText(series, cells)).join('; ') || 'nothing'
  if (field === 'hidden_output_names') {
    const names: OutputName[] = suitingTabs(draft)
    return names
      .filter(name => !draft.hidden_output_names.includes(name))
      .map(name => chartKind(name).tab)
      .join(', ')
  }
  if (field === 'statistic') return `“${statisticLabels[draft.statistic]}”`
  const value = String(draft[field])
  return value === '' ? 'nothing' : `“${value}”`
}

function seriesText(
  { name, isRatio, numerator, denominator, multiplier }: DraftSeries,
  cells: readonly NamedCell[]
): string {
  const side = (terms: readonly DraftTerm[]): string =>
    writeFormula(
      terms.map(term => ({ figure: keyOf(term), factor: term.factor })),
      key => cells.find(cell => cell.key === key)?.name ?? 'a figure'
    )
  const formula = isRatio ? `(${side(numerator)}) ÷ (${side(denominator)})` : side(numerator)
  return `${name}: ${formula}${multiplier === '1' ? '' : ` × ${multiplier}`}`
}
