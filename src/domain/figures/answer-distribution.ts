// What the complete cases of a survey answered to one question. Pure.

import type { AnswerDistribution } from '#contract/survey-summary.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import type { CountedAnswers, TalliedQuestion } from './aggregates.ts'
import { binsOf } from './bins.ts'
import { averagesOfSorted } from './statistics.ts'

interface DistributedQuestion extends TalliedQuestion {
  option_names: readonly string[]
}

type Distribution = Omit<AnswerDistribution, 'time_period_id'>

const NOTHING: Distribution = {
  is_held_back: true,
  n: null,
  choices: [],
  bins: [],
  Mean: null,
  Median: null,
  Q1: null,
  Q3: null
}

/** Held back as a whole below the minimum: parts of it, or the number of answers, would reveal the answers of too few. */
export function distributionOf(
  question: DistributedQuestion,
  answers: CountedAnswers['answers'],
  minimumCount: number
): Distribution {
  const n = answers.reduce((sum, [, count]) => sum + count, 0)
  if (n < minimumCount) return NOTHING
  const told = { ...NOTHING, is_held_back: false, n, choices: countChoices(question, answers) }
  if (typeOf(question).holds !== 'number') return told
  const numbers = answers
    .flatMap(([value, count]) => Array.from<number>({ length: count }).fill(Number(value)))
    .toSorted((a, b) => a - b)
  const { Mean, Median, Q1, Q3 } = averagesOfSorted(numbers)
  const averages = { ...told, Mean, Median, Q1, Q3 }
  if (typeOf(question).options === 'steps') return averages
  const { edges, counts } = binsOf(numbers)
  return { ...averages, bins: counts.map((count, at) => ({ from: edges[at]!, to: edges[at + 1]!, count })) }
}

function countChoices(
  { question_type, option_ids, option_names }: DistributedQuestion,
  answers: CountedAnswers['answers']
): Distribution['choices'] {
  const { holds, options } = typeOf({ question_type })
  const countOf = (isChosen: (value: CountedAnswers['answers'][number][0]) => boolean): number =>
    answers.reduce((sum, [value, count]) => sum + (isChosen(value) ? count : 0), 0)
  if (holds === 'yes_no')
    return (['yes', 'no'] as const).map(answer => ({
      option_id: 0,
      option_name: answer === 'yes' ? 'Yes' : 'No',
      count: countOf(value => value === answer)
    }))
  return option_ids.map((option_id, index) => ({
    option_id,
    option_name: option_names[index] ?? '',
    count: countOf(value =>
      options === 'steps' ? value === index + 1 : [value].flat().some(one => one === option_id)
    )
  }))
}
