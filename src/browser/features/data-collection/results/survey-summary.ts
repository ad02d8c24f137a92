// The results of a survey: what its complete cases have answered, by question.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { $session } from '#browser/stores/session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import {
  getSurveySummary,
  type AnswerDistribution,
  type SummarisedQuestion
} from '#contract/survey-summary.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { wilsonInterval, zOf } from '#domain/figures/intervals.ts'
import { figureText, shownFigure } from '#domain/figures/shown-figures.ts'

export type SurveySummary = ReplyOf<typeof getSurveySummary>
export type SurveyedPeriod = SurveySummary['surveyed_periods'][number]

/** What the parts of a question's results are drawn from. */
export interface QuestionResultsProps {
  question: SummarisedQuestion
  summary: SurveySummary
  projectCode: string
}

export const $surveySummary = loadableStore<SurveySummary>()

export interface SurveyScope {
  questionnaireId: number
  submissionId: number
}

/** Keyed by user: what a reply contains depends on who asks. */
export const loadSurveySummary = ({ questionnaireId, submissionId }: SurveyScope): Promise<void> =>
  $surveySummary.load(`${$session.get().user?.sub ?? ''}/${questionnaireId}/${submissionId}`, () =>
    call(getSurveySummary, { query: { questionnaire_id: questionnaireId, submission_id: submissionId } })
  )

export const shareIntervalOf = (part: number, whole: number): readonly [number, number] =>
  wilsonInterval(part, whole, zOf('95'))

/** '95% interval 80 to 95%'. */
export function shareIntervalText(part: number, whole: number): string {
  const [lower, upper] = shareIntervalOf(part, whole)
  return `95% interval ${figureText(100 * lower, 0)} to ${figureText(100 * upper, 0)}%`
}

/** A mean, a median or a limit of a range, as the question's answers are written. */
export const answerText = (question: SummarisedQuestion, value: number): string =>
  typeOf(question).figureText(shownFigure(value, typeOf(question).isSummed ? 1 : 0))

/** The choice that a chart counts, or that a reader looks for first: yes, and the highest step of a scale. */
export interface KeyChoice {
  names: string[]
  isTop: boolean
  countIn: (distribution: AnswerDistribution) => number
}

export function keyChoice(question: SummarisedQuestion): KeyChoice | null {
  const type = typeOf(question)
  const [latest] = question.distributions
  if (!latest || latest.choices.length === 0) return null
  const share = question.aggregating_charts.find(
    ({ aggregate_kind, option_ids }) => aggregate_kind === 'share' && option_ids.length > 0
  )
  const isTop = !share && type.options === 'steps'
  const isKey = (choice: AnswerDistribution['choices'][number], index: number, all: number): boolean =>
    share
      ? share.option_ids.includes(choice.option_id)
      : type.holds === 'yes_no'
        ? index === 0
        : isTop && index === all - 1
  const keysOf = ({ choices }: AnswerDistribution) =>
    choices.filter((choice, index) => isKey(choice, index, choices.length))
  // One case may have chosen several options, so their counts do not add up.
  if (type.holds === 'options' && (share?.option_ids.length ?? 0) > 1) return null
  const names = keysOf(latest).map(choice => choice.option_name)
  if (names.length === 0) return null
  return {
    names,
    isTop,
    countIn: distribution => keysOf(distribution).reduce((sum, { count }) => sum + count, 0)
  }
}
