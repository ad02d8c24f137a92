import { useState } from 'react'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import type { BuiltQuestion, PartRef } from '#browser/questionnaire-builder/parts.ts'
import { typeOf } from '#domain/answers/question-types.ts'

export interface EditedOption {
  option_id?: number
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

/** The options of a question as typed; a list that could not be saved is kept. */
export function useOptions(part: PartRef, question: BuiltQuestion) {
  const [typed, setTyped] = useState<EditedOption[] | null>(null)
  const [error, setError] = useState('')
  const save = async (next: EditedOption[]): Promise<void> => {
    setTyped(next)
    const named = next.filter(option => option.option_name.trim() !== '')
    if (areSameOptions(named, question.option_list)) {
      setError('')
      if (next.length === named.length) setTyped(null)
      return
    }
    const result = await changeWithUndo(
      part,
      { option_list: named },
      { option_list: question.option_list },
      typeOf(question).options === 'steps' ? 'changed the steps' : 'changed the options'
    )
    if (result.ok) {
      setError('')
      setTyped(null)
    } else if (result.error === CHANGED_SINCE) setError(OUTDATED)
    else
      setError(explainFieldError({ name: result.error.split(':')[0] ?? '', label: 'The list' }, result.error))
  }
  return { options: typed ?? question.option_list, error, type: setTyped, save }
}
