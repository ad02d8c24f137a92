import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SupportContact } from '#browser/features/surveys/contact.tsx'
import { $surveyClosedReason, clearSurveyClosedReason } from '#browser/stores/survey.ts'
import { CodeForm } from './code-form.tsx'
import type { SurveyAddress } from './enter-code.ts'
import { Refusal } from './refusal.tsx'

/** A survey's own page: asks for the code of the case. */
export default function SurveyCodeScreen(survey: SurveyAddress) {
  const reason = useStore($surveyClosedReason)
  // A refusal from an earlier visit does not apply.
  useEffect(clearSurveyClosedReason, [])
  return (
    <div className="survey">
      <h1>Enter your case code</h1>
      <p className="mt-2 text-ink-2">
        It is on your invitation and opens the survey for one case. You do not need an account.
      </p>
      <CodeForm survey={survey} verb="Open the survey" />
      {reason !== null && <Refusal reason={reason} />}
      <SupportContact />
    </div>
  )
}
