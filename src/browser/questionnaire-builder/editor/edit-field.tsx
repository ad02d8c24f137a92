import { useId, type KeyboardEvent } from 'react'
import { ConflictNotice } from '#browser/editing/conflict-notice.tsx'
import { resolveConflict, type Edit } from '#browser/questionnaire-builder/edits.ts'
import { useEdit } from '#browser/questionnaire-builder/panel/use-edit.ts'
import { partFields, type PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { RichText } from '#browser/ui/rich-text/rich-text.tsx'

interface EditFieldProps {
  field: PartFieldRef
  /** Lines of a longer text; 1 is a plain input. */
  rows?: number
  /** Why it cannot be changed. */
  disabledBecause?: string | null
  isNumber?: boolean
  /** Whether the label is already visible beside it. */
  hasHiddenLabel?: boolean
  /** Whether its label stands beside it, which saves height. */
  isBeside?: boolean
}

/** A label and, beside it, its field. */
export const FIELD_ROW = 'grid grid-cols-[66px_minmax(0,1fr)] gap-x-2 min-w-0'
export const ROW_LABEL = 'pt-1.5 text-small text-ink-2 justify-self-start'

/** A field that is saved on blur or by Enter. Escape restores the saved value. */
export function EditField({
  field,
  rows = 1,
  disabledBecause = null,
  isNumber = false,
  hasHiddenLabel = false,
  isBeside = false
}: EditFieldProps) {
  const id = useId()
  const { text, edit, onText, onLeave, onGiveUp } = useEdit(field)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && edit !== undefined) {
      event.stopPropagation()
      onGiveUp()
    }
    if (event.key === 'Enter' && rows === 1) {
      event.preventDefault()
      onLeave()
    }
  }
  const shared = {
    id,
    value: text,
    disabled: disabledBecause !== null,
    'aria-invalid': edit?.state === 'refused' || edit?.state === 'conflict' || undefined,
    'aria-describedby': `${id}-more`,
    onBlur: onLeave,
    onKeyDown
  }
  return (
    <div className={isBeside ? FIELD_ROW : 'grid gap-1 min-w-0 content-start'}>
      <label htmlFor={id} className={labelLook(hasHiddenLabel, isBeside)}>
        {partFields[field.name].label}
      </label>
      {rows > 1 ? (
        <textarea
          {...shared}
          rows={rows}
          className="input h-auto! py-1.5!"
          onChange={event => onText(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          className={`input ${isNumber ? 'text-right' : ''}`}
          onChange={event => onText(event.target.value)}
        />
      )}
      <div id={`${id}-more`} className={`empty:hidden ${isBeside ? 'col-start-2 mt-1' : ''}`}>
        <FieldTrouble field={field} edit={edit} />
      </div>
    </div>
  )
}

const labelLook = (isHidden: boolean, isBeside: boolean): string =>
  isHidden ? 'sr-only' : isBeside ? ROW_LABEL : 'text-small text-ink-2 justify-self-start'

/** Why what was typed is not saved, and the way on. */
export function FieldTrouble({ field, edit }: { field: PartFieldRef; edit: Edit | undefined }) {
  if (edit?.state === 'refused') return <ErrorText>{edit.error}</ErrorText>
  if (edit?.state !== 'conflict') return null
  return (
    <ConflictNotice
      className="grid gap-2 rounded p-2"
      onKeepMine={() => resolveConflict(field, 'mine')}
      onTakeTheirs={() => resolveConflict(field, 'theirs')}
    >
      <p>Someone else has changed this. It now says:</p>
      {field.name === 'guidance_html' && edit.theirs ? (
        <RichText html={edit.theirs} className="font-medium break-words" />
      ) : (
        <p className="font-medium break-words whitespace-pre-wrap">{edit.theirs || '(nothing)'}</p>
      )}
    </ConflictNotice>
  )
}
