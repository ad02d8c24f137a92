// A line of the file with its place, and the names that formulas of its section can use.

import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import type { NamedCell } from '#domain/formulas/named-expression.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import type { FileQuestion } from './line-question.ts'
import type { StructureLine } from './lines.ts'

export type DraftSection = StructureDraft['sections'][number]
export type FileSubSection = DraftSection['sub_sections'][number]

export interface PlacedLine {
  line: StructureLine
  question: FileQuestion
  section: DraftSection
  subSection: FileSubSection
  row: string
  column: string
  code: string
  /** Its cell, once all lines of its sub-section are known. */
  cell: FileSubSection['cells'][number] | null
}

/** A question can be named by its code or its text, and one of its cells by its place. */
export function fileNamedCells(lines: readonly PlacedLine[]): NamedCell[] {
  const names = new Map<string, NamedCell>()
  for (const { question, row, column, code, cell } of lines) {
    const isShared = lines.filter(one => one.question === question).length > 1
    const whole = { question_id: question.number, row_id: null, column_id: null }
    const here = { question_id: question.number, row_id: cell?.row ?? 0, column_id: cell?.column ?? 0 }
    const options =
      questionTypes[question.question_type].options === 'choices'
        ? question.option_names.map((option_name, index) => ({ option_id: index + 1, option_name }))
        : []
    for (const [name, reference] of [
      [code, whole],
      [question.question_text, whole],
      [[row, column].filter(part => part !== '').join(', '), isShared ? here : whole]
    ] as const) {
      const key = JSON.stringify([name.toLowerCase(), reference])
      if (name !== '' && !names.has(key)) names.set(key, { name, reference, options, hint: '' })
    }
  }
  return [...names.values()]
}

/** Converts a workbook's guidance to HTML, one paragraph per line. */
export const guidanceHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/\n+/u)
        .map(line => `<p>${escapeMarkup(line)}</p>`)
        .join('')
