import { useId } from 'react'
import { RichTextBox } from '#browser/editing/rich-text-box.tsx'
import { useEdit } from '#browser/questionnaire-builder/panel/use-edit.ts'
import { partFields, type PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'
import { FieldTrouble } from './edit-field.tsx'

/** A formatted text of a part, saved when it is left. */
export function GuidanceField({ field }: { field: PartFieldRef }) {
  const id = useId()
  const { text, edit, onText, onLeave, onGiveUp } = useEdit(field)
  return (
    <div className="grid gap-1 min-w-0">
      <span id={`${id}-label`} className="text-small text-ink-2">
        {partFields[field.name].label}
      </span>
      <RichTextBox
        id={id}
        labelledBy={`${id}-label`}
        describedBy={`${id}-more`}
        html={text}
        isInvalid={edit?.state === 'refused' || edit?.state === 'conflict'}
        onHtml={onText}
        onLeave={onLeave}
        onEscape={onGiveUp}
      />
      <div id={`${id}-more`} className="empty:hidden">
        <FieldTrouble field={field} edit={edit} />
        {edit?.state !== 'refused' && <p className="text-tiny text-ink-3">Shown under the section’s name</p>}
      </div>
    </div>
  )
}
