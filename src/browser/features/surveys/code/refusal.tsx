import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $lastInvalidUrl } from '#browser/stores/survey.ts'
import type { SurveyClosedReason } from '#contract/case-codes.ts'
import { paths } from '#programme/paths.ts'
import { caseFromUrl } from './enter-code.ts'
import { reasonText } from './reason-text.ts'

/** Why the code that was just tried is refused. */
export function Refusal({ reason }: { reason: SurveyClosedReason }) {
  const { title, text } = reasonText(reason)
  return (
    <div role="alert" className="mt-5 px-4 py-3 rounded-lg bg-surface border border-solid border-line">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-small text-ink-2">{text}</p>
      {reason === 'completed' && <ConfirmationLink />}
    </div>
  )
}

/** The only page that a submitted case still opens. */
export function ConfirmationLink() {
  const reference = caseFromUrl(useStore($lastInvalidUrl))
  if (reference === null || reference.caseCode === '') return null
  return (
    <Link
      href={paths.surveyComplete(reference.questionnaireId, reference.submissionId, reference.caseCode)}
      className="inline-block mt-2 text-small underline"
    >
      See the submitted answers
    </Link>
  )
}
