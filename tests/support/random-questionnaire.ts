// Random questionnaires for folders, and helpers for other random content.

import fc from 'fast-check'
import type { Files } from './provisioned-folder.ts'

export type Draw = fc.GeneratorValue

const PARTS = [
  'a',
  'B',
  'é',
  '/',
  '%2F',
  '(2)',
  '"',
  "'",
  ',',
  ';',
  '\\',
  '=',
  '-',
  '<b>',
  '&amp;',
  '👩‍⚕️',
  ' x',
  ':'
]

/** A name that no other item has. */
export const nameOf = (draw: Draw, word: string, index: number): string =>
  `${word}${draw(fc.array, fc.constantFrom(...PARTS), { maxLength: 4 }).join('')} ${index + 1}`

export const oneOf = <T>(draw: Draw, ...values: readonly T[]): T => values[draw(fc.nat, values.length - 1)]!
export const times = <T>(draw: Draw, min: number, max: number, make: (index: number) => T): T[] =>
  Array.from({ length: draw(fc.integer, { min, max }) }, (_, index) => make(index))
/** Fields, any of which may be missing. */
export const some = (draw: Draw, fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(() => draw(fc.boolean)))

export const json = (value: object): string => JSON.stringify(value, null, 1)

interface DrawnCell {
  question: string
  row?: string
  column?: string
}

export interface DrawnQuestionnaire {
  file: string
  codes: string[]
  /** Cells that have a number in every submission. */
  numbers: DrawnCell[]
}

export function addQuestionnaire(
  draw: Draw,
  files: Files,
  root: string,
  at: number,
  periods: readonly string[],
  scopes: readonly string[]
): DrawnQuestionnaire {
  const questions: object[] = []
  const numbers: DrawnCell[] = []
  const code = (): string => `q${at}_${questions.length}`
  const ask = (fields: object): string => {
    const question_code = code()
    const question_text = nameOf(draw, 'Question', 0)
    questions.push({
      question_code,
      question_text,
      ...fields,
      ...some(draw, { help_text: 'How', unit: '€' })
    })
    return question_code
  }
  /** Cells of grids that formulas of the section can name. */
  let readable: DrawnCell[] = []
  const list = (): object => {
    const first = ask({
      question_type: 'integer',
      ...some(draw, { min_value: 0, max_value: 1e6, decimal_places: 0 })
    })
    const option_names = times(draw, 1, 3, index => nameOf(draw, 'Choice', index))
    const choice = ask({ question_type: oneOf(draw, 'single_choice', 'multiple_choice'), option_names })
    const yes = ask({ question_type: 'yes_no' })
    const read = readable.length > 0 && draw(fc.boolean) ? oneOf(draw, ...readable) : undefined
    const added = read === undefined ? '1' : `[${read.question} at ${read.row}, ${read.column}]`
    const sum = ask({ question_type: 'calculated', expression: `[${first}] * 2 + ${added}` })
    const text = ask({
      question_type: 'text',
      ...some(draw, { visible_if: `[${yes}] = 'yes' and [${first}] > 3` })
    })
    numbers.push({ question: first }, { question: sum })
    const cells = [first, choice, yes, text].map(question => ({
      question,
      ...some(draw, { is_required: false })
    }))
    return { layout: 'list', cells: [...cells, { question: sum, is_required: false }] }
  }
  const grid = (): object => {
    const isRepeating = draw(fc.boolean)
    const rows = isRepeating ? [] : times(draw, 1, 3, index => nameOf(draw, 'Row', index))
    const columns = times(draw, 1, 3, index => nameOf(draw, 'Column', index))
    const question = ask({ question_type: 'decimal' })
    const cells: DrawnCell[] = isRepeating
      ? columns.map(column => ({ question, column }))
      : rows.flatMap(row => columns.map(column => ({ question, row, column })))
    if (!isRepeating) {
      numbers.push(...cells)
      readable.push(...cells)
    }
    return {
      layout: 'grid',
      is_repeating: isRepeating,
      rows,
      columns,
      cells,
      ...some(draw, { show_row_totals: true })
    }
  }
  const sections = times(draw, 0, 2, index => {
    readable = []
    return {
      section_name: nameOf(draw, 'Section', draw(fc.nat, 1) && index),
      sub_sections: times(draw, 0, 2, part => ({
        sub_section_name: nameOf(draw, 'Part', draw(fc.nat, 1) && part),
        ...(draw(fc.boolean) ? list() : grid())
      }))
    }
  })
  const file = `questionnaire ${at + 1}`
  files.set(
    `${root}/questionnaires/${file}.json`,
    json({
      questionnaire_name: nameOf(draw, 'Questionnaire', at),
      periods: periods
        .filter(() => draw(fc.boolean))
        .map(time_period => ({ time_period, ...some(draw, { is_locked: true }) })),
      scopes: scopes.filter(() => draw(fc.boolean)),
      questions,
      sections
    })
  )
  return { file, codes: questions.map(one => (one as { question_code: string }).question_code), numbers }
}
