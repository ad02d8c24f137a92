import { useLayoutEffect, useRef } from 'react'
import { cellText } from '#domain/cell-text.ts'
import { isNumeric } from '#domain/cell-rules.ts'
import type { CellState } from './cells.ts'
import { fieldId } from './cell-id.ts'
import type { SectionEngine } from './engine.ts'
import { MultipleChoice } from './multiple-choice.tsx'
import type { CellModel } from './model.ts'

interface CellFieldProps {
  engine: SectionEngine
  cell: CellModel
  state: CellState
  className: string
  describedBy?: string
}

/** The field of one cell, by the question's type. Text fields are uncontrolled: typing is never held up by rendering. */
export function CellField({ engine, cell, state, className, describedBy }: CellFieldProps) {
  const { question } = cell
  const isInvalid = state.fault !== null || state.refusal !== null || state.check.errors.length > 0
  const common = {
    id: fieldId(cell.key),
    'data-cell': cell.key,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': question.is_required || undefined,
    className
  }
  const name = cell.table.kind === 'grid' ? cell.name : undefined
  if (question.question_type === 'single_choice' || question.question_type === 'yes_no') {
    const choices = question.question_type === 'yes_no' ? ['Yes', 'No'] : question.option_list.map(option => option.option_name)
    return <ChoiceField engine={engine} cell={cell} text={state.text} choices={choices} common={common} name={name} />
  }
  if (question.question_type === 'multiple_choice')
    return <MultipleChoice engine={engine} cell={cell} state={state} className={className} describedBy={describedBy} />
  const isLong = question.question_type === 'long_text' && cell.table.kind === 'list'
  return (
    <TextField
      isLong={isLong}
      state={state}
      common={common}
      name={name}
      isNumber={isNumeric(question.question_type)}
      isLocked={engine.isLocked}
      isDate={question.question_type === 'date'}
    />
  )
}

type Common = Record<string, unknown> & { id: string; className: string }

interface TextFieldProps {
  isLong: boolean
  isNumber: boolean
  isDate: boolean
  isLocked: boolean
  state: CellState
  common: Common
  name: string | undefined
}

function TextField({ isLong, isNumber, isDate, isLocked, state, common, name }: TextFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { text } = state
  // Brings what the engine decided (paste, undo, merge, usual form) into the field; what is being typed is already there.
  useLayoutEffect(() => {
    if (field.current !== null && field.current.value !== text) field.current.value = text
  }, [text])
  const props = {
    ...common,
    'aria-label': name,
    defaultValue: text,
    placeholder: placeholderOf(state, isDate),
    readOnly: isLocked,
    autoComplete: 'off',
    spellCheck: isLong
  }
  if (isLong) return <textarea ref={field} rows={3} {...props} />
  return <input ref={field} type="text" inputMode={isNumber ? 'decimal' : 'text'} {...props} />
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
  choices: string[]
  common: Common
  name: string | undefined
}

function ChoiceField({ engine, cell, text, choices, common, name }: ChoiceFieldProps) {
  const isKnown = text === '' || choices.includes(text)
  return (
    <select
      {...common}
      aria-label={name}
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

/** A calculated value: it can be read and copied, not entered. */
export function CalculatedField({ cell, state, className }: { cell: CellModel; state: CellState; className: string }) {
  return (
    <output id={fieldId(cell.key)} className={className}>
      {state.text || cellText(cell.question, null) || <span className="text-ink-3 font-normal">not yet</span>}
    </output>
  )
}
