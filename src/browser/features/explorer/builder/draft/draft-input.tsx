import { useId } from 'react'
import { edit, type TheirChange } from '#browser/features/explorer/builder/chart-builder.ts'
import { fieldLabels, type ChartDraft } from './chart-draft.ts'
import type { DraftErrors } from './draft-errors.ts'
import { TheirValue } from './their-value.tsx'

type DraftTextField = {
  [Field in keyof ChartDraft]: ChartDraft[Field] extends string ? Field : never
}[keyof ChartDraft]

interface DraftInputProps {
  draft: ChartDraft
  field: Exclude<DraftTextField, 'direction'>
  errors: DraftErrors
  theirs: TheirChange | null
  /** More than one line. */
  rows?: number
  maxLength: number
  hint?: string
  isNumber?: boolean
}

/** A labelled text of the draft, with its error and another admin's value. */
export function DraftInput({
  draft,
  field,
  errors,
  theirs,
  rows,
  maxLength,
  hint,
  isNumber = false
}: DraftInputProps) {
  const id = useId()
  const error = errors[field]
  const shared = {
    id,
    maxLength,
    value: draft[field],
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error !== undefined || hint !== undefined ? `${id}-more` : undefined,
    onChange: (event: { target: { value: string } }) => edit({ [field]: event.target.value })
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block mb-1.5 text-small font-medium">
        {fieldLabels[field]}
      </label>
      {rows === undefined ? (
        <input {...shared} className={`input text-small! ${isNumber ? 'tabular-nums text-right' : ''}`} />
      ) : (
        <textarea {...shared} rows={rows} className="input h-auto! py-1.5! text-small!" />
      )}
      {(error ?? hint) !== undefined && (
        <p id={`${id}-more`} className={`mt-1 text-tiny ${error === undefined ? 'text-ink-3' : 'text-bad'}`}>
          {error ?? hint}
        </p>
      )}
      <TheirValue theirs={theirs} field={field} />
    </div>
  )
}
