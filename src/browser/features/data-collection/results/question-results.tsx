import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import type { AnswerDistribution, SummarisedQuestion } from '#contract/survey-summary.ts'
import { shareInPercent } from '#domain/figures/share-in-percent.ts'
import { formatCount } from '#lib/format.ts'
import { KeyFigure } from './key-figure.tsx'
import { answerText, keyChoice, type QuestionResultsProps } from './survey-summary.ts'

/** The answers to one question, with its key figure. */
export function QuestionResults({ question, summary, projectCode }: QuestionResultsProps) {
  const [latest, before] = question.distributions
  const heading = <QuestionHeading question={question} summary={summary} latest={latest} before={before} />
  const frame = 'px-4 py-3 border-0 border-t border-solid border-line'
  if (!latest)
    return (
      <div className={frame}>
        {heading}
        <AnswersInWords question={question} summary={summary} />
      </div>
    )
  if (latest.is_held_back)
    return (
      <div className={frame}>
        {heading}
        <p className="flex gap-2 rounded border border-dashed border-line-field px-3 py-2 text-small">
          <Icon of={Lock} className="mt-px text-ink-2" />
          <span>
            <b className="font-medium">Not shown: fewer than {summary.minimum_case_count} cases.</b> The exact
            number is not shown either.
          </span>
        </p>
      </div>
    )
  const key = keyChoice(question)
  const told = before && !before.is_held_back ? before : undefined
  return (
    <div className={`${frame} grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_168px]`}>
      <div className="min-w-0">
        {heading}
        {latest.choices.length > 0 ? (
          <ChoiceBars question={question} latest={latest} before={told} keys={key?.names ?? []} />
        ) : (
          <Bins question={question} latest={latest} />
        )}
      </div>
      <KeyFigure
        question={question}
        summary={summary}
        projectCode={projectCode}
        choice={key}
        latest={latest}
        before={told}
      />
    </div>
  )
}

interface Distributions {
  latest: AnswerDistribution | undefined
  before: AnswerDistribution | undefined
}

function QuestionHeading({
  question,
  summary,
  latest,
  before
}: Omit<QuestionResultsProps, 'projectCode'> & Distributions) {
  const counts = [
    ...(typeof latest?.n === 'number' ? [`n ${formatCount(latest.n)}`] : []),
    ...(typeof before?.n === 'number' && summary.surveyed_periods[1]
      ? [`${summary.surveyed_periods[1].time_period_name} n ${formatCount(before.n)}`]
      : [])
  ]
  return (
    <h3 className="flex flex-wrap items-baseline gap-x-2 mb-2 text-section-strong">
      {[question.question_text, question.cell_name].filter(part => part !== '').join(' · ')}
      <span className="text-tiny font-normal text-ink-3 tabular-nums">{counts.join(', ')}</span>
    </h3>
  )
}

interface ChoiceBarsProps {
  question: SummarisedQuestion
  latest: AnswerDistribution
  before: AnswerDistribution | undefined
  /** The names of the choices that the figure is about. */
  keys: readonly string[]
}

function ChoiceBars({ question, latest, before, keys }: ChoiceBarsProps) {
  const isCharted = question.aggregating_charts.length > 0
  return (
    <table className="w-full" aria-label={question.question_text}>
      <tbody>
        {latest.choices.map(({ option_name, count }, index) => {
          const isKey = keys.includes(option_name)
          const earlier = before?.n ? (before.choices[index]?.count ?? 0) / before.n : null
          return (
            <tr key={`${index} ${option_name}`} className="text-small">
              <th scope="row" className={`w-33 pr-2 text-left ${isKey ? 'font-medium' : 'font-normal'}`}>
                {option_name}
              </th>
              <td className="py-1">
                <AnswerBar
                  share={latest.n ? count / latest.n : 0}
                  before={earlier}
                  isKey={isKey && isCharted}
                />
              </td>
              <td className="w-12 text-right tabular-nums">
                {latest.n ? shareInPercent(count, latest.n) : ''}
              </td>
              <td className="w-10 text-right tabular-nums text-ink-3">{formatCount(count)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A bar from 0 to 100%; the line is the period before. The figures beside it say the same. */
function AnswerBar({ share, before, isKey }: { share: number; before: number | null; isKey: boolean }) {
  return (
    <div aria-hidden="true" className="relative h-3 rounded-sm bg-sunken">
      <div
        className={`absolute inset-y-0 left-0 rounded-sm ${isKey ? 'bg-brand-mark' : 'bg-brand-line'}`}
        style={{ width: `${share * 100}%` }}
      />
      {before !== null && (
        <div className="absolute -inset-y-0.5 w-0.5 bg-ink" style={{ left: `${before * 100}%` }} />
      )}
    </div>
  )
}

function Bins({ question, latest: { bins } }: { question: SummarisedQuestion; latest: AnswerDistribution }) {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  return (
    <table className="w-full table-fixed" aria-label={question.question_text}>
      <tbody>
        <tr>
          {bins.map(({ from, to, count }) => (
            <td
              key={`${from} ${to}`}
              className="px-0.5 align-bottom text-center text-tiny text-ink-2 tabular-nums"
            >
              {formatCount(count)}
              <div
                aria-hidden="true"
                className="rounded-t-sm bg-brand-line"
                style={{ height: `${(count / most) * 44}px` }}
              />
            </td>
          ))}
        </tr>
        <tr>
          {bins.map(({ from, to }, index) => (
            <th
              key={`${from} ${to}`}
              scope="col"
              className="px-0.5 pt-1 border-0 border-t border-solid border-line text-tiny font-normal text-ink-3 tabular-nums"
            >
              {index === 0
                ? `${answerText(question, from)} to ${answerText(question, to)}`
                : `to ${answerText(question, to)}`}
            </th>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

/** Answers in words: for those who may read single cases. */
function AnswersInWords({ question, summary }: Omit<QuestionResultsProps, 'projectCode'>) {
  if (!summary.sees_cases)
    return (
      <p className="flex gap-2 text-small text-ink-2">
        <Icon of={Lock} className="mt-px" />
        Not shown to you: an answer in words can identify a person. Only programme admins can read it.
      </p>
    )
  if (question.texts.length === 0) return <p className="text-small text-ink-2">No answers yet.</p>
  return (
    <ul className="grid gap-1 m-0 pl-4 text-small">
      {question.texts.map((text, index) => (
        <li key={index} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  )
}
