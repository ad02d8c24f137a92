import { cellText } from '#domain/cell-text.ts'
import { isNumeric } from '#domain/cell-rules.ts'
import { errorOf, type CellState } from '../state/cell-state.ts'
import { fieldId } from './cell-id.ts'
import type { SectionEngine } from '../section-engine.ts'
import { MultipleChoice } from './multiple-choice.tsx'
import type { CellModel } from '../state/model.ts'

interface CellFieldProps {
  engine: SectionEngine
  cell: CellModel
  state: CellState
  className?: string | undefined
  describedBy?: string | undefined
}

/** The field of one cell, by the question's type. It holds no state and no effect, because a section has thousands. */
export function CellField({ engine, cell, state, className, describedBy }: CellFieldProps) {
  const { question_type: type, is_required } = cell.question
  const common = {
    id: fieldId(cell.key),
    'aria-label': cell.table.kind === 'grid' ? cell.name : undefined,
    'aria-invalid': errorOf(state) === null ? undefined : true,
    'aria-describedby': describedBy,
    'aria-required': (is_required && !state.isUnusedRow) || undefined,
    className
  }
  switch (type) {
    case 'single_choice':
    case 'yes_no':
      return <ChoiceField engine={engine} cell={cell} text={state.text} common={common} />
    case 'multiple_choice':
      return (
        <MultipleChoice
          engine={engine}
          cell={cell}
          state={state}
          className={className}
          describedBy={describedBy}
        />
      )
    default:
      return textField(cell, state, {
        ...common,
        readOnly: engine.isLocked || undefined,
        placeholder: placeholderOf(state, type === 'date')
      })
  }
}

type TextProps = Record<string, unknown>

/** The text that stands there at first; from then on field-texts.ts keeps it. */
function textField({ question, table }: CellModel, { text }: CellState, props: TextProps) {
  if (question.question_type === 'long_text' && table.kind === 'list')
    return <textarea rows={3} spellCheck defaultValue={text} {...props} />
  return (
    <input
      inputMode={isNumeric(question.question_type) ? 'decimal' : undefined}
      defaultValue={text}
      {...props}
    />
  )
}

function placeholderOf({ answer }: CellState, isDate: boolean): string | undefined {
  if (answer.is_not_applicable) return 'n/a'
  if (answer.is_not_available) return 'not known'
  return isDate ? 'day/month/year' : undefined
}

interface ChoiceFieldProps {
  engine: SectionEngine
  cell: CellModel
  text: string
  common: { id: string; className?: string | undefined }
}

function ChoiceField({ engine, cell, text, common }: ChoiceFieldProps) {
  const { question_type: type, option_list: options } = cell.question
  const choices = type === 'yes_no' ? ['Yes', 'No'] : options.map(option => option.option_name)
  const isKnown = text === '' || choices.includes(text)
  return (
    <select
      {...common}
      value={text}
      disabled={engine.isLocked}
      onChange={event => engine.editing.paste([{ key: cell.key, text: event.target.value }])}
    >
      <option value="">{cell.table.kind === 'grid' ? '' : 'Choose'}</option>
      {!isKnown && <option value={text}>{text}</option>}
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}

interface CalculatedFieldProps {
  cell: CellModel
  state: CellState
  describedBy?: string | undefined
  className?: string | undefined
}

/** A calculated value: read and copied, not entered, so Tab passes by; the list of what is wrong leads here all the same. */
export function CalculatedField({ cell, state, describedBy, className }: CalculatedFieldProps) {
  return (
    <output id={fieldId(cell.key)} tabIndex={-1} aria-describedby={describedBy} className={className}>
      {state.text || cellText(cell.question, null) || <span className="text-ink-3 font-normal">not yet</span>}
    </output>
  )
}
