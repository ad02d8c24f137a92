// What is typed in the fields of a part. Leaving a field saves it; what could not be saved stays as it was typed, with the reason, until it is
// saved or given up. An edit outlives the field that it was typed in: choosing another part loses nothing.

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
  /** The field's text now. */
  read: (part: P, structure: Structure) => string
  /** What the text stands for, or what is wrong with it. */
  parse: (text: string, structure: Structure) => { ok: true; value: unknown } | { ok: false; message: string }
}

export interface Edit {
  field: EditedField
  text: string
  /** The text that the server had when typing began. */
  base: string
  state: 'typing' | 'saving' | 'refused' | 'conflict'
  error: string
  /** What someone else has written meanwhile. */
  theirs: string | null
}

export const $edits = map<Record<string, Edit | undefined>>({})

export const editKey = ({ part, name }: Pick<EditedField, 'part' | 'name'>): string =>
  `${partKey(part)}/${name}`

export const unsavedEdits = (edits: Readonly<Record<string, Edit | undefined>>): Edit[] =>
  Object.values(edits).filter(edit => edit !== undefined)

const set = (field: EditedField, edit: Edit | undefined): void => $edits.setKey(editKey(field), edit)

/** The text that the server has; null where the part is gone. */
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

/** Back to what the server has. */
export const discardEdit = (field: Pick<EditedField, 'part' | 'name'>): void =>
  $edits.setKey(editKey(field), undefined)

export const dropEdits = (): void => $edits.set({})

/** Saves what was typed in a field. Nothing happens where it says what the server has, or is on its way. */
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

/** A change of another field of the same part by someone else is no conflict. */
async function saveEdit(field: EditedField, edit: Edit, change: PartChange): Promise<void> {
  if (stopsAtConflict(field, edit)) return
  const result = await sendEdit(field, edit, change)
  const now = $edits.get()[editKey(field)]
  if (result.ok) return settleEdit(field, edit, now)
  if (!stopsAtConflict(field, now ?? edit))
    refuseEdit(field, now ?? edit, explainFieldError(field, result.error))
}

/** Whether the server has another text than the one that was edited, or none; if so, says which. */
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

/** Who has typed on meanwhile keeps that, based on what was saved. */
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

/** The server's `field: what is wrong` said of the field's own label. */
export function explainFieldError(
  { name, label }: Pick<EditedField, 'name' | 'label'>,
  error: string
): string {
  const [, field = '', fault = ''] = /^([\w.]+): (.+)$/s.exec(error) ?? []
  if (field === '') return error
  const text = field === name ? `${label} ${fault}` : fault
  return `${capitalise(text)}${/[.?!]$/.test(text) ? '' : '.'}`
}

/** The person's word on a conflict. */
export async function resolveConflict(field: EditedField, choice: 'mine' | 'theirs'): Promise<void> {
  const edit = $edits.get()[editKey(field)]
  if (edit?.state !== 'conflict') return
  if (choice === 'theirs') return discardEdit(field)
  set(field, { ...edit, base: edit.theirs ?? edit.base, state: 'refused', theirs: null })
  await commit(field)
}

/** Tries everything again that is typed and not saved; true when all of it is saved. */
export async function commitAll(): Promise<boolean> {
  for (const edit of unsavedEdits($edits.get())) await commit(edit.field)
  return unsavedEdits($edits.get()).length === 0
}
