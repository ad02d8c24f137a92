import { typeOf } from '#domain/answers/question-types.ts'
import { fieldAttributes, type FieldProps } from './field-attributes.ts'

/** A single choice as a drop-down. A pasted value that is not an option stays visible. */
export function ChoiceField(props: FieldProps) {
  const { engine, cell, state } = props
  const choices = typeOf(cell.question).choices(cell.question)
  const isKnown = state.text === '' || choices.includes(state.text)
  return (
    <select
      {...fieldAttributes(props)}
      value={state.text}
      disabled={engine.isLocked}
      onChange={event => engine.editing.paste([{ key: cell.key, text: event.target.value }])}
    >
      <option value="">{cell.table.kind === 'grid' ? '' : 'Choose'}</option>
      {!isKnown && <option value={state.text}>{state.text}</option>}
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}
