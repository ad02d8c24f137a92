// What a person with only the file in front of them must know about a cell.
import type { Question } from '#contract/questionnaires.ts'
import { allowedDecimals, isNumeric } from '#domain/cell-rules.ts'
import { cellText } from '#domain/cell-text.ts'
import { formatNumber } from '#domain/number-input.ts'

/** Longer guidance is cut: a file is for filling in, the whole text stands on the screen. */
const MOST_GUIDANCE = 1000

/** 'needed', 'optional', or why the cell is locked. */
export function entryWord({ question_type, is_disabled, is_required }: Question): string {
  if (question_type === 'calculated') return 'locked: calculated'
  if (is_disabled) return 'locked: does not apply'
  return is_required ? 'needed' : 'optional'
}

/** How to answer, in one line: the kind, the limits, the options by name. */
export function howToAnswer(question: Question): string {
  const type = question.question_type
  if (type === 'calculated') return 'Calculated from other cells'
  if (question.is_disabled) return 'Does not apply'
  const names = shortened(question.option_list.map(option => option.option_name).join('; '))
  if (type === 'single_choice') return `One of: ${names}`
  if (type === 'multiple_choice') return `Any of, with semicolons between: ${names}`
  if (type === 'yes_no') return 'Yes or No'
  if (type === 'date') return 'Date, as 2026-09-30'
  if (!isNumeric(type))
    return question.max_length === null
      ? 'Text'
      : `Text, at most ${formatNumber(question.max_length)} characters`
  return `${numberKind(question)}${limits(question)}`
}

function numberKind(question: Question): string {
  const places = allowedDecimals(question)
  const kind =
    { percentage: 'Percentage, 12.5 for 12.5%', currency: 'Amount of money' }[
      question.question_type as string
    ] ?? 'Number'
  if (places === 0) return kind === 'Number' ? 'Whole number' : `${kind}, whole`
  return places === null ? kind : `${kind}, at most ${places} decimal ${places === 1 ? 'place' : 'places'}`
}

function limits({ min_value: min, max_value: max }: Question): string {
  if (min !== null && max !== null) return `, ${formatNumber(min)} to ${formatNumber(max)}`
  if (min !== null) return `, ${formatNumber(min)} or more`
  return max === null ? '' : `, at most ${formatNumber(max)}`
}

/** Guidance and the last period's answer. */
export function guidanceOf(question: Question): string {
  const { previous_answer: previous } = question
  const last =
    previous === null || previous.value === null
      ? ''
      : `Last period (${previous.time_period_name}): ${cellText(question, previous.value)}.`
  return [plainText(question.help_text), last].filter(text => text !== '').join(' ')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of rich text in one line. Its result is text for a cell, never markup. */
export function plainText(html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code?: string, name?: string) =>
      code === undefined
        ? (entities[name ?? ''] ?? whole)
        : Number(code) <= 0x10ffff
          ? String.fromCodePoint(Number(code))
          : whole
    )
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(words)
}

const shortened = (text: string): string =>
  text.length > MOST_GUIDANCE ? `${text.slice(0, MOST_GUIDANCE)} …` : text
