import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { typeOf } from '#domain/answers/question-types.ts'

interface ChoiceCardsProps extends CellProps {
  labelledBy: string
  describedBy: string | undefined
}

interface CardChoice {
  id: string
  label: string
  isChosen: boolean
  choose: () => void
}

/** With more options than this, a drop-down is used. */
export const MAX_CARDS = 12

const card =
  'flex items-center gap-2.5 min-h-10 max-sm:min-h-14 px-3 max-sm:px-4 py-2 rounded border border-solid cursor-pointer hover:bg-surface-hover has-[:checked]:bg-brand-tint has-[:checked]:border-brand-mark has-[:checked]:font-medium has-[:checked]:shadow-[inset_0_0_0_1px_var(--brand-mark)] border-line-field bg-surface'

export function ChoiceCards({ engine, cell, state, labelledBy, describedBy }: ChoiceCardsProps) {
  const { is_required } = cell.question
  const { holds } = typeOf(cell.question)
  const isMany = holds === 'options'
  return (
    <div
      id={fieldId(cell.key)}
      role={isMany ? 'group' : 'radiogroup'}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required={isMany ? undefined : is_required}
      className={
        holds === 'yes_no' ? 'flex flex-wrap gap-2 max-sm:grid' : 'grid grid-cols-2 max-sm:grid-cols-1 gap-2'
      }
    >
      {cardChoices(engine, cell, state).map(({ id, label, isChosen, choose }) => (
        <label key={id} className={card}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={cell.key}
            checked={isChosen}
            onChange={choose}
            className="w-4 h-4 max-sm:w-5.5 max-sm:h-5.5 m-0 flex-none accent-brand-mark"
          />
          {label}
        </label>
      ))}
    </div>
  )
}

function cardChoices(
  engine: SectionEngine,
  { key, question }: CellModel,
  { answer }: CellState
): CardChoice[] {
  const { editing } = engine
  const { holds } = typeOf(question)
  if (holds === 'yes_no') {
    const word = (value: 'yes' | 'no', label: string): CardChoice => ({
      id: value,
      label,
      isChosen: answer.value === value,
      choose: () => editing.choose(key, value)
    })
    const none = { id: 'none', label: 'Not applicable', isChosen: answer.is_not_applicable }
    return [
      word('yes', 'Yes'),
      word('no', 'No'),
      { ...none, choose: () => editing.answerWithout(key, 'not_applicable') }
    ]
  }
  if (holds === 'option') {
    return question.option_list.map(({ option_id, option_name }) => ({
      id: String(option_id),
      label: option_name,
      isChosen: answer.value === option_id,
      choose: () => editing.choose(key, option_id)
    }))
  }
  const chosen = Array.isArray(answer.value) ? answer.value : []
  return question.option_list.map(({ option_id, option_name }) => {
    const isChosen = chosen.includes(option_id)
    const next = isChosen ? chosen.filter(id => id !== option_id) : [...chosen, option_id]
    return {
      id: String(option_id),
      label: option_name,
      isChosen,
      choose: () => editing.choose(key, next.length === 0 ? null : next)
    }
  })
}
