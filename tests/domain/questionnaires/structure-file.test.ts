// Reading a questionnaire from a workbook, and its faults with position and remedy.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { StructureDraft } from '#contract/questionnaire-structures.ts'
import { type ColumnHead } from '#domain/questionnaires/structure-file/columns.ts'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeXlsx } from '#lib/xlsx/write.ts'
import { first, read, written, type LineOf } from '#tests/support/structure-file.ts'

const places = (lines: readonly LineOf[]) =>
  read(lines).faults.map(({ row, column, message }) => `${column}${row}: ${message}`)

describe('reading', () => {
  test('blank sections and sub-sections are those of the line above; columns make a grid', () => {
    const { structure, faults } = read([
      { ...first, row: 'Day', column: 'Beds', required: 'yes', min: 0, max: 200, unit: 'beds' },
      { row: 'Day', column: 'In use', type: 'integer' },
      {
        subSection: 'More',
        question: 'Why?',
        type: 'One choice',
        options: 'Staff; Works;; Other',
        help: 'Choose one'
      },
      { section: 'Text', question: 'Anything else?', type: 'Long text', maxLength: 500 }
    ])
    expect(faults).toEqual([])
    expect(structure.sections.map(section => section.section_name)).toEqual(['Beds', 'Text'])
    const [count, more] = structure.sections[0]!.sub_sections
    expect(count).toMatchObject({ layout: 'grid', is_repeating: false, rows: [{ row_name: 'Day' }] })
    expect(count!.cells.map(cell => cell.is_required)).toEqual([true, false])
    expect(more).toMatchObject({ sub_section_name: 'More', layout: 'list' })
    expect(structure.sections[1]!.sub_sections[0]!.sub_section_name).toBe('Text')
    expect(structure.questions).toMatchObject([
      { question_text: 'Beds', min_value: 0, max_value: 200, unit: 'beds' },
      { question_text: 'Day, In use', question_type: 'integer' },
      { option_names: ['Staff', 'Works', 'Other'], help_text: 'Choose one' },
      { max_length: 500 }
    ])
  })

  test('in a grid without names of rows respondents add the rows', () => {
    const { structure } = read([
      { ...first, column: 'When', question: 'When', type: 'Date' },
      { column: 'Where', question: 'Where', type: 'Text' }
    ])
    expect(structure.sections[0]!.sub_sections[0]).toMatchObject({
      is_repeating: true,
      rows: [],
      layout: 'grid'
    })
  })

  test('a code on several lines is one question in several cells', () => {
    const { structure, faults } = read([
      { ...first, row: 'Day', column: 'Band 5', question: 'Hours', code: 'H' },
      { row: 'Day', column: 'Band 6', code: 'h' },
      { subSection: 'Sum', question: 'All hours', type: 'Calculated', formula: 'sum([H])' },
      { question: 'Band 6 alone', type: 'Calculated', formula: '[Day, Band 6] * 2' }
    ])
    expect(faults).toEqual([])
    const [hours, all, alone] = structure.questions
    const { rows, columns, cells } = structure.sections[0]!.sub_sections[0]!
    expect(cells.map(cell => cell.question)).toEqual([hours!.number, hours!.number])
    expect(all!.expression).toBe(`sum(q${hours!.number})`)
    expect(alone!.expression).toBe(`q${hours!.number}_r${rows[0]!.number}_c${columns[1]!.number} * 2`)
  })

  test('formulas name questions by text, by place and by code, and options by name', () => {
    const { structure, faults } = read([
      first,
      { question: 'Why?', type: 'One choice', options: 'Staff; Works', code: 'why' },
      { question: 'Explain', type: 'Text', showIf: '[why] = [why: Works] and [Beds] > 0' }
    ])
    expect(faults).toEqual([])
    expect(structure.questions[2]!.visible_if).toBe('q2 = 2 and q1 > 0')
  })

  test('a sheet with another name is read if it has the headings; columns may be missing or in any order', () => {
    const used: ColumnHead[] = ['type', 'question', 'section']
    const result = readStructureFile(written([first], used, 'Tabelle1'))
    expect(result.ok && result.value.structure.questions).toHaveLength(1)
    expect(result.ok && result.value.faults).toEqual([])
  })

  test('the result is valid for the API', () => {
    const { structure } = read([
      { ...first, row: 'Day', column: 'Beds' },
      { question: 'x', row: 'Day', column: 'Y', type: 'Text' }
    ])
    expect(v.safeParse(StructureDraft, structure).success).toBe(true)
  })
})

