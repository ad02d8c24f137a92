import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { StrayAnswers } from '#browser/section/table/stray-answers.tsx'
import { $case, type CaseReference } from '#browser/stores/survey.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { PartStep } from './steps/part-step.tsx'
import { isPartAsked } from './steps/parts.ts'
import { ReviewStep } from './steps/review-step.tsx'
import { entryQuery, goTo, stepIn, type SurveyStep } from './steps/steps.ts'
import { SurveyBar } from './survey-bar.tsx'
import { SurveySkeleton } from './survey-skeleton.tsx'
import { $survey, openSurvey, retrySurvey, type OpenSurvey } from './survey.ts'

/** The survey, part by part, and the review at its end. */
export function SurveyWalk({ questionnaireId, submissionId, caseCode }: CaseReference) {
  useEffect(
    () => openSurvey({ questionnaireId, submissionId, caseCode }),
    [questionnaireId, submissionId, caseCode]
  )
  const survey = useStore($survey)
  if (survey.state === 'loading') return <SurveySkeleton label="Loading the questions" />
  if (survey.state === 'failed')
    return (
      <FailureNotice isPage what="The questions" failure={survey} onRetry={retrySurvey} className="mt-16" />
    )
  return (
    <div className="survey flex flex-col min-h-[calc(100dvh-56px)] pb-0">
      <SurveyBar reference={survey.value.reference} mayLeave />
      {survey.value.parts.some(isPartAsked) ? (
        <SurveySteps survey={survey.value} />
      ) : (
        <EmptyNotice
          isPage
          title="This survey has no questions"
          text="Its questions are still being written. Come back later."
        />
      )}
    </div>
  )
}

function SurveySteps({ survey }: { survey: OpenSurvey }) {
  useStore(survey.$status)
  const step = stepIn(useOwnSearch(), survey.parts)
  const isNowhere = step === null
  const check = useStore($case)
  usePageTitle(step === null ? undefined : stepName(step), check?.questionnaire_name ?? undefined)
  useEffect(() => {
    if (!isNowhere) return
    goTo(entryQuery(survey.parts), { replace: true })
  }, [isNowhere, survey])
  if (step === null) return null
  return (
    <>
      {[...new Set(survey.parts.map(part => part.engine))].map(engine => (
        <StrayAnswers key={engine.model.section.section_id} engine={engine} />
      ))}
      {step.is === 'review' ? <ReviewStep survey={survey} /> : <PartStep survey={survey} step={step} />}
    </>
  )
}

const stepName = (step: SurveyStep): string => (step.is === 'review' ? 'Check your answers' : step.part.name)

/** The query while this screen is shown. During a navigation elsewhere the step does not change. */
function useOwnSearch(): string {
  const [path] = useLocation()
  const search = useSearch()
  const [own, setOwn] = useState({ path, search })
  if (own.path === path && own.search !== search) setOwn({ path, search })
  return own.path === path ? search : own.search
}
