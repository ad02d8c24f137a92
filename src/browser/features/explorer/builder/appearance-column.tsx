import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { chartKind } from '#contract/chart-kinds.ts'
import { Statistic, type ChartDirection } from '#contract/charts.ts'
import { OutputName } from '#contract/output-names.ts'
import { edit, errorsOf, type ChartBuilder } from './chart-builder.ts'
import { EMPTY_DRAFT, type DraftField } from './draft/chart-draft.ts'
import { suitingTabs, tabNeeds } from './draft/draft-errors.ts'
import { DraftInput } from './draft/draft-input.tsx'
import { FormattedInput } from './draft/formatted-input.tsx'
import { TheirValue } from './draft/their-value.tsx'
import { statisticHints, statisticLabels } from './statistic-labels.ts'

const directions: readonly { id: ChartDirection; label: string }[] = [
  { id: 'higher', label: 'higher' },
  { id: 'lower', label: 'lower' },
  { id: 'neutral', label: 'neither' }
]

const decimals = ['0', '1', '2', '3']

/** The chart's name, scale and explanations. */
export function AppearanceColumn({ builder }: { builder: ChartBuilder }) {
  const { draft, theirs } = builder
  const field = { draft, theirs, errors: errorsOf(builder) }
  return (
    <>
      <DraftInput {...field} field="chart_name" maxLength={200} />
      <div className="grid grid-cols-2 gap-3">
        <DraftInput {...field} field="unit" maxLength={40} />
        <div>
          <span className="block mb-1.5 text-small font-medium">Decimals</span>
          <Segmented
            label="Decimals"
            options={decimals.map(id => ({ id, label: id }))}
            pressed={String(draft.decimal_places)}
            onPress={places => edit({ decimal_places: Number(places) })}
          />
          <TheirValue theirs={theirs} field="decimal_places" />
        </div>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <div>
          <span className="block mb-1.5 text-small font-medium">Better when</span>
          <Segmented
            label="Better when"
            options={directions}
            pressed={draft.direction}
            onPress={direction => edit({ direction })}
          />
          <TheirValue theirs={theirs} field="direction" />
        </div>
        <DraftInput {...field} field="target_value" maxLength={30} isNumber />
      </div>
      <TabChoices builder={builder} />
      <MoreOfScale builder={builder} />
      <hr className="w-full my-1 border-0 border-t border-solid border-line" />
      <FormattedInput {...field} field="definition" />
      <DraftInput {...field} field="numerator_text" rows={2} maxLength={1000} />
      <DraftInput {...field} field="denominator_text" rows={2} maxLength={1000} />
      <FormattedInput {...field} field="caveats" />
      <DraftInput {...field} field="source_text" maxLength={1000} />
    </>
  )
}

/** Axis limits and intervals, which few charts set: folded unless this one does. */
function MoreOfScale({ builder }: { builder: ChartBuilder }) {
  const { draft, theirs } = builder
  const field = { draft, theirs, errors: errorsOf(builder) }
  const names: readonly DraftField[] = ['axis_min', 'axis_max', 'statistic']
  const isInUse = draft.axis_min !== '' || draft.axis_max !== '' || draft.statistic !== EMPTY_DRAFT.statistic
  const mustShow = names.some(name => field.errors[name] !== undefined || theirs?.fields.includes(name))
  const [isOpen, setOpen] = useState(isInUse)
  return (
    <details open={isOpen || mustShow} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="text-small text-brand-text cursor-pointer w-max">Axis and intervals</summary>
      <div className="grid gap-3 mt-2.5">
        <div className="grid grid-cols-2 gap-3">
          <DraftInput {...field} field="axis_min" maxLength={30} isNumber />
          <DraftInput {...field} field="axis_max" maxLength={30} isNumber />
        </div>
        <div>
          <span className="block mb-1.5 text-small font-medium">Values are</span>
          <Segmented
            label="Values are"
            options={Statistic.options.map(id => ({ id, label: statisticLabels[id] }))}
            pressed={draft.statistic}
            onPress={statistic => edit({ statistic })}
          />
          <p className="mt-1 text-tiny text-ink-3">{statisticHints[draft.statistic]}</p>
          <TheirValue theirs={theirs} field="statistic" />
        </div>
      </div>
    </details>
  )
}

/** Selects the tabs that members see, among those that suit the chart. */
function TabChoices({ builder }: { builder: ChartBuilder }) {
  const { draft, theirs } = builder
  const suiting = suitingTabs(draft)
  const error = errorsOf(builder).hidden_output_names
  const toggle = (name: OutputName) => {
    const hidden = draft.hidden_output_names
    edit({
      hidden_output_names: hidden.includes(name)
        ? hidden.filter(other => other !== name)
        : [...hidden, name].toSorted()
    })
  }
  return (
    <fieldset className="min-w-0 border-0 p-0 m-0">
      <legend className="mb-1.5 text-small font-medium">Tabs</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {OutputName.options.map(name => (
          <label
            key={name}
            title={tabNeeds[chartKind(name).offeredBy]}
            className={`flex items-center gap-1.5 py-0.5 text-small ${suiting.includes(name) ? '' : 'text-ink-3'}`}
          >
            <Checkbox
              disabled={!suiting.includes(name)}
              checked={suiting.includes(name) && !draft.hidden_output_names.includes(name)}
              onChange={() => toggle(name)}
            />
            {chartKind(name).tab}
          </label>
        ))}
      </div>
      <ErrorText className="mt-1 text-tiny!">{error}</ErrorText>
      <TheirValue theirs={theirs} field="hidden_output_names" />
    </fieldset>
  )
}
