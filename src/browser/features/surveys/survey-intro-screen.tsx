import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { $case, type CaseCheck, type CaseReference } from '#browser/stores/survey.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { ProgressBar } from '#browser/ui/progress.tsx'
import { closingDay } from '#domain/projects/window-days.ts'
import { preload } from '#lib/chunk.ts'
import { formatDistance } from '#lib/format-distance.ts'
import { formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { SupportContact } from './contact.tsx'
import { estimate, estimateText } from './estimate.ts'
import { SurveySavingState } from './steps/saving-state.tsx'
import { SurveyBar } from './survey-bar.tsx'
import { SurveySkeleton } from './survey-skeleton.tsx'
import { surveyWalk } from './survey-walk-chunk.ts'
import { $survey, openSurvey, retrySurvey, type OpenSurvey } from './survey.ts'

/** Tells the respondent how long it takes and what happens to the answers, and starts the survey. */
export default function SurveyIntroScreen({ questionnaireId, submissionId, caseCode }: CaseReference) {
  // Opened as on the next page, so that answers that an earlier visit left on this device count and are sent.
  useEffect(
    () => openSurvey({ questionnaireId, submissionId, caseCode }),
    [questionnaireId, submissionId, caseCode]
  )
  useEffect(() => preload(surveyWalk), [])
  const survey = useStore($survey)
  const check = useStore($case)
  usePageTitle(check?.questionnaire_name ?? undefined)
  const reference = { questionnaireId, submissionId, caseCode }
  if (survey.state === 'failed')
    return <FailureNotice isPage what="The survey" failure={survey} onRetry={retrySurvey} className="mt-16" />
  if (survey.state === 'loading' || check === null) return <SurveySkeleton label="Loading the survey" />
  return (
    <div className="survey">
      <SurveyBar reference={reference} />
      <h1>{check.questionnaire_name}</h1>
      <p className="mt-1 text-ink-2">
        {check.organisation_name}, {check.submission_name}
        <span className="sm:hidden">, case {check.case_code}</span>
      </p>
      {estimate(survey.value.sections).questions === 0 ? (
        <EmptyNotice
          title="This survey has no questions yet"
          text="Its questions are still being written. Come back later."
        />
      ) : (
        <SurveyInvitation survey={survey.value} check={check} />
      )}
      <SupportContact />
    </div>
  )
}

function SurveyInvitation({ survey, check }: { survey: OpenSurvey; check: CaseCheck }) {
  const { reference, sections } = survey
  const { percent, unsaved, lines } = useStore(survey.$status)
  const isStarted =
    check.status === 'started' || unsaved > 0 || lines.some(({ counts }) => counts.answered_count > 0)
  return (
    <>
      <dl className="grid sm:grid-cols-[max-content_minmax(0,1fr)] gap-x-6 sm:gap-y-3 max-sm:[&>dd]:mb-3 mt-6 py-5 border-0 border-y border-solid border-line">
        <dt className="text-ink-3">Time</dt>
        <dd>{estimateText(sections)}</dd>
        <dt className="text-ink-3">Saving</dt>
        <dd>Each answer is saved as you go. You can stop and come back with the same code.</dd>
        <dt className="text-ink-3">Privacy</dt>
        <dd>
          <Privacy organisation={check.organisation_name ?? ''} />
        </dd>
        {check.closes_at !== null && (
          <>
            <dt className="text-ink-3">Open until</dt>
            <dd>
              {formatDay(closingDay(check.closes_at))}, {formatDistance(closingDay(check.closes_at))}
            </dd>
          </>
        )}
      </dl>
      {isStarted && (
        <div className="mt-5">
          <p className="flex justify-between text-small text-ink-2 mb-2">
            <span>Answered so far</span>
            <span className="tabular-nums">{percent}%</span>
          </p>
          <ProgressBar percent={percent} label="Answered so far" />
          {unsaved > 0 && <SurveySavingState survey={survey} />}
        </div>
      )}
      <Link
        href={paths.surveyQuestions(reference.questionnaireId, reference.submissionId, reference.caseCode)}
        className={`${buttonClass({ kind: 'main', size: 'l' })} mt-6 max-sm:w-full`}
      >
        {isStarted ? 'Resume' : 'Start'}
      </Link>
    </>
  )
}

function Privacy({ organisation }: { organisation: string }) {
  const { privacy_url } = useStore($siteConfig)
  return (
    <>
      Your answers go to {organisation} under the case code, without your name. You cannot change them once
      submitted.
      {privacy_url !== '' && (
        <>
          {' '}
          <a href={privacy_url} className="underline">
            Privacy notice
          </a>
        </>
      )}
    </>
  )
}
