import { useStore } from '@nanostores/react'
import { $structure } from '#browser/questionnaire-builder/builder.ts'
import {
  $edits,
  commit,
  editKey,
  discardEdit,
  typeInto,
  type Edit,
  type EditedField
} from '#browser/questionnaire-builder/edits.ts'
import { partAt } from '#browser/questionnaire-builder/parts.ts'

export interface FieldState {
  text: string
  edit: Edit | undefined
  onText: (text: string) => void
  /** Edits and saves at once: for choices, which are not typed. */
  onChoice: (text: string) => void
  onLeave: () => void
  onGiveUp: () => void
}

/** One field of a part: its edit, or the server's value. */
export function useEdit(field: EditedField): FieldState {
  const key = editKey(field)
  const edit = useStore($edits, { keys: [key] })[key]
  const structure = useStore($structure)
  const part = structure.state === 'ready' ? partAt(structure.value, field.part) : undefined
  const saved = part && structure.state === 'ready' ? field.read(part, structure.value) : ''
  return {
    text: edit?.text ?? saved,
    edit,
    onText: text => typeInto(field, text),
    onChoice: text => {
      typeInto(field, text)
      void commit(field)
    },
    onLeave: () => void commit(field),
    onGiveUp: () => discardEdit(field)
  }
}
