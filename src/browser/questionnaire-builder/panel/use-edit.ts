import { useStore } from '@nanostores/react'
import { $structure } from '#browser/questionnaire-builder/builder.ts'
import {
  $edits,
  commit,
  discardEdit,
  textAtServer,
  typeInto,
  type Edit
} from '#browser/questionnaire-builder/edits.ts'
import { partFieldKey, type PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'

export interface FieldState {
  text: string
  edit: Edit | undefined
  onText: (text: string) => void
  /** Edits and saves at once: for choices, which are not typed. */
  onChoice: (text: string) => void
  onLeave: () => void
  onGiveUp: () => void
}

/** One field of a part: what was typed, or what the server has. */
export function useEdit(field: PartFieldRef): FieldState {
  const key = partFieldKey(field)
  const edit = useStore($edits, { keys: [key] })[key]
  useStore($structure)
  return {
    text: edit?.text ?? textAtServer(field) ?? '',
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
