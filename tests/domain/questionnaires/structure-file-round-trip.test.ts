// A questionnaire survives being written to a workbook and read back.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { noSettings } from '#domain/questionnaires/question-faults.ts'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { faultOfWriting, writeStructureFile } from '#domain/questionnaires/structure-file/write.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import { first, read } from '#tests/support/structure-file.ts'

test('a written questionnaire reads back equal', () => {
  const { structure } = read([
    {
      ...first,
      guidance: 'At midnight.\nCount <all> & “sundry”, the "day’s" and the others\'.',
      row: 'Day',
      column: 'Band 5',
      question: 'Hours',
      code: 'H',
      unit: 'h',
      min: 0,
      max: 200,
      warnMin: 5,
      warnMax: 100,
      warnChange: 25,
      decimals: 0,
      required: 'yes',
      help: '=not a formula',
      totals: 'both'
    },
    { row: 'Day', column: 'Band 6', code: 'H' },
    { row: 'Night', column: 'Band 5', code: 'H' },
    { row: 'Night', column: 'Band 6', code: 'H', required: 'Does not apply' },
    { subSection: 'More', question: 'Sum', type: 'Calculated', formula: 'sum([H])', decimals: 1 },
    { question: 'Night alone', type: 'Calculated', formula: '[Night, Band 5] / [Day, Band 5]' },
    { question: 'Why?', type: 'Several choices', options: 'Staff; Works' },
    { question: 'Mood', type: 'Rating scale', options: 'Low; High' },
    {
      question: 'Explain',
      type: 'Long text',
      maxLength: 300,
      showIf: "[Why?] = [Why?: Works] and [Mood] = 2 or [Hours] = 'x'"
    },
    { section: 'Falls', column: 'When', question: 'When', type: 'Date' },
    { column: 'Where', question: 'Where', type: 'Text' }
  ])
  const again = readStructureFile(writeStructureFile(structure))
  expect(again.ok && again.value.faults).toEqual([])
  expect(again.ok && again.value.structure).toEqual(structure)
  expect(structure.sections[0]!.sub_sections[0]!.cells.map(cell => cell.is_disabled)).toEqual([
    false,
    false,
    false,
    true
  ])
  expect(structure.sections[0]!.guidance_html).toBe(
    "<p>At midnight.</p><p>Count &lt;all&gt; &amp; “sundry”, the &#34;day’s&#34; and the others'.</p>"
  )
})

test('an empty questionnaire is an empty form', () => {
  const result = readStructureFile(writeStructureFile({ questions: [], sections: [] }))
  expect(result.ok && result.value.faults.map(fault => fault.message)).toEqual([
    'There are no questions under the headings.'
  ])
})

/** Names as they are stored: trimmed and not empty. */
const name = fc
  .string({ unit: fc.constantFrom(...'ab ;;""\'=,.[]:\n'), minLength: 1, maxLength: 8 })
  .map(text => text.trim())
  .filter(text => text !== '')
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4, selector: foldedText })

/** A choice and a grid of texts, with these names. Numbers are given as the reader gives them. */
const namedStructure = (
  [top = '', ...others]: string[],
  options: string[],
  rows: string[],
  columns: string[]
): StructureDraft => {
  const asked = { ...noSettings, decimal_places: null, option_names: [] }
  const place = { is_required: false, is_disabled: false }
  const part = { is_repeating: false, show_row_totals: false, show_column_totals: false }
  const list = (question: number): StructureDraft['sections'][number]['sub_sections'][number] => ({
    ...part,
    sub_section_name: top,
    layout: 'list',
    rows: [],
    columns: [],
    cells: [{ ...place, question, row: 0, column: 0 }]
  })
  const count = others.length + 2
  // A row is numbered with its first cell, as are the columns of the first row.
  const rowNumbers = rows.map((_, index) => count + (index === 0 ? 1 : 1 + columns.length + index))
  const columnNumbers = columns.map((_, index) => count + 2 + index)
  return {
    questions: [
      { ...asked, number: 1, question_text: top, question_type: 'multiple_choice', option_names: options },
      { ...asked, number: 2, question_text: top, question_type: 'text' },
      ...others.map((_, index) => ({
        ...asked,
        number: index + 3,
        question_text: top,
        question_type: 'text' as const
      }))
    ],
    sections: [
      {
        section_name: top,
        guidance_html: '',
        sub_sections: [
          list(1),
          {
            ...part,
            sub_section_name: `${top} grid`,
            layout: 'grid',
            rows: rows.map((row_name, index) => ({ number: rowNumbers[index]!, row_name })),
            columns: columns.map((column_name, index) => ({ number: columnNumbers[index]!, column_name })),
            cells: rowNumbers.flatMap(row =>
              columnNumbers.map(column => ({ ...place, question: 2, row, column }))
            )
          }
        ]
      },
      ...others.map((section_name, index) => ({
        section_name,
        guidance_html: '',
        sub_sections: [list(index + 3)]
      }))
    ]
  }
}

test('whatever its sections, options, rows and columns are called, a questionnaire reads back equal', () => {
  fc.assert(
    fc.property(names, names, names, names, (sections, options, rows, columns) => {
      const structure = namedStructure(sections, options, rows, columns)
      expect(faultOfWriting(structure)).toBeUndefined()
      const again = readStructureFile(writeStructureFile(structure))
      expect(again.ok && again.value.faults).toEqual([])
      expect(again.ok && again.value.structure).toEqual(structure)
    })
  )
})

test('a grid keeps the order of its rows and columns, in whatever order its cells were filled', () => {
  const structure = namedStructure(['Beds'], ['Yes'], ['Day', 'Night'], ['Open', 'In use'])
  const [beds] = structure.sections
  const [list, grid] = beds!.sub_sections
  const filled = { ...beds!, sub_sections: [list!, { ...grid!, cells: grid!.cells.toReversed() }] }
  const again = readStructureFile(writeStructureFile({ ...structure, sections: [filled] }))
  expect(again.ok && again.value.structure).toEqual(structure)
})

test('parts of one name cannot be written, because they would become one', () => {
  const structure = namedStructure(['Beds', 'Falls'], ['Yes'], ['Day'], ['Staff'])
  const [beds, falls] = structure.sections
  const [list, grid] = beds!.sub_sections
  const faultOf = (sections: StructureDraft['sections']) => faultOfWriting({ ...structure, sections })
  const rename = ' A workbook knows them by their names only: rename one first.'
  expect(faultOf([beds!, falls!, beds!])).toBe(`Two sections are named “Beds”.${rename}`)
  expect(faultOf([{ ...beds!, sub_sections: [list!, list!] }])).toBe(
    `Two sub-sections of “Beds” are named “Beds”.${rename}`
  )
  for (const part of ['rows', 'columns'] as const)
    expect(
      faultOf([{ ...beds!, sub_sections: [{ ...grid!, [part]: [...grid![part], ...grid![part]] }] }])
    ).toMatch(new RegExp(`^Two ${part} of “Beds grid” are named “(Day|Staff)”`, 'u'))
})
