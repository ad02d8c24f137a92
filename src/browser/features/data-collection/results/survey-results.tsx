import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { countOf, formatCount } from '#lib/format.ts'
import { QuestionResults } from './question-results.tsx'
import {
  $surveySummary,
  shareIntervalText,
  loadSurveySummary,
  answerShareText,
  type SurveyedPeriod,
  type SurveySummary
} from './survey-summary.ts'

interface SurveyResultsProps {
  questionnaireId: number
  submission: { id: number; name: string }
  /** The page of the submission's questionnaires. */
  backPath: string
}

/** The answers to a submission's survey, compared with the period before. */
export default function SurveyResults({ questionnaireId, submission, backPath }: SurveyResultsProps) {
  const summary = useStore($surveySummary)
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
  const { questionnaire_name, surveyed_periods: periods, sections } = summary.value
  const [latest, before] = periods
  return (
    <>
      <header className="page-head">
        <div className="flex-1 min-w-0">
          <h1>{questionnaire_name}</h1>
          <p className="text-small text-ink-2 mt-0.5">
            {submission.name}, {latest?.time_period_name}
            {before && ` compared with ${before.time_period_name}`}
          </p>
        </div>
        <Link href={backPath} className={buttonClass()}>
          Back to data collection
        </Link>
      </header>
      {latest === undefined || latest.issued_count === 0 ? (
        <EmptyNotice
          title="No codes yet"
          text="Results appear here once respondents have completed the survey."
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ResponseFacts latest={latest} before={before} />
          <p className="text-small text-ink-2">{whatIsSeen(summary.value)}</p>
          <section className="card overflow-clip" aria-labelledby="survey-answers">
            <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <h2 id="survey-answers" className="flex-1">
                Answers so far
              </h2>
              <Legend latest={latest} before={before} />
            </header>
            {sections.map(({ section_id, section_name, questions }) => (
              <div key={section_id}>
                <p className="px-4 py-2 bg-sunken border-0 border-t border-solid border-line text-tiny font-medium text-ink-2">
                  {section_name}
                </p>
                {questions.map(question => (
                  <QuestionResults
                    key={`${question.question_id}/${question.row_id}/${question.column_id}`}
                    question={question}
                    summary={summary.value}
                  />
                ))}
              </div>
            ))}
          </section>
        </div>
      )}
    </>
  )
}

const whatIsSeen = ({ sees_cases, minimum_case_count }: SurveySummary): string =>
  sees_cases
    ? `You may read single cases, so all answers are shown. Other readers see totals of at least ${formatCount(minimum_case_count)} cases.`
    : `You see totals of at least ${formatCount(minimum_case_count)} cases. Only programme admins see single cases.`

/** How many have answered. */
function ResponseFacts({ latest, before }: { latest: SurveyedPeriod; before: SurveyedPeriod | undefined }) {
  const { issued_count, started_count, completed_count } = latest
  const left = issued_count - completed_count
  return (
    <dl className="card grid m-0 sm:grid-cols-3 [&>div]:px-4 [&>div]:py-3">
      <ResponseFact
        figure={answerShareText(completed_count, issued_count)}
        name="response rate"
        detail={`${formatCount(completed_count)} complete of ${countOf(issued_count, 'code')}, ${shareIntervalText(completed_count, issued_count)}`}
      />
      <ResponseFact
        figure={formatCount(left)}
        name="not complete yet"
        detail={`${formatCount(started_count)} started, ${formatCount(left - started_count)} unused`}
      />
      {before && before.issued_count > 0 && (
        <ResponseFact
          figure={answerShareText(before.completed_count, before.issued_count)}
          name={`in ${before.time_period_name}`}
          detail={`${formatCount(before.completed_count)} of ${formatCount(before.issued_count)}`}
        />
      )}
    </dl>
  )
}

const ResponseFact = ({ figure, name, detail }: { figure: string; name: string; detail: string }) => (
  <div>
    <dt className="text-small font-medium">
      <b className="text-title tabular-nums">{figure}</b> {name}
    </dt>
    <dd className="m-0 text-tiny text-ink-2">{detail}</dd>
  </div>
)

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
