// What is typed in the fields of a part. Leaving a field saves it; what could not be saved stays as it was typed, with the reason, until it is
// saved or given up: in this page while another part is chosen, and on this device until the questionnaire is opened again.

import { computed, map } from 'nanostores'
import * as v from 'valibot'
import { createDraftStorage } from '#browser/editing/draft-storage.ts'
import { isConflict } from '#browser/editing/three-way.ts'
import { $session } from '#browser/stores/session.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { explainRefusal } from '#lib/text/refusal-text.ts'
import { $structure, shownStructure } from './builder.ts'
import { changeWithUndo } from './changes.ts'
import type { PartChange } from './guarded-change.ts'
import { partFieldKey, partFieldOfKey, partFields, type PartFieldRef } from './part-fields.ts'
import { partAt } from './parts.ts'

export interface Edit extends PartFieldRef {
  text: string
  /** The server's text when the edit began. */
  base: string
  state: 'typing' | 'saving' | 'refused' | 'conflict'
  error: string
  /** Another admin's text since. */
  theirs: string | null
}

/** The edits of the questionnaire that is shown. */
export const $edits = map<Record<string, Edit | undefined>>({})

const drafts = createDraftStorage('questionnaire-draft', v.object({ text: v.string(), base: v.string() }))
let openedQuestionnaire = 0

const RESTORED = 'This was not saved when you left.'

export const unsavedEdits = (edits: Readonly<Record<string, Edit | undefined>>): Edit[] =>
  Object.values(edits).filter(edit => edit !== undefined)

export const $hasUnsaved = computed($edits, edits => unsavedEdits(edits).length > 0)

const draftPrefix = (): string => `${$session.get().user?.sub ?? ''}/${openedQuestionnaire}/`

function setEdit(field: PartFieldRef, edit: Edit | undefined): void {
  const key = partFieldKey(field)
  $edits.setKey(key, edit)
  if (edit) drafts.store(draftPrefix() + key, { text: edit.text, base: edit.base })
  else drafts.remove(draftPrefix() + key)
}

/** Opens a questionnaire's edits: those that were typed here earlier and not saved. */
function openEdits({ questionnaire: { questionnaire_id: id } }: Structure): void {
  if (id === openedQuestionnaire) return
  openedQuestionnaire = id
  $edits.set({})
  for (const key of drafts.keysUnder(draftPrefix())) {
    const field = partFieldOfKey(key.slice(draftPrefix().length))
    const draft = drafts.read(key)
    const atServer = field && textAtServer(field)
    if (draft && field && atServer !== null && atServer !== draft.text)
      setEdit(field, { ...field, ...draft, state: 'refused', error: RESTORED, theirs: null })
    else drafts.remove(key)
  }
}

$structure.subscribe(structure => {
  if (structure.state === 'ready') openEdits(structure.value)
})

/** The text that the server has; null where the part is gone. */
export function textAtServer({ part, name }: PartFieldRef): string | null {
  const structure = shownStructure()
  const found = structure && partAt(structure, part)
  return structure && found ? partFields[name].read(found, structure) : null
}

export function typeInto({ part, name }: PartFieldRef, text: string): void {
  const before = $edits.get()[partFieldKey({ part, name })]
  const base = before?.base ?? textAtServer({ part, name }) ?? ''
  setEdit({ part, name }, { part, name, text, base, state: 'typing', error: '', theirs: null })
}

/** Back to what the server has. */
export const discardEdit = (field: PartFieldRef): void => setEdit(field, undefined)

/** Forgets the edits in this page. On this device they stay for the next time. */
export function closeEdits(): void {
  openedQuestionnaire = 0
  $edits.set({})
}

/** By the field. */
const savesUnderway = new Map<string, Promise<void>>()

/** Saves what was typed in a field, once what was typed there before is saved. Nothing happens where it says what the server has. */
export async function commit(field: PartFieldRef): Promise<void> {
  const key = partFieldKey(field)
  while (savesUnderway.has(key)) await savesUnderway.get(key)
  const edit = $edits.get()[key]
  if (edit === undefined || edit.state === 'saving' || edit.state === 'conflict') return
  if (edit.text === edit.base && edit.state !== 'refused') return discardEdit(field)
  const structure = shownStructure()
  if (structure === null) return
  const { parse } = partFields[edit.name]
  const parsed = parse(edit.text, structure, edit.part)
  if (!parsed.ok) return refuseEdit(edit, parsed.message)
  setEdit(field, { ...edit, state: 'saving', error: '' })
  if (stopsAtConflict(edit)) return
  const before = parse(edit.base, structure, edit.part)
  const saving = saveEdit(edit, { [edit.name]: parsed.value }, before.ok ? { [edit.name]: before.value } : {})
  savesUnderway.set(key, saving)
  await saving.finally(() => savesUnderway.delete(key))
}

async function saveEdit(edit: Edit, change: PartChange, back: PartChange): Promise<void> {
  const questionnaire = openedQuestionnaire
  const { label } = partFields[edit.name]
  const result = await changeWithUndo(edit.part, change, back, `changed ${label.toLowerCase()}`)
  // Where it was left meanwhile, its draft says on the next visit whether it was saved.
  if (questionnaire !== openedQuestionnaire) return
  const now = $edits.get()[partFieldKey(edit)]
  if (result.ok || textAtServer(edit) === edit.text) return settleEdit(edit, now)
  // A change of another field of the same part by someone else is no conflict.
  if (!stopsAtConflict(now ?? edit))
    refuseEdit(now ?? edit, explainFieldError({ ...edit, label }, result.error))
}

/** Whether the server has another text than both that typing began on and that was typed, or none; if so, says which. */
function stopsAtConflict(edit: Edit): boolean {
  const theirs = textAtServer(edit)
  if (theirs === null) refuseEdit(edit, 'This part no longer exists.')
  else if (isConflict(edit.base, edit.text, theirs)) setEdit(edit, { ...edit, state: 'conflict', theirs })
  else return false
  return true
}

/** Who has typed on meanwhile keeps that, based on what was saved. */
function settleEdit(saved: Edit, now: Edit | undefined): void {
  if (now?.text === saved.text) discardEdit(saved)
  else if (now !== undefined) setEdit(saved, { ...now, base: saved.text })
}

const refuseEdit = (edit: Edit, error: string): void => setEdit(edit, { ...edit, state: 'refused', error })

/** The server's `field: what is wrong` said of the field's own label. */
export const explainFieldError = ({ name, label }: { name: string; label: string }, error: string): string =>
  explainRefusal(error, { [name]: label })

/** The person's word on a conflict. */
export async function resolveConflict(field: PartFieldRef, choice: 'mine' | 'theirs'): Promise<void> {
  const edit = $edits.get()[partFieldKey(field)]
  if (edit?.state !== 'conflict') return
  if (choice === 'theirs') return discardEdit(field)
  setEdit(field, { ...edit, base: edit.theirs ?? edit.base, state: 'refused', theirs: null })
  await commit(field)
}

/** Retries all unsaved edits; true if all were saved. */
export async function commitAll(): Promise<boolean> {
  for (const edit of unsavedEdits($edits.get())) await commit(edit)
  return !$hasUnsaved.get()
}
