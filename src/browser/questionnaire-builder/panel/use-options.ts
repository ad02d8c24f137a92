import { useStore } from '@nanostores/react'
import { map } from 'nanostores'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { shownStructure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { partAt, type BuiltQuestion, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import { onLogout } from '#browser/stores/on-logout.ts'
import { typeOf } from '#domain/answers/question-types.ts'

export interface EditedOption {
  option_id?: number
  /** Tells those apart that the server does not know yet. */
  added?: number
  option_name: string
}

const OUTDATED =
  'Someone else has changed this question. To replace their list with yours, move out of the field again.'

const areSameOptions = (one: readonly EditedOption[], other: readonly EditedOption[]): boolean =>
  one.length === other.length &&
  one.every(
    (option, index) =>
      option.option_id === other[index]?.option_id && option.option_name === other[index]?.option_name
  )

const isNamed = ({ option_name }: EditedOption): boolean => option_name.trim() !== ''

/** What has been typed, with the ids of the options that were saved meanwhile, and without those that were removed. */
function withSavedIds(
  typed: readonly EditedOption[],
  sent: readonly EditedOption[],
  saved: readonly EditedOption[]
): EditedOption[] {
  const isSaved = (id: number): boolean => saved.some(one => one.option_id === id)
  return typed.flatMap((option): EditedOption[] => {
    const { option_id: id, added, option_name } = option
    if (id !== undefined) {
      if (isSaved(id)) return [option]
      // Named again while it was being removed: a new one.
      return isNamed(option) ? [{ added: -id, option_name }] : []
    }
    const option_id = saved[sent.findIndex(one => one.added === added)]?.option_id
    return [option_id === undefined ? option : { ...option, option_id }]
  })
}

interface TypedOptions {
  options: readonly EditedOption[]
  /** What was saved when this began, or what the person has been told of since. */
  base: readonly EditedOption[]
  /** Why they could not be saved. */
  error: string
}

/** By question: what is typed or could not be saved, also while another part is chosen. */
const $typedOptions = map<Record<number, TypedOptions | undefined>>({})
onLogout(() => $typedOptions.set({}))

/** The questions whose options are being saved, and whether they are to be saved once more after that. */
const saving = new Map<number, boolean>()

function typeOptions({ question_id: id, option_list }: BuiltQuestion, changed: Partial<TypedOptions>): void {
  const before = $typedOptions.get()[id] ?? { options: option_list, base: option_list, error: '' }
  $typedOptions.setKey(id, { ...before, ...changed })
}

/** Sends the list as it is now; whether what was typed meanwhile may follow. */
async function sendOptions(part: PartRef, question: BuiltQuestion): Promise<boolean> {
  const { question_id: id } = question
  const typed = $typedOptions.get()[id]
  if (typed === undefined) return false
  const list = typed.options
  const sent = list.filter(isNamed)
  const before = savedOptions(part, question)
  if (!areSameOptions(typed.base, before) && !areSameOptions(sent, before)) {
    typeOptions(question, { base: before, error: OUTDATED })
    return false
  }
  const result = areSameOptions(sent, before)
    ? null
    : await changeWithUndo(
        part,
        { option_list: sent.map(({ added: _added, ...option }) => option) },
        { option_list: before },
        typeOf(question).options === 'steps' ? 'changed the steps' : 'changed the options'
      )
  const newest = $typedOptions.get()[id]?.options
  if (newest === undefined) return false
  if (result?.ok === false) {
    typeOptions(question, { error: explainRefusedList(result.error) })
    return result.error !== CHANGED_SINCE
  }
  const base = savedOptions(part, question)
  const now = withSavedIds(newest, sent, base)
  if (newest === list && now.every(isNamed)) $typedOptions.setKey(id, undefined)
  else typeOptions(question, { options: now, base, error: '' })
  return true
}

function explainRefusedList(error: string): string {
  if (error === CHANGED_SINCE) return OUTDATED
  return explainFieldError({ name: error.split(':')[0] ?? '', label: 'The list' }, error)
}

function savedOptions(part: PartRef, { option_list }: BuiltQuestion): readonly EditedOption[] {
  const structure = shownStructure()
  const question = (structure && partAt(structure, part)) as BuiltQuestion | undefined
  return question?.option_list ?? option_list
}

/** What is typed while the list is saved follows. */
async function saveOptions(
  part: PartRef,
  question: BuiltQuestion,
  options: readonly EditedOption[]
): Promise<void> {
  const { question_id: id } = question
  typeOptions(question, { options })
  if (saving.has(id)) return void saving.set(id, true)
  try {
    do saving.set(id, false)
    while ((await sendOptions(part, question)) && saving.get(id))
  } finally {
    saving.delete(id)
  }
}

/** The options of a question as typed; a list that could not be saved is kept. */
export function useOptions(part: PartRef, question: BuiltQuestion) {
  const { question_id: id, option_list } = question
  const typed = useStore($typedOptions, { keys: [id] })[id]
  const shown: readonly EditedOption[] = typed?.options ?? option_list
  return {
    options: shown,
    error: typed?.error ?? '',
    type: (options: readonly EditedOption[]) => typeOptions(question, { options }),
    save: (next: readonly EditedOption[]) => saveOptions(part, question, next)
  }
}
