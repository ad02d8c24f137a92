import { useRef, useState } from 'react'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { shownStructure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { partAt, type BuiltQuestion, type PartRef } from '#browser/questionnaire-builder/parts.ts'
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

/** What has been typed, with the ids of the options that were saved meanwhile. */
function withSavedIds(
  typed: readonly EditedOption[],
  sent: readonly EditedOption[],
  saved: readonly EditedOption[]
): EditedOption[] {
  return typed.map(option => {
    const at = option.added === undefined ? -1 : sent.findIndex(({ added }) => added === option.added)
    const option_id = saved[at]?.option_id
    return option_id === undefined ? option : { ...option, option_id }
  })
}

/** The options of a question as typed; a list that could not be saved is kept. */
export function useOptions(part: PartRef, question: BuiltQuestion) {
  const [typed, setTyped] = useState<EditedOption[] | null>(null)
  const [error, setError] = useState('')
  const newest = useRef<EditedOption[] | null>(null)
  const isSaving = useRef(false)
  const isAskedAgain = useRef(false)

  const show = (options: EditedOption[] | null): void => {
    newest.current = options
    setTyped(options)
  }
  const saved = (): BuiltQuestion => {
    const structure = shownStructure()
    return ((structure && partAt(structure, part)) as BuiltQuestion | undefined) ?? question
  }
  /** Sends the list as it is now; true if the server has it. */
  const send = async (): Promise<boolean> => {
    const list = newest.current ?? []
    const sent = list.filter(isNamed)
    const before = saved().option_list
    const result = areSameOptions(sent, before)
      ? null
      : await changeWithUndo(
          part,
          { option_list: sent.map(({ added: _added, ...option }) => option) },
          { option_list: before },
          typeOf(question).options === 'steps' ? 'changed the steps' : 'changed the options'
        )
    if (result?.ok === false) {
      const field = { name: result.error.split(':')[0] ?? '', label: 'The list' }
      setError(result.error === CHANGED_SINCE ? OUTDATED : explainFieldError(field, result.error))
      return false
    }
    setError('')
    const isWhole = newest.current === list && sent.length === list.length
    show(isWhole ? null : withSavedIds(newest.current ?? [], sent, saved().option_list))
    return true
  }
  const save = async (next: EditedOption[]): Promise<void> => {
    show(next)
    // What is typed while the list is saved follows.
    isAskedAgain.current = isSaving.current
    if (isSaving.current) return
    isSaving.current = true
    do isAskedAgain.current = false
    while ((await send()) && isAskedAgain.current)
    isSaving.current = false
  }
  const options: EditedOption[] = typed ?? question.option_list
  return { options, error, type: show, save }
}
