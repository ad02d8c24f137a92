import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { length } from '#browser/forms/value-rules.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import type { ReadStructure } from '#domain/questionnaires/structure-file/read.ts'
import type { Result } from '#lib/result.ts'
import { askAgain, copy, make, type NewQuestionnaire } from './new-questionnaire.ts'

export type StructureSource = 'nothing' | 'again' | 'copy' | 'file'

const createQuestionnaireForm = () =>
  createForm({
    questionnaire_name: { label: 'Name', rules: [required, length(1, 200)] },
    questionnaire_type: { label: 'Who answers it', initial: 'standard' },
    original: { label: 'Questionnaire' }
  })

/** A questionnaire that is asked again keeps its name. */
const KEPT_NAME = 'as it is'

/** Where a new questionnaire comes from, and making it. */
export function useNewQuestionnaire(place: Pick<NewQuestionnaire, 'projectId' | 'timePeriodId'>) {
  const [form] = useState(createQuestionnaireForm)
  const [source, setSource] = useState<StructureSource>('nothing')
  const [file, setFile] = useState<ReadStructure | null>(null)
  const { values } = useStore(form.$state)
  const isFileUsable = file !== null && !file.faults.some(fault => fault.isBlocking)
  const needsOriginal = source === 'copy' || source === 'again'
  const isBlocked = needsOriginal ? values['original'] === '' : source === 'file' && !isFileUsable
  const send = (): Promise<Result<number>> => {
    const wanted: NewQuestionnaire = {
      ...place,
      name: values['questionnaire_name']?.trim() ?? '',
      type: values['questionnaire_type'] === 'case' ? 'case' : 'standard'
    }
    const original = Number(values['original'])
    if (source === 'again') return askAgain(place, original)
    if (source === 'copy') return copy(wanted, original)
    return make(wanted, source === 'file' ? file?.structure : undefined)
  }
  const choose = (next: StructureSource): void => {
    setSource(next)
    form.setValue('original', '')
    if (next === 'again') form.setValue('questionnaire_name', KEPT_NAME)
    else if (values['questionnaire_name'] === KEPT_NAME) form.setValue('questionnaire_name', '')
  }
  const submit = (onMade: (questionnaireId: number) => void): Promise<void> =>
    form.submit(async () => {
      const result = await send()
      if (result.ok) onMade(result.value)
      else if (result.error.startsWith('questionnaire_name: '))
        form.refuse(
          'questionnaire_name',
          explainFieldError({ name: 'questionnaire_name', label: 'Name' }, result.error)
        )
      else form.setMessage(explainFieldError({ name: '', label: '' }, result.error))
    })
  return { form, source, isBlocked, setFile, choose, submit }
}
