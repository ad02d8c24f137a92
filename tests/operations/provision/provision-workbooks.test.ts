// Questionnaires of a folder that are workbooks.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeStructureFile } from '#domain/questionnaires/structure-file/write.ts'
import { writeXlsx } from '#lib/xlsx/write.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { emptyList } from '#tests/support/structure-file.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folders = mkdtempSync(join(tmpdir(), 'workbooks-'))
afterAll(() => rmSync(folders, { recursive: true }))

let count = 0

/** The questions of the example as a workbook. */
const workbook = (type: string): Uint8Array =>
  writeStructureFile({
    questions: [
      { number: 1, question_text: 'Visits', question_type: 'integer', option_names: [] },
      { number: 2, question_text: 'Cost of the year', question_type: 'currency', option_names: [] },
      {
        number: 3,
        question_text: 'Cost of a visit',
        question_type: type as 'calculated',
        option_names: [],
        expression: 'q2 / q1'
      }
    ],
    sections: [
      {
        section_name: 'Visits',
        guidance_html: '',
        sub_sections: [
          {
            sub_section_name: 'Figures',
            ...emptyList(),
            cells: [1, 2, 3].map(question => ({
              question,
              row: 0,
              column: 0,
              is_required: false,
              is_disabled: question === 2
            }))
          }
        ]
      }
    ]
  })

/** The example with its questions in a workbook, which calls them Q1 to Q3. */
function workbookFolder(type: string): string {
  const folder = writeExample(join(folders, String((count += 1))), {
    'visits.json': () =>
      JSON.stringify({
        questionnaire_name: 'Visits and cost',
        periods: [{ time_period: '2026' }],
        workbook: 'visits.xlsx'
      }),
    'project.json': text =>
      text.replace('["visits"],', '["Q1"],').replace('"questions": ["visits"]', '"questions": ["Q1"]'),
    'charts.json': text =>
      text
        .replaceAll('"question": "visits"', '"question": "Q1"')
        .replaceAll('"question": "cost"', '"question": "Q2"')
  })
  const bytes = workbook(type)
  expect(readStructureFile(bytes).ok).toBe(true)
  writeFileSync(join(folder, 'projects/visitors/questionnaires/visits.xlsx'), bytes)
  return folder
}

test('a workbook replaces questions and sections, and its faults have lines', () => {
  const read = readFolder(workbookFolder('calculated'))
  expect(read.ok ? [] : read.error).toEqual([])
  if (!read.ok) return
  const { questions, question_memberships } = read.value.content
  expect(
    [...questions.values()].map(({ values, place }) => [
      values['question_code'],
      values['expression'],
      place.line
    ])
  ).toEqual([
    ['Q1', null, 2],
    ['Q2', null, 3],
    ['Q3', '[Q2] / [Q1]', 4]
  ])
  expect([...question_memberships.values()].map(({ values }) => values['is_disabled'])).toEqual([
    false,
    true,
    false
  ])
  const faulty = readFolder(workbookFolder('integer'))
  expect(faulty.ok ? [] : faulty.error.map(describeFault)).toEqual([
    expect.stringMatching(
      /^projects\/visitors\/questionnaires\/visits\.xlsx:4:\d+ “Formula” is only for calculated questions\./
    )
  ])
})

test('a column that the workbook lacks leaves its field unchanged', () => {
  const folder = workbookFolder('calculated')
  const rows = [
    ['Section', 'Question', 'Type', 'Code', 'Unit'],
    ['Visits', 'Visits', 'Whole number', 'Q1', ''],
    ['', 'Cost', 'Whole number', 'Q2', '€']
  ]
  const bytes = writeXlsx([
    { name: 'Questions', rows: rows.map(cells => ({ cells: cells.map(value => ({ value })) })) }
  ])
  writeFileSync(join(folder, 'projects/visitors/questionnaires/visits.xlsx'), bytes)
  const read = readFolder(folder)
  expect(read.ok ? [] : read.error.map(describeFault)).toEqual([])
  if (!read.ok) return
  const [question] = read.value.content.questions.values()
  expect(question?.absent.has('help_text')).toBe(true)
  expect(question?.absent.has('expression')).toBe(true)
  expect(question?.absent.has('unit')).toBe(false)
})

test('codes follow the rule of files, because an export names questions by them', () => {
  const folder = workbookFolder('calculated')
  const rows = [
    ['Section', 'Question', 'Type', 'Code'],
    ['Visits', 'Visits', 'Whole number', 'Q1'],
    ['', 'Cost', 'Whole number', '2 (cost)']
  ]
  const bytes = writeXlsx([
    { name: 'Questions', rows: rows.map(cells => ({ cells: cells.map(value => ({ value })) })) }
  ])
  writeFileSync(join(folder, 'projects/visitors/questionnaires/visits.xlsx'), bytes)
  const read = readFolder(folder)
  expect(read.ok ? [] : read.error.map(describeFault)).toContain(
    'projects/visitors/questionnaires/visits.xlsx:3:1 the code "2 (cost)" must be letters, digits and - _ .'
  )
})
