// Invented answers, which show how a grid will look before anyone has answered.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { typeOf, type QuestionTypeRecord } from '#domain/answers/question-types.ts'

/** Where a question sets no limit, a figure has at most two digits. */
const USUAL_HIGHEST = 60
/** The share by which neighbouring cells differ, so that no two of them look alike. */
const NEIGHBOUR_SHARE = 0.618

const inventions: Record<QuestionTypeRecord['holds'], (question: Question) => CellValue> = {
  number: question => (typeOf(question).options === 'steps' ? inventStep(question) : inventFigure(question)),
  yes_no: () => 'yes',
  date: () => '2026-09-30',
  option: ({ option_list: [first] }) => first?.option_id ?? null,
  options: ({ option_list: [first] }) => (first ? [first.option_id] : null),
  text: ({ max_length }) => 'Some words'.slice(0, max_length ?? undefined),
  nothing: () => null
}

/** An answer that a question would accept, the same one each time. */
export const inventAnswer = (question: Question): CellValue => inventions[typeOf(question).holds](question)

const inventStep = ({ option_list }: Question): CellValue =>
  option_list.length === 0 ? null : Math.ceil(option_list.length / 2)

/** Well within what needs no check, and with as many decimals as the question asks for. */
function inventFigure(question: Question): number {
  const { min_value, max_value, warn_min, warn_max, decimal_places } = question
  const lowest = warn_min ?? min_value ?? 0
  const highest = warn_max ?? max_value ?? Math.max(lowest, 0) + USUAL_HIGHEST
  const place = [...cellKey(question)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const share = 0.1 + 0.5 * ((place * NEIGHBOUR_SHARE) % 1)
  const { fixedDecimals, check } = typeOf(question)
  const figure = lowest + (highest - lowest) * share
  const rounded = Number(figure.toFixed(fixedDecimals ?? decimal_places ?? 1))
  // Durations are whole minutes whatever the question says of decimals.
  return check(question, rounded).length === 0 ? rounded : Math.round(figure)
}
