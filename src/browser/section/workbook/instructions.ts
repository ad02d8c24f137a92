// The instructions for a cell in a file that is filled in away from the site.

import type { Question } from '#contract/questionnaires.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { isCalculated, typeOf } from '#domain/answers/question-types.ts'

/** Longer guidance is truncated; the whole text is on the screen. */
const MAX_GUIDANCE = 1000

/** 'required', 'optional', or why the cell is locked. */
export function entryWord(question: Question): string {
  if (isCalculated(question)) return 'locked: calculated'
  if (question.is_disabled) return 'locked: does not apply'
  return question.is_required ? 'required' : 'optional'
}

/** How to answer, in one line: kind, limits, option names. */
export const howToAnswer = (question: Question): string =>
  question.is_disabled && !isCalculated(question)
    ? 'Does not apply'
    : shorten(typeOf(question).instruction(question))

/** Guidance and last period's answer. */
export function guidanceOf(question: Question): string {
  const { previous_answer: previous } = question
  const last =
    previous === null || previous.value === null
      ? ''
      : `Last period (${previous.time_period_name}): ${formatCellText(question, previous.value)}.`
  return [instructionText(question.help_text), last].filter(text => text !== '').join(' ')
}

const instructionEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' '
}

/** The text of rich text in one line. The result is cell content, never markup. */
export function instructionText(html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code?: string, name?: string) =>
      code === undefined
        ? (instructionEntities[name ?? ''] ?? whole)
        : Number(code) <= 0x10ffff
          ? String.fromCodePoint(Number(code))
          : whole
    )
    .replace(/\s+/g, ' ')
    .trim()
  return shorten(words)
}

const shorten = (text: string): string =>
  text.length > MAX_GUIDANCE ? `${text.slice(0, MAX_GUIDANCE)} …` : text
