// Texts about queries. Members see a query as a question from the programme.

import type {
  DataQuery,
  QueriedCell,
  QueryEntry,
  QueryRule,
  QueryStatus,
  StoredAnswer
} from '#contract/queries.ts'
import { isBlank } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { periodBefore } from '#domain/answers/period-before.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { figureWithUnit, isCurrencySign } from '#domain/figures/figure-with-unit.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { formatCount } from '#lib/format.ts'
import { capitalise } from '#lib/text/capitalised.ts'

export const queryStatusWords: Record<QueryStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  resolved: 'Resolved',
  cancelled: 'Withdrawn'
}

/** 'Falls with low harm, Apr–Jun' */
export const queriedCellName = ({ question_text, row_name, column_name }: QueriedCell): string =>
  // In many grids the row is named like its question.
  [...new Set([question_text, row_name, column_name])].filter(part => part !== '').join(', ')

/** The answer as its cell shows it, with its unit. */
export function queriedAnswerText(
  cell: Pick<QueriedCell, 'question_type' | 'option_list' | 'decimal_places' | 'unit'>,
  { value, is_not_applicable, is_not_available }: StoredAnswer
): string {
  if (is_not_applicable) return 'not applicable'
  if (is_not_available) return 'not available'
  if (isBlank(value)) return 'blank'
  const text = formatCellText(cell, value)
  return typeof value === 'number' && typeOf(cell).holds === 'number' ? figureWithUnit(text, cell.unit) : text
}

/** With the decimals of the question: quartiles and calculated answers have more. */
const figureIn = (cell: QueriedCell, figure: number): string => {
  const shown = cell.decimal_places === null ? figure : shownFigure(figure, cell.decimal_places)
  return figureWithUnit(typeOf(cell).figureText(shown), cell.unit)
}

/** 'Is 9 right?'; without a unit that is a word, which would ask for another verb. */
export function queryTitle(cell: QueriedCell): string {
  const { value, is_not_applicable, is_not_available } = cell.received
  if (isBlank(value) && !is_not_applicable && !is_not_available) return 'Should this be blank?'
  return `Is ${typeof value === 'string' ? `“${value}”` : shortAnswerText(cell)} right?`
}

/** '9', '£9', '9%', but not '9 beds'. */
export function shortAnswerText(cell: QueriedCell): string {
  const hasSign = cell.unit === '%' || isCurrencySign(cell.unit)
  return queriedAnswerText(hasSign ? cell : { ...cell, unit: '' }, cell.received)
}

/** '3 to 9', the middle half of others' figures; null if the query is not about them, or they are held back. */
export function expectedRange(cell: QueriedCell): string | null {
  const { expected } = cell
  if (expected === null || expected.n === null || expected.Q1 === null || expected.Q3 === null) return null
  return `${figureIn(cell, expected.Q1)} to ${figureIn(cell, expected.Q3)}`
}

/** Why the programme asks, in sentences; empty for a query by hand. */
export function queryReasons(cell: QueriedCell): string[] {
  return cell.rules.map(rule => {
    if (rule.rule_code === 'required_blank') return 'An answer is required.'
    if (rule.rule_code === 'outlier') {
      const range = expectedRange(cell)
      if (range === null) return 'It is far from the peers’ figures.'
      const { n, time_period_name } = cell.expected!
      return `Half of ${formatCount(n ?? 0)} peers in ${time_period_name}: ${range}.`
    }
    const former = cell.previous_answer
    return former === null || typeof former.value !== 'number'
      ? `It changed by more than ${rule.change_percent}%.`
      : `${capitalise(periodBefore(former.time_period_name))}: ${figureIn(cell, former.value)}. It differs by more than ${rule.change_percent}%.`
  })
}

/** 'Changed by more than 40%' */
export const ruleName = (rule: QueryRule): string => {
  if (rule.rule_code === 'required_blank') return 'Required and blank'
  return rule.rule_code === 'outlier' ? 'Outlier among peers' : `Changed by more than ${rule.change_percent}%`
}

/** The heading that a list groups the query under: its first rule. */
export const queryRuleName = ({ rules }: Pick<QueriedCell, 'rules'>): string =>
  rules[0] === undefined ? 'By hand' : ruleName(rules[0])

const actWords: Record<QueryEntry['act'], string> = {
  raise: 'Asked',
  answer: 'Answered',
  correct: 'Corrected',
  resolve: 'Resolved',
  return: 'Returned',
  withdraw: 'Withdrawn',
  extend: 'Deadline extended'
}

/** '“We counted again.”', 'Corrected from 9 to 2' */
export function queryEntryText(
  query: DataQuery,
  { act, entry_text, answer_before, answer_after }: QueryEntry
): string {
  if (act === 'correct' && answer_before !== null && answer_after !== null)
    return `Corrected from ${queriedAnswerText(query, answer_before)} to ${queriedAnswerText(query, answer_after)}`
  return entry_text === ''
    ? actWords[act]
    : act === 'raise'
      ? `“${entry_text}”`
      : `${actWords[act]}: “${entry_text}”`
}
