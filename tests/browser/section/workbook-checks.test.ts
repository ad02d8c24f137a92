// What a spreadsheet does with a downloaded section while it is filled in: totals, checks and guidance.

import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decodeEntities } from '#lib/text/markup.ts'
import { aGrid, aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { addressOfAnswer, aList, aSource, downloaded } from '#tests/support/workbooks.ts'

const sheetOf = (bytes: Uint8Array): string =>
  strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

/** The validations of a sheet, by the cells that they are for. */
const validationsOf = (bytes: Uint8Array) =>
  new Map(
    [...sheetOf(bytes).matchAll(/<dataValidation ([^>]*)>\s*<formula1>(.*?)<\/formula1>/gs)].map(
      ([, attributes = '', formula = '']) => {
        const attribute = (name: string) =>
          decodeEntities(new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '')
        return [
          attribute('sqref'),
          {
            type: attribute('type'),
            style: attribute('errorStyle'),
            asks: attribute('error'),
            note: attribute('prompt'),
            formula: decodeEntities(formula)
          }
        ]
      }
    )
  )

test('a total is a formula with the value of today, and blank in a blank form', () => {
  const section = aSection(
    aList(
      withAnswer(aQuestion({ question_id: 1, question_text: 'Day' }), { value: 8 }),
      withAnswer(aQuestion({ question_id: 2, question_text: 'Night' }), { value: 4 }),
      aQuestion({
        question_id: 3,
        question_text: 'Both',
        question_type: 'calculated',
        expression: 'sum(q1, q2)'
      }),
      aQuestion({
        question_id: 4,
        question_text: 'Ratio',
        question_type: 'calculated',
        expression: 'q1 / q3'
      }),
      aQuestion({
        question_id: 5,
        question_text: 'Seldom',
        question_type: 'calculated',
        expression: 'q6 + 1'
      }),
      aQuestion({ question_id: 6, question_text: 'Hidden', visible_if: 'q1 > 5' })
    )
  )
  const filled = downloaded(aSource(section), 'xlsx')
  const [day, night, both, ratio, seldom] = ['Day', 'Night', 'Both', 'Ratio', 'Seldom'].map(text =>
    addressOfAnswer(filled, text)
  )
  const formulaAt = (bytes: Uint8Array, address = '') =>
    new RegExp(`<c r="${address}"[^>]*>(.*?)</c>`).exec(sheetOf(bytes))?.[1]
  const sum = `SUM(${day},${night})`
  expect(formulaAt(filled, both)).toBe(
    `<f>IF(AND(COUNT(${day},${night})&gt;0),${sum},&#34;&#34;)</f><v>12</v>`
  )
  expect(formulaAt(downloaded(aSource(section), 'xlsx', 'blank'), both)).toMatch(/<\/f><v><\/v>$/)
  expect(formulaAt(filled, ratio)).toContain(`(${day}/${both})`)
  // It reads a cell that may be hidden, whose content the sheet still shows.
  expect(formulaAt(filled, seldom)).not.toContain('<f>')
})

test('a grid’s total names its column as one range', () => {
  const grid = aGrid(3, 1, { question: { question_type: 'integer' } })
  const total = aQuestion({
    question_id: 90,
    question_text: 'Total',
    question_type: 'calculated',
    expression: 'sum(q1, q2, q3)',
    row_id: 4,
    column_id: 1
  })
  const section = aSection({
    ...grid,
    rows: [...grid.rows, { row_id: 4, row_name: 'Total', display_order: 3 }],
    questions: [...grid.questions, total]
  })
  expect(sheetOf(downloaded(aSource(section), 'xlsx'))).toMatch(/SUM\(D(\d+),D\d+,D\d+\)|SUM\(D\d+:D\d+\)/)
})

test('numbers, dates and options are asked about, and guidance stands beside the cell', () => {
  const section = aSection(
    aList(
      aQuestion({
        question_id: 1,
        question_text: 'Beds',
        min_value: 0,
        max_value: 60,
        help_text: '<p>Beds with <b>staff</b> at midnight.</p>'
      }),
      aQuestion({ question_id: 2, question_text: 'Opened', question_type: 'date' }),
      aQuestion({ question_id: 3, question_text: 'Teaching', question_type: 'yes_no' }),
      aQuestion({ question_id: 4, question_text: 'Name', question_type: 'text' })
    )
  )
  const bytes = downloaded(aSource(section), 'xlsx')
  const validations = validationsOf(bytes)
  const at = (text: string) => validations.get(addressOfAnswer(bytes, text))
  const beds = addressOfAnswer(bytes, 'Beds')
  expect(at('Beds')).toEqual({
    type: 'custom',
    // It asks, so that what the product takes is never refused.
    style: 'warning',
    asks: expect.stringMatching(/^Whole number.*60.*“not applicable”/),
    note: 'Beds with staff at midnight.',
    formula: `OR(AND(ISNUMBER(${beds}),${beds}>=0,${beds}<=60,ROUND(${beds},0)=${beds}),${beds}="not applicable",${beds}="not available")`
  })
  expect(at('Opened')).toMatchObject({ type: 'custom', formula: expect.stringContaining('ISNUMBER') })
  expect(at('Teaching')).toMatchObject({ type: 'list', style: 'warning' })
  expect(at('Name')).toBeUndefined()
})
