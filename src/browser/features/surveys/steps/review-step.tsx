import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { OpenSurvey } from '#browser/features/surveys/survey.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronLeft } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { paths } from '#programme/paths.ts'
import { AnswerList } from './answer-list.tsx'
import { pagesOf } from './pages.ts'
import { reviewParts } from './review-answers.ts'
import { SurveySavingState } from './saving-state.tsx'
import { StepHeading } from './step-heading.tsx'
import { goTo, partQuery } from './steps.ts'
import { submitSurvey } from './submit.ts'
import { SurveyProgress } from './survey-progress.tsx'

/** All answers, what is missing, and the submit button. */
export function ReviewStep({ survey }: { survey: OpenSurvey }) {
  const status = useStore(survey.$status)
  const written = reviewParts(survey.parts)
  const faults = written.flatMap(({ part, answers }) =>
    answers.filter(answer => answer.fault !== null).map(answer => ({ part, answer }))
  )
  const first = faults[0]
  const pages = useSmallWindow() ? pagesOf(survey.parts) : []
  const hasPages = pages.length > 0
  const then = hasPages ? 'review' : undefined
  const lastPage = pages.at(-1)
  const last = written.at(-1)
  return (
    <>
      <SurveyProgress text="Check your answers" percent={status.percent} />
      <StepHeading title="Check your answers" />
      <p className="mt-1 text-ink-2">
        {first === undefined
          ? 'Nothing is missing. You cannot change the answers once submitted.'
          : `${countOf(faults.length, 'answer')} ${faults.length === 1 ? 'needs' : 'need'} your attention before you can submit.`}
      </p>
      {written.map(({ part, ...shown }) => (
        <AnswerList
          key={part.subSection.sub_section_id}
          part={shown}
          linkTo={key => partQuery(survey.parts, part, key, then)}
          isEachChanged={hasPages}
          aside={
            !hasPages && (
              <Link
                href={partQuery(survey.parts, part)}
                className="text-small"
                aria-label={`Change: ${shown.name}`}
              >
                Change
              </Link>
            )
          }
        />
      ))}
      <div className="survey-foot sm:mt-7 max-sm:mt-6! border-0 border-t border-solid border-line">
        {last !== undefined && (
          <Link
            href={partQuery(survey.parts, last.part, lastPage?.key)}
            className={buttonClass({ size: 'l' })}
          >
            <Icon of={ChevronLeft} />
            Back
          </Link>
        )}
        <SurveySavingState survey={survey} />
        <Submit
          survey={survey}
          onMissing={
            first === undefined
              ? null
              : () => goTo(partQuery(survey.parts, first.part, first.answer.key, then))
          }
        />
      </div>
    </>
  )
}

/** If something is missing, the button goes there instead of doing nothing. */
function Submit({ survey, onMissing }: { survey: OpenSurvey; onMissing: (() => void) | null }) {
  const [fault, setFault] = useState('')
  const submit = async () => {
    const origin = rememberOrigin()
    const result = await submitSurvey(survey)
    if (!result.ok)
      return setFault(failureText(result.error, 'Your answers are kept. Submit them when you are online.'))
    const { questionnaireId, submissionId, caseCode } = survey.reference
    // Replaces the review in history, so that Back does not return to a submitted survey.
    if (origin.isOnScreen())
      navigate(paths.surveyComplete(questionnaireId, submissionId, caseCode), { replace: true })
  }
  return (
    <div className="grid justify-items-end gap-1.5">
      <Button kind="main" size="l" onClick={onMissing ?? submit}>
        {onMissing === null ? 'Submit' : 'Go to the first missing answer'}
      </Button>
      <ErrorText>{fault}</ErrorText>
    </div>
  )
}
