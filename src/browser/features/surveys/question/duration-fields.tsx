import { useState, type FocusEvent } from 'react'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { durationText, parseDuration } from '#domain/answers/duration.ts'

interface DurationFieldsProps extends CellProps {
  labelledBy: string
  describedBy: string | undefined
}

interface TypedDuration {
  hours: string
  minutes: string
}

/** A duration in two fields, so that nobody has to know how it is written in one. */
export function DurationFields({ engine, cell, state, labelledBy, describedBy }: DurationFieldsProps) {
  const [typed, setTyped] = useState<TypedDuration | null>(null)
  // What is pasted, undone or changed elsewhere takes the place of what was typed.
  const isTyped = typed !== null && joinDuration(typed) === state.text
  const shown = isTyped ? typed : splitDuration(state.answer.value)
  const change = (changed: Partial<TypedDuration>): void => {
    const next = { ...shown, ...changed }
    setTyped(next)
    engine.editing.type(cell.key, joinDuration(next))
  }
  // The fields show the answer again once both are left: 75 minutes are 1 hour and 15.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget) && state.answer.value !== null) setTyped(null)
  }
  const input = (name: keyof TypedDuration, word: string) => (
    <label className="flex items-center gap-2">
      <input
        type="number"
        min={0}
        inputMode="numeric"
        enterKeyHint="next"
        className="input input-l w-20! tabular-nums"
        value={shown[name]}
        aria-invalid={errorOf(state) === null ? undefined : true}
        aria-describedby={describedBy}
        onChange={event => change({ [name]: event.target.value })}
      />
      {word}
    </label>
  )
  return (
    <div
      id={fieldId(cell.key)}
      role="group"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      className="flex flex-wrap gap-x-4 gap-y-2"
      onBlur={leave}
    >
      {input('hours', 'hours')}
      {input('minutes', 'minutes')}
    </div>
  )
}

function splitDuration(value: unknown): TypedDuration {
  if (typeof value !== 'number') return { hours: '', minutes: '' }
  return { hours: String(Math.floor(value / 60)), minutes: String(value % 60) }
}

/** In the form of a duration if it is one in whole minutes; otherwise as typed, for the error. */
function joinDuration({ hours, minutes }: TypedDuration): string {
  if (hours === '' && minutes === '') return ''
  const inHours = hours === '' ? 0 : parseDuration(`${hours}h`, null)
  const inMinutes = minutes === '' ? 0 : parseDuration(minutes, null)
  return inHours === null || inMinutes === null ? `${hours}:${minutes}` : durationText(inHours + inMinutes)
}
