import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import type { StructureList } from '#browser/questionnaire-builder/builder.ts'
import { SourceChoice } from '#browser/questionnaire-builder/panel/source-choice.tsx'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { FilePart } from './file-part.tsx'
import type { NewQuestionnaire } from './new-questionnaire.ts'
import { saveStructure } from './structure-files.ts'
import { useNewQuestionnaire } from './use-new-questionnaire.ts'

interface NewQuestionnaireProps {
  place: Pick<NewQuestionnaire, 'projectId' | 'timePeriodId'>
  periodName: string
  present: StructureList['questionnaires']
  onMade: (questionnaireId: number) => void
}

export function NewQuestionnaireDialog({ place, periodName, present, onMade }: NewQuestionnaireProps) {
  const { form, source, isBlocked, setFile, choose, submit } = useNewQuestionnaire(place)
  const others = present.filter(one => !one.time_period_ids.includes(place.timePeriodId))
  const originals = source === 'again' ? others : present
  const send = () => {
    if (isBlocked) return
    const origin = rememberOrigin()
    return submit(questionnaireId => {
      origin.closeModal()
      if (origin.isOnScreen()) onMade(questionnaireId)
      showToast({ text: `The questionnaire is asked in ${periodName}.`, status: 'success' })
    })
  }
  return (
    <FormElement form={form} className="grid gap-4" onSubmit={send}>
      <SourceChoice
        source={source}
        onChoose={choose}
        periodName={periodName}
        hasOthers={others.length > 0}
        hasAny={present.length > 0}
      />
      {(source === 'again' || source === 'copy') && (
        <SelectInput
          form={form}
          name="original"
          placeholder="Choose one"
          options={originals.map(one => ({
            id: String(one.questionnaire_id),
            name: one.questionnaire_name
          }))}
        />
      )}
      {source === 'file' && (
        <>
          <FilePart onRead={setFile} />
          <Button
            size="s"
            kind="quiet"
            icon={DownloadIcon}
            className="justify-self-start"
            onClick={() => saveStructure(null)}
          >
            Download a blank workbook
          </Button>
        </>
      )}
      {source !== 'again' && (
        <>
          <TextInput form={form} name="questionnaire_name" maxLength={200} />
          <SelectInput
            form={form}
            name="questionnaire_type"
            options={[
              { id: 'standard', name: withTerms('Once for each {submission}') },
              { id: 'case', name: 'Once for each case, by case code' }
            ]}
          />
        </>
      )}
      <FormMessage form={form} />
      <div className="flex justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <SubmitButton disabled={isBlocked}>
          {source === 'again' ? `Ask again in ${periodName}` : 'Create questionnaire'}
        </SubmitButton>
      </div>
    </FormElement>
  )
}
