import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { CaseCodesDialog } from '#browser/features/data-collection/codes/case-codes-dialog.tsx'
import { codesOfSurvey } from '#browser/features/data-collection/codes/codes-of-survey.ts'
import { $hub } from '#browser/features/data-collection/hub/data-collection.ts'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { QuestionResults } from './question-results.tsx'
import { ResponseFacts } from './response-facts.tsx'
import { ResultsHead, type ResultsPart } from './results-head.tsx'
import { ResultsParts, partAnchor } from './results-parts.tsx'
import {
  $surveySummary,
  loadSurveySummary,
  type SurveyedPeriod,
  type SurveySummary
} from './survey-summary.ts'

interface SurveyResultsProps {
  projectCode: string
  questionnaireId: number
  submission: { id: number; name: string }
}

/** A survey of a submission: its answers, compared with the period before, or its codes. */
export default function SurveyResults({ projectCode, questionnaireId, submission }: SurveyResultsProps) {
  const summary = useStore($surveySummary)
  const hub = useStore($hub)
  const [params] = useSearchParams()
  const name = summary.state === 'ready' ? summary.value.questionnaire_name : undefined
  usePageTitle(name && `Results of ${name}`, submission.name)
  const scope = { questionnaireId, submissionId: submission.id }
  useEffect(
    () => void loadSurveySummary({ questionnaireId, submissionId: submission.id }),
    [questionnaireId, submission.id]
  )
  if (summary.state === 'failed')
    return (
      <FailureNotice
        page="Results"
        what="The results"
        failure={summary}
        onRetry={() => loadSurveySummary(scope)}
      />
    )
  if (summary.state === 'loading') return <SkeletonLines lines={8} label="Loading the results" />
  const [latest, before] = summary.value.surveyed_periods
  const survey =
    hub.state === 'ready'
      ? hub.value.find(({ questionnaire }) => questionnaire.questionnaire_id === questionnaireId)
      : undefined
  const part: ResultsPart = survey && params.get('part') === 'cases' ? 'cases' : 'results'
  return (
    <>
      <ResultsHead
        projectCode={projectCode}
        summary={summary.value}
        submissionName={submission.name}
        part={part}
        hasCases={survey !== undefined}
      />
      {part === 'cases' && survey ? (
        <CaseCodesDialog {...codesOfSurvey(survey.questionnaire, submission)} />
      ) : latest === undefined || latest.issued_count === 0 ? (
        <EmptyNotice
          title="No codes yet"
          text="Results appear here once respondents have completed the survey."
        />
      ) : (
        <ResultsParts summary={summary.value}>
          <ResponseFacts latest={latest} before={before} />
          <Answers projectCode={projectCode} summary={summary.value} latest={latest} before={before} />
        </ResultsParts>
      )}
    </>
  )
}

interface AnswersProps {
  projectCode: string
  summary: SurveySummary
  latest: SurveyedPeriod
  before: SurveyedPeriod | undefined
}

/** Every question of the survey with what was answered. */
function Answers({ projectCode, summary, latest, before }: AnswersProps) {
  return (
    <section className="card overflow-clip" aria-labelledby="survey-answers">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
        <h2 id="survey-answers" className="flex-1">
          Answers so far
        </h2>
        <Legend latest={latest} before={before} />
      </header>
      {summary.sections.map(({ section_id, section_name, questions }) => (
        <div key={section_id}>
          <p
            id={partAnchor(section_id)}
            className="scroll-mt-28 px-4 py-2 bg-sunken border-0 border-t border-solid border-line text-tiny font-medium text-ink-2"
          >
            {section_name}
          </p>
          {questions.map(question => (
            <QuestionResults
              key={`${question.question_id}/${question.row_id}/${question.column_id}`}
              question={question}
              summary={summary}
              projectCode={projectCode}
            />
          ))}
        </div>
      ))}
    </section>
  )
}

const Legend = ({ latest, before }: { latest: SurveyedPeriod; before: SurveyedPeriod | undefined }) => (
  <p className="flex flex-wrap gap-x-4 text-tiny text-ink-2">
    <span className="flex items-center gap-1.5">
      <i aria-hidden="true" className="w-3.5 h-2.5 rounded-sm bg-brand-line" />
      {latest.time_period_name}
    </span>
    {before && (
      <span className="flex items-center gap-1.5">
        <i aria-hidden="true" className="w-0.5 h-3 bg-ink" />
        {before.time_period_name}
      </span>
    )}
    <span className="flex items-center gap-1.5">
      <i aria-hidden="true" className="w-3.5 h-2.5 rounded-sm bg-brand-mark" />
      used in a chart
    </span>
  </p>
)
