import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import type { Filter } from '#contract/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { SIZES, type GroupDraft } from './group-draft.ts'

interface SimilarEditorProps {
  draft: GroupDraft
  ownName: string
  filters: readonly Filter[]
  charts: readonly { chart_id: number; chart_name: string }[]
  /** Whether members do not see each other's figures; then figures are not compared. */
  isRestricted: boolean
  onChange: (part: Partial<GroupDraft>) => void
}

const MAX_COMPARED_CHARTS = 8
const toggleId = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]

export function SimilarEditor({
  draft,
  ownName,
  filters,
  charts,
  isRestricted,
  onChange
}: SimilarEditorProps) {
  return (
    <div className="card grid gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <span>The</span>
        <Segmented
          label="How many"
          options={SIZES.map(size => ({ id: String(size), label: size }))}
          pressed={String(draft.size)}
          onPress={size => onChange({ size: Number(size) })}
        />
        <span>
          {withTerms('{submissions}')} most like {ownName} (ties included)
        </span>
      </div>
      <Choices
        legend="Must match"
        options={filters.map(filter => ({ id: filter.filter_id, name: filter.filter_name }))}
        chosen={draft.filterIds}
        onToggle={id => onChange({ filterIds: toggleId(draft.filterIds, id) })}
      />
      {isRestricted ? (
        <p className="text-small text-ink-2">
          You cannot choose by figures, because this project does not show any other organisation’s own
          figures.
        </p>
      ) : (
        <Choices
          legend={`Similar on (up to ${MAX_COMPARED_CHARTS})`}
          options={charts.map(chart => ({ id: chart.chart_id, name: chart.chart_name }))}
          chosen={draft.chartIds}
          isFull={draft.chartIds.length >= MAX_COMPARED_CHARTS}
          onToggle={id => onChange({ chartIds: toggleId(draft.chartIds, id) })}
        />
      )}
    </div>
  )
}

interface ChoicesProps {
  legend: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  isFull?: boolean
  onToggle: (id: number) => void
}

function Choices({ legend, options, chosen, isFull = false, onToggle }: ChoicesProps) {
  return (
    <fieldset className="min-w-0 border-0 m-0 p-0">
      <legend className="mb-1 text-small font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {options.map(({ id, name }) => (
          <label key={id} className="inline-flex items-center gap-1.5">
            <Checkbox
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={() => onToggle(id)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
