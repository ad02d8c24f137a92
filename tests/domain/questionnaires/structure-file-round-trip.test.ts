// A questionnaire survives being written to a workbook and read back.

import { expect, test } from 'vitest'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeStructureFile } from '#domain/questionnaires/structure-file/write.ts'
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
