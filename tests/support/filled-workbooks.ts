// A section whose exported file someone has filled in.

import { strToU8 } from 'fflate'
import Papa from 'papaparse'
import type { ImportPreview } from '#browser/section/workbook/import-preview.ts'
import { aGrid, aQuestion, aSection, withAnswer } from './questions.ts'
import { addressOfAnswer, aList, withCell } from './workbooks.ts'

export const beds = withAnswer(
  aQuestion({
    question_id: 1,
    question_text: 'Beds',
    unit: 'beds',
    min_value: 0,
    max_value: 60,
    is_required: true,
    warn_max: 40
  }),
  { value: 20 }
)
export const rate = aQuestion({
  question_id: 2,
  question_text: 'Vacancy rate',
  question_type: 'percentage',
  decimal_places: 1
})
export const kind = aQuestion({
  question_id: 3,
  question_text: 'Kind',
  question_type: 'single_choice',
  option_list: [
    { option_id: 1, option_name: 'Medical' },
    { option_id: 2, option_name: '=Surgical' }
  ]
})
export const opened = aQuestion({ question_id: 4, question_text: 'Opened', question_type: 'date' })
export const remarks = withAnswer(
  aQuestion({ question_id: 5, question_text: 'Remarks', question_type: 'long_text' }),
  {
    value: '- none\n=so far'
  }
)
export const doubled = aQuestion({
  question_id: 6,
  question_text: 'Doubled',
  question_type: 'calculated',
  expression: 'q1 * 2'
})
export const section = aSection(
  aList(beds, rate, kind, opened, remarks, doubled),
  aGrid(2, 2, { firstQuestion: 50, sub_section_id: 91 })
)

/** Writes a value into a question's cell of the file, as a person would. */
export function filled(bytes: Uint8Array, question: string, value: string): Uint8Array {
  const address = addressOfAnswer(bytes, question)
  return withCell(bytes, address, `<is><t xml:space="preserve">${value}</t></is>`, { type: 'inlineStr' })
}
export const numbered = (bytes: Uint8Array, question: string, value: string, style?: number): Uint8Array =>
  withCell(bytes, addressOfAnswer(bytes, question), `<v>${value}</v>`, { style })

/** The CSV file after a person has put answers into it by question. */
export function csvFilled(bytes: Uint8Array, answers: Record<string, string>, delimiter = ','): Uint8Array {
  const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { delimiter: ',' })
  const lines = data.map(line =>
    line[9] !== undefined && line[1] !== undefined && line[1] in answers
      ? line.with(8, answers[line[1]] ?? '')
      : line
  )
  return strToU8(Papa.unparse(lines, { delimiter }))
}

export const outcomes = (preview: ImportPreview): Record<string, string> =>
  Object.fromEntries(preview.rows.filter(row => row.outcome !== 'same').map(row => [row.key, row.outcome]))
