import { useStore } from '@nanostores/react'
import { SupportContact } from '#browser/features/surveys/contact.tsx'
import { $lastInvalidUrl, $surveyClosedReason } from '#browser/stores/survey.ts'
import { CodeForm } from './code-form.tsx'
import { caseFromUrl } from './enter-code.ts'
import { reasonText } from './reason-text.ts'
import { ConfirmationLink } from './refusal.tsx'

/** /surveys/404: why the code opens nothing, and a field to try another. */
export default function SurveyRefusedScreen() {
  const reason = useStore($surveyClosedReason)
  const reference = caseFromUrl(useStore($lastInvalidUrl))
  const { title, text } = reasonText(reason)
  return (
    <div className="survey">
      <div role="status">
        <h1>{title}</h1>
        <p className="mt-2 text-ink-2">{text}</p>
      </div>
      {reason === 'completed' && <ConfirmationLink />}
      {reference !== null && (
        <CodeForm
          survey={reference}
          tried={reference.caseCode}
          isUnknown={reason === 'not_found'}
          verb="Try this code"
        />
      )}
      <SupportContact />
    </div>
  )
}
