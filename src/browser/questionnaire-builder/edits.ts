// Input in the fields of a part. A field is saved on blur; an edit that could not be saved stays, with the reason, until it is
// saved or discarded. Edits outlive their fields, so selecting another part loses nothing.

import { map } from 'nanostores'
import type { Structure } from '#contract/questionnaire-structures.ts'
import type { Result } from '#lib/result.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import { shownStructure } from './builder.ts'
import { changeWithUndo } from './changes.ts'
import type { PartChange } from './guarded-change.ts'
import { partAt, partKey, type BuiltPart, type PartRef } from './parts.ts'

export interface EditedField<P extends BuiltPart = BuiltPart> {
  part: PartRef
  /** The name of the field in the API. */
  name: string
  label: string
  /** The field's current text. */
  read: (part: P, structure: Structure) => string
  /** The parsed text, or its error. */
  parse: (text: string, structure: Structure) => { ok: true; value: unknown } | { ok: false; message: string }
}

export interface Edit {
  field: EditedField
  text: string
  /** The server's text when the edit began. */
  base: string
  state: 'typing' | 'saving' | 'refused' | 'conflict'
  error: string
  /** Another admin's text since. */
  theirs: string | null
}

export const $edits = map<Record<string, Edit | undefined>>({})

export const editKey = ({ part, name }: Pick<EditedField, 'part' | 'name'>): string =>
  `${partKey(part)}/${name}`

export const unsavedEdits = (edits: Readonly<Record<string, Edit | undefined>>): Edit[] =>
  Object.values(edits).filter(edit => edit !== undefined)

const set = (field: EditedField, edit: Edit | undefined): void => $edits.setKey(editKey(field), edit)

/** The server's text; null if the part no longer exists. */
function textAtServer(field: EditedField): string | null {
  const structure = shownStructure()
  const part = structure && partAt(structure, field.part)
  return structure && part ? field.read(part, structure) : null
}

export function typeInto(field: EditedField, text: string): void {
  const before = $edits.get()[editKey(field)]
  const base = before?.base ?? textAtServer(field) ?? ''
  set(field, { field, text, base, state: 'typing', error: '', theirs: null })
}

/** Discards the edit. */
export const discardEdit = (field: Pick<EditedField, 'part' | 'name'>): void =>
  $edits.setKey(editKey(field), undefined)

export const dropEdits = (): void => $edits.set({})

/** Saves a field's edit. A no-op if it equals the server's text or is being saved. */
export async function commit(field: EditedField): Promise<void> {
  const edit = $edits.get()[editKey(field)]
  if (edit === undefined || edit.state === 'saving' || edit.state === 'conflict') return
  if (edit.text === edit.base && edit.state !== 'refused') return discardEdit(field)
  const structure = shownStructure()
  if (structure === null) return
  const parsed = field.parse(edit.text, structure)
  if (!parsed.ok) return set(field, { ...edit, state: 'refused', error: parsed.message })
  set(field, { ...edit, state: 'saving', error: '' })
  await saveEdit(field, edit, { [field.name]: parsed.value })
}

/** Another admin's change of a different field of the part is no conflict. */
async function saveEdit(field: EditedField, edit: Edit, change: PartChange): Promise<void> {
  if (stopsAtConflict(field, edit)) return
  const result = await sendEdit(field, edit, change)
  const now = $edits.get()[editKey(field)]
  if (result.ok) return settleEdit(field, edit, now)
  if (!stopsAtConflict(field, now ?? edit))
    refuseEdit(field, now ?? edit, explainFieldError(field, result.error))
}

/** Whether the server's text differs from the one that was edited, or is gone; if so, records it. */
function stopsAtConflict(field: EditedField, edit: Edit): boolean {
  const theirs = textAtServer(field)
  if (theirs === edit.base) return false
  if (theirs === null) refuseEdit(field, edit, 'This part no longer exists.')
  else set(field, { ...edit, state: 'conflict', theirs })
  return true
}

function sendEdit(field: EditedField, edit: Edit, change: PartChange): Promise<Result<unknown>> {
  const structure = shownStructure()
  const words = `changed ${field.label.toLowerCase()}`
  return changeWithUndo(field.part, change, valueBefore(field, edit, structure), words)
}

/** Later input stays, based on what was saved. */
function settleEdit(field: EditedField, saved: Edit, now: Edit | undefined): void {
  if (now?.text === saved.text) discardEdit(field)
  else if (now !== undefined) set(field, { ...now, base: saved.text })
}

function valueBefore(field: EditedField, edit: Edit, structure: Structure | null): PartChange {
  const before = structure && field.parse(edit.base, structure)
  return before?.ok ? { [field.name]: before.value } : {}
}

const refuseEdit = (field: EditedField, edit: Edit, error: string): void =>
  set(field, { ...edit, state: 'refused', error })

/** Replaces the field's API name in the server's `field: what is wrong` by its label. */
export function explainFieldError(
  { name, label }: Pick<EditedField, 'name' | 'label'>,
  error: string
): string {
  const [, field = '', fault = ''] = /^([\w.]+): (.+)$/s.exec(error) ?? []
  if (field === '') return error
  const text = field === name ? `${label} ${fault}` : fault
  return `${capitalise(text)}${/[.?!]$/.test(text) ? '' : '.'}`
}

/** Resolves a conflict as the user chose. */
export async function resolveConflict(field: EditedField, choice: 'mine' | 'theirs'): Promise<void> {
  const edit = $edits.get()[editKey(field)]
  if (edit?.state !== 'conflict') return
  if (choice === 'theirs') return discardEdit(field)
  set(field, { ...edit, base: edit.theirs ?? edit.base, state: 'refused', theirs: null })
  await commit(field)
}

/** Retries all unsaved edits; true if all were saved. */
export async function commitAll(): Promise<boolean> {
  for (const edit of unsavedEdits($edits.get())) await commit(edit.field)
  return unsavedEdits($edits.get()).length === 0
}
