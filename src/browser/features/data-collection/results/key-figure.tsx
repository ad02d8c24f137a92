import { Link } from 'wouter'
import type { AnswerDistribution, SummarisedQuestion } from '#contract/survey-summary.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { shareInPercent } from '#domain/figures/share-in-percent.ts'
import { figureText } from '#domain/figures/shown-figures.ts'
import { formatCount } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { answerText, shareIntervalText, type KeyChoice, type QuestionResultsProps } from './survey-summary.ts'

interface KeyFigureProps extends QuestionResultsProps {
  choice: KeyChoice | null
  latest: AnswerDistribution
  before: AnswerDistribution | undefined
}

/** The key figure, and the charts that show it. */
export function KeyFigure({ question, summary, projectCode, choice, latest, before }: KeyFigureProps) {
  const earlierPeriod = summary.surveyed_periods[1]?.time_period_name ?? ''
  const lines = [
    ...(choice && latest.n
      ? [
          shareIntervalText(choice.countIn(latest), latest.n),
          ...(before?.n
            ? [
                `${earlierPeriod}: ${shareInPercent(choice.countIn(before), before.n)}, n ${formatCount(before.n)}`
              ]
            : [])
        ]
      : []),
    ...numberLines(question, latest, before, earlierPeriod)
  ]
  return (
    <div className="text-tiny text-ink-2 md:pt-6">
      {choice && latest.n ? (
        <>
          <b className="text-section-strong text-ink tabular-nums">
            {shareInPercent(choice.countIn(latest), latest.n)}
          </b>
          <p className="text-small font-medium text-ink">
            {choice.names.join(', ')}
            {choice.isTop && ', the top answer'}
          </p>
        </>
      ) : (
        latest.Median !== null && (
          <>
            <b className="text-section-strong text-ink tabular-nums">{answerText(question, latest.Median)}</b>
            <p className="text-small font-medium text-ink">median</p>
          </>
        )
      )}
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
      <ChartLinks question={question} projectCode={projectCode} />
    </div>
  )
}

/** Each chart once, however many options it counts. A chart in no group has no page. */
function ChartLinks({ question, projectCode }: Pick<QuestionResultsProps, 'question' | 'projectCode'>) {
  const charts = new Map(question.aggregating_charts.map(chart => [chart.chart_id, chart]))
  return [...charts.values()].map(({ chart_id, chart_name, explorer_type, group_slug }) => (
    <p key={chart_id} className="mt-1.5">
      {explorer_type !== null && group_slug !== null ? (
        <Link href={paths.explorerDetail(projectCode, explorer_type, group_slug, chart_id)}>
          Chart: {chart_name}
        </Link>
      ) : (
        `Chart: ${chart_name}`
      )}
    </p>
  ))
}

function numberLines(
  question: SummarisedQuestion,
  { Mean, Q1, Q3 }: AnswerDistribution,
  before: AnswerDistribution | undefined,
  earlierPeriod: string
): string[] {
  if (Mean === null || Q1 === null || Q3 === null) return []
  if (typeOf(question).options === 'steps') return [`Mean ${figureText(Mean, 1)}`]
  return [
    `Mean ${answerText(question, Mean)}`,
    `Middle half ${answerText(question, Q1)} to ${answerText(question, Q3)}`,
    ...(typeof before?.Median === 'number'
      ? [`${earlierPeriod}: median ${answerText(question, before.Median)}`]
      : [])
  ]
}
