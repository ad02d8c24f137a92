// A submission's figure from the cases of its survey, or from the rows of a repeating block. Pure.

import { deviation } from 'd3-array'
import type { Aggregate, AggregateKind } from '#contract/chart-aggregates.ts'
import type { CellValue, QuestionType } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { plus, times } from './decimals.ts'
import { quantile } from './statistics.ts'

/**
 * A number that the figures of a question are made of. In text, because the formula of a chart and editions name it:
 * `units` are the complete cases or the rows in use, `answered` those with an answer, `chosen=4,7` those with one of these options.
 */
export type Tally = string

/** A tally and its role in a figure. */
export interface TallyPart {
  role: 'value' | 'numerator' | 'denominator' | 'standard_deviation'
  tally: Tally
}

const sortedIds = (ids: readonly number[]): string => [...new Set(ids)].toSorted((a, b) => a - b).join(',')

const partsByKind: Record<AggregateKind, (aggregate: Aggregate) => TallyPart[]> = {
  count: () => [{ role: 'value', tally: 'units' }],
  sum: () => [{ role: 'value', tally: 'total' }],
  median: () => [{ role: 'value', tally: 'median' }],
  response_rate: () => ratioParts('units', 'issued'),
  mean: () => [...ratioParts('total', 'answered'), { role: 'standard_deviation', tally: 'deviation' }],
  share: ({ option_ids }) => ratioParts(`chosen=${sortedIds(option_ids)}`, 'answered'),
  top_box: () => ratioParts('top', 'answered')
}

function ratioParts(numerator: Tally, denominator: Tally): TallyPart[] {
  return [
    { role: 'numerator', tally: numerator },
    { role: 'denominator', tally: denominator }
  ]
}

/** The tallies that a figure is made of: one value, or a ratio with its denominator. */
export const tallyParts = (aggregate: Aggregate): TallyPart[] => partsByKind[aggregate.kind](aggregate)

/** Counts and sums can be added to cells or divided by them; all other figures stand alone. */
export const isAdditive = ({ kind }: Pick<Aggregate, 'kind'>): boolean => kind === 'count' || kind === 'sum'

/** The answers of a submission to one question, each different one with how often it was given. */
export interface CountedAnswers {
  /** Complete cases, or rows in use. */
  units: number
  /** Codes that were issued and not withdrawn; null for rows. */
  issued: number | null
  answers: readonly (readonly [value: Exclude<CellValue, null>, count: number])[]
}

export interface TalliedQuestion {
  question_type: QuestionType
  /** In the order of its options. */
  option_ids: readonly number[]
}

export type TallyResult = number | null | 'too few'

/**
 * A tally of one submission; null if there is nothing to calculate it from. There is none for fewer respondents than the
 * minimum: for a question, those who answered it count, for a survey its complete cases. Rows are entered by the organisation
 * itself and have no minimum.
 */
export function tallyOf(
  tally: Tally,
  question: TalliedQuestion,
  counted: CountedAnswers,
  minimumCount: number
): TallyResult {
  const { units, issued, answers } = counted
  const answered = answers.reduce((sum, [, count]) => sum + count, 0)
  const isOfSurvey = tally === 'units' || tally === 'issued'
  if (issued !== null && (isOfSurvey ? units : answered) < minimumCount) return 'too few'
  if (tally === 'units') return units
  if (tally === 'issued') return issued
  if (tally === 'answered') return answered
  if (tally === 'top') return countChosen(answers, value => value === question.option_ids.length)
  if (tally.startsWith('chosen=')) return countChosen(answers, choiceOf(tally, question))
  return numericTally(tally, counted)
}

type AnswerTest = (value: CountedAnswers['answers'][number][0]) => boolean

function choiceOf(tally: Tally, { question_type, option_ids }: TalliedQuestion): AnswerTest {
  if (typeOf({ question_type }).holds === 'yes_no') return value => value === 'yes'
  const ids = new Set(tally.slice('chosen='.length).split(',').map(Number))
  if (typeOf({ question_type }).options === 'steps')
    return value => ids.has(option_ids[Number(value) - 1] ?? 0)
  return value => (Array.isArray(value) ? value.some(id => ids.has(id)) : ids.has(Number(value)))
}

const countChosen = (answers: CountedAnswers['answers'], isChosen: AnswerTest): number | null =>
  answers.length === 0
    ? null
    : answers.reduce((sum, [value, count]) => sum + (isChosen(value) ? count : 0), 0)

function numericTally(tally: Tally, { units, answers }: CountedAnswers): number | null {
  const sorted = answers
    .filter((answer): answer is readonly [number, number] => typeof answer[0] === 'number')
    .toSorted(([a], [b]) => a - b)
  // A block without rows adds up to 0; rows without a number add up to nothing.
  if (tally === 'total')
    return sorted.length === 0 && units > 0
      ? null
      : sorted.reduce((sum, [value, count]) => plus(sum, times(value, count)), 0)
  const numbers = sorted.flatMap(([value, count]) => Array.from<number>({ length: count }).fill(value))
  return tally === 'median' ? quantile(numbers, 0.5) : (deviation(numbers) ?? null)
}
