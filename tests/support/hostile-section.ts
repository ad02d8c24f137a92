// Sections full of texts and values that break careless readers and writers of files.

import fc from 'fast-check'
import { QuestionType, type CellValue, type Question, type SubSection } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { isCalculated, typeOf, type QuestionTypeRecord } from '#domain/answers/question-types.ts'
import { aQuestion, aSection, withAnswer } from './questions.ts'
import { aList } from './workbooks.ts'

const starts = [
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  "'",
  "''=",
  ' =',
  '＝',
  '-1+',
  '=cmd|’/C calc’!A0',
  '_x000D_',
  'constructor',
  '__proto__',
  '"',
  ';',
  ','
]

/** Texts that break careless writers: formulas, quotes, separators, line breaks, control characters, escapes of the format itself. */
export const hostileText = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ maxLength: 12 }),
      fc.constantFrom('1,5;"2"\r\n3', '_x005F_x000D', '<b>&amp;</b>', ']]>', '\0\u0008\uFFFE')
    )
  )
  .map(([start, rest]) => start + rest)

const finite = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0.5, 0.1 + 0.2, 1e21, 1e-7, 123456789.125)
)
const aDate = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

const options = fc
  .array(hostileText, { minLength: 1, maxLength: 4 })
  .map(names => names.map((option_name, index) => ({ option_id: index + 1, option_name })))

/** A question of any type with an answer of its type, a reason for having none, or neither. */
function aHostileQuestion(
  place: Pick<Question, 'question_id' | 'row_id' | 'column_id'>
): fc.Arbitrary<Question> {
  return fc
    .record({
      type: fc.constantFrom(...QuestionType.options),
      text: hostileText,
      help: hostileText,
      unit: hostileText,
      options,
      number: finite,
      date: aDate,
      answer: hostileText,
      state: fc.constantFrom('value', 'value', 'value', 'blank', 'na', 'nv'),
      isDisabled: fc.integer({ max: 9, min: 0 }).map(n => n === 0),
      isRequired: fc.boolean()
    })
    .map(({ type, text, help, unit, number, date, answer, state, isDisabled, isRequired, ...more }) => {
      const question = aQuestion({
        ...place,
        question_type: type,
        question_text: text,
        help_text: help,
        unit,
        option_list: more.options,
        is_required: isRequired,
        is_disabled: isDisabled,
        expression: isCalculated({ question_type: type }) ? '1 + 1' : null
      })
      if (state === 'blank' || !isAnswerable(question)) return question
      const values: Record<QuestionTypeRecord['holds'], CellValue> = {
        number: possibleNumber(question, number || 0),
        text: answer || 'x',
        option: 1,
        options: more.options.map(option => option.option_id),
        yes_no: isRequired ? 'yes' : 'no',
        date,
        nothing: null
      }
      return withAnswer(question, {
        value: state === 'value' ? values[typeOf(question).holds] : null,
        is_not_applicable: state === 'na',
        is_not_available: state === 'nv'
      })
    })
}

/** The number, or the nearest one that the question's type accepts: an integer, a non-negative number, a step of a scale. */
const possibleNumber = (question: Question, number: number): number =>
  [number, Math.trunc(number), Math.trunc(Math.abs(number)) % 1_000_000, question.option_list.length]
    .map(candidate => candidate || 0)
    .find(candidate => typeOf(question).check(question, candidate).length === 0) ?? 1

const someQuestions = fc
  .integer({ min: 0, max: 6 })
  .chain(count =>
    fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        aHostileQuestion({ question_id: index + 1, row_id: 0, column_id: 0 })
      )
    )
  )

const someGrid = fc
  .record({
    rows: fc.integer({ min: 1, max: 4 }),
    columns: fc.integer({ min: 1, max: 4 }),
    names: fc.array(hostileText, { minLength: 8, maxLength: 8 })
  })
  .chain(({ rows, columns, names }) =>
    fc
      .tuple(
        ...Array.from({ length: rows * columns }, (_, index) =>
          aHostileQuestion({
            question_id: 100 + index,
            row_id: Math.floor(index / columns) + 1,
            column_id: (index % columns) + 1
          })
        )
      )
      .map((questions): SubSection => ({
        ...aList(...questions),
        sub_section_id: 91,
        sub_section_name: names[0] ?? '',
        layout: 'grid',
        display_order: 1,
        rows: Array.from({ length: rows }, (_, index) => ({
          row_id: index + 1,
          row_name: names[index] ?? '',
          display_order: index
        })),
        columns: Array.from({ length: columns }, (_, index) => ({
          column_id: index + 1,
          column_name: names[index + 4] ?? '',
          display_order: index
        }))
      }))
  )

/** A section with a list and a grid, hostile in every text. */
export const hostileSection = fc
  .tuple(someQuestions, someGrid, hostileText)
  .map(([questions, grid, name]) => {
    const section = aSection(aList(...questions), grid)
    return { ...section, section: { ...section.section, section_name: name, guidance_html: name } }
  })