describe('faults', () => {
  const cases: [string, LineOf[], RegExp][] = [
    ['no type', [{ section: 'S', question: 'Q' }], /^I2: The type is missing\. Choose one of: Whole number/],
    ['an unknown type', [{ ...first, type: 'Zahl' }], /^I2: “Zahl” is not a type/],
    ['no text', [{ section: 'S', type: 'Text' }], /^G2: The question has no text/],
    [
      'no section',
      [{ question: 'Q', type: 'Text' }],
      /^A2: The first question needs the name of its section/
    ],
    [
      'a choice without options',
      [{ ...first, type: 'One choice' }],
      /^J2: “Options” needs at least one option\./
    ],
    [
      'an option twice',
      [{ ...first, type: 'One choice', options: 'A; a' }],
      /^J2: “Options” names an option twice/
    ],
    [
      'a scale of one step',
      [{ ...first, type: 'Rating scale', options: 'A' }],
      /^J2: “Options” needs 2 to 10 steps/
    ],
    ['options of a number', [{ ...first, options: 'A; B' }], /^J2: “Options” is only for choices/],
    ['a limit that is no number', [{ ...first, min: 'few' }], /^N2: Enter a number. The cell contains “few”/],
    ['a limit that could be two numbers', [{ ...first, min: '1.500' }], /^N2: “1.500” could be 1,500 or 1.5/],
    [
      'a limit of a text',
      [{ ...first, type: 'Text', max: 3 }],
      /^O2: “Highest possible” is only for numbers/
    ],
    [
      'limits the wrong way round',
      [{ ...first, min: 5, max: 1 }],
      /^N2: “Lowest possible” must not be above the highest/
    ],
    [
      'half a decimal',
      [{ ...first, type: 'Number', decimals: 1.5 }],
      /^L2: “Decimals” must be a whole number\./
    ],
    ['neither yes nor no', [{ ...first, required: 'maybe' }], /^M2: Write yes, no or “does not apply”\./],
    [
      'a required calculation',
      [first, { question: 'C', type: 'Calculated', formula: '[Beds]', required: 'yes' }],
      /^M3: “Required” must not be set: this cell takes no answer/
    ],
    [
      'a calculation without a formula',
      [{ ...first, type: 'Calculated' }],
      /^T2: “Formula” is required for a calculated question/
    ],
    [
      'a formula of a number',
      [first, { question: 'N', type: 'Number', formula: '[Beds]' }],
      /^T3: “Formula” is only for calculated questions/
    ],
    [
      'a formula about nothing',
      [{ ...first, showIf: '[Bets] > 1' }],
      /^U2: “Bets” is not a question.*\(character 1\)/
    ],
    ['a formula that ends', [{ ...first, showIf: '[Beds] >' }], /^U2: .*ends too early.*\(character 9\)/],
    [
      'a circle',
      [
        { ...first, showIf: '[B] > 1' },
        { question: 'B', type: 'Number', showIf: '[Beds] > 1' }
      ],
      /^U[23]: This cell depends on itself/
    ],
    ['a row without a column', [{ ...first, row: 'Day' }], /^E2: “Row” must be empty: a list has no rows/],
    [
      'a missing column',
      [
        { ...first, row: 'Day', column: 'A' },
        { question: 'B', row: 'Day', type: 'Text' }
      ],
      /^F3: “Column” must name a column of the grid/
    ],
    [
      'a cell twice',
      [
        { ...first, row: 'Day', column: 'A' },
        { question: 'B', row: 'Day', column: 'A', type: 'Text' }
      ],
      /^F3: “Column” names a cell that has a question already \(line 2\)/
    ]
  ]
  test.each(cases)('%s', (_, lines, fault) =>
    expect(places(lines)).toContainEqual(expect.stringMatching(fault))
  )

  test('a missing heading, and a sheet without headings', () => {
    expect(read([first], ['section', 'question']).faults[0]).toMatchObject({
      row: 1,
      message: 'The column “Type” is missing. Add it.',
      isBlocking: true
    })
    const none = readStructureFile(writeXlsx([{ name: 'x', rows: [{ cells: [{ value: 'Hello' }] }] }]))
    expect(none.ok && none.value.faults[0]?.message).toContain('No row has the headings')
    const empty = readStructureFile(written([]))
    expect(empty.ok && empty.value.faults[0]?.message).toBe('There are no questions under the headings.')
  })

  test('an unknown column does not block the file', () => {
    const bytes = writeXlsx([
      {
        name: 'Questions',
        rows: [
          { cells: [{ value: 'Section' }, { value: 'Question' }, { value: 'Type' }, { value: 'Notes' }] },
          { cells: [{ value: 'S' }, { value: 'Q' }, { value: 'Text' }, { value: 'mine' }] }
        ]
      }
    ])
    const result = readStructureFile(bytes)
    expect(result.ok && result.value.faults).toMatchObject([{ column: 'D', isBlocking: false }])
  })

  test('a file that is not a workbook is one sentence', () => {
    expect(readStructureFile(new TextEncoder().encode('Section;Question'))).toMatchObject({ ok: false })
  })
})

test('a file with too many questions or lines is refused at the first excess line, before its formulas are compared', () => {
  const lines = Array.from({ length: 1001 }, (_, index) => ({
    ...first,
    code: `c${index}`,
    question: `Q${index}`
  }))
  expect(read(lines.slice(0, 1000)).faults).toEqual([])
  const formulas = lines.map(line => ({ ...line, type: 'Calculated', formula: '[Q1] + 1' }))
  const many = 'A questionnaire has at most 1,000 questions.'
  for (const long of [lines, formulas])
    expect(read(long)).toMatchObject({
      structure: { questions: [] },
      faults: [{ row: 1002, message: expect.stringContaining(many) }]
    })
  const grid = Array.from({ length: 5001 }, (_, index) => ({
    ...first,
    code: 'c',
    row: `R${index}`,
    column: 'A'
  }))
  expect(read(grid).faults).toMatchObject([
    { row: 5002, message: expect.stringContaining('A questionnaire has at most 5,000 places for answers.') }
  ])
})
