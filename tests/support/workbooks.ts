// Sections to download, files to bring back, and the ways in which people and programs change a file in between.
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { CellValue, Question, SectionQuestions, SubSection } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/cell-place.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import { blank } from '#questionnaire/merge.ts'
import { buildModel } from '#questionnaire/model.ts'
import { csvWorkbook } from '#questionnaire/workbook/csv-workbook.ts'
import { previewImport, type ImportPreview, type ImportRow } from '#questionnaire/workbook/import-preview.ts'
import type { ImportedFile } from '#questionnaire/workbook/imported-file.ts'
import { readWorkbook } from '#questionnaire/workbook/read-workbook.ts'
import type { CurrentCell, WorkbookKind, WorkbookSource } from '#questionnaire/workbook/source.ts'
import { xlsxWorkbook } from '#questionnaire/workbook/xlsx-workbook.ts'
import { aQuestion, aSection, withAnswer } from './questions.ts'

export const EXPORTED_AT = '2026-11-20T14:02:00.000Z'

/** A section as it is downloaded by somebody who has typed nothing yet; `now` is what stands on the screen instead, by key. */
export function aSource(section: SectionQuestions, now: Record<string, Partial<CurrentCell>> = {}): WorkbookSource {
  const cells = new Map<string, CurrentCell>()
  for (const question of section.sub_sections.flatMap(subSection => subSection.questions)) {
    const { value, is_not_applicable, is_not_available, version } = question.answer
    const answer = { value, is_not_applicable, is_not_available }
    cells.set(cellKey(question), { answer, base: answer, version, ...now[cellKey(question)] })
  }
  return {
    title: { programmeName: 'National Inpatient Network', projectName: 'Ward staffing', submissionName: 'Ward 4B', periodName: '2026' },
    identity: { programmeCode: 'wards', questionnaireId: 7, submissionId: 5 },
    model: buildModel(section),
    currentCell: key => cells.get(key) ?? { answer: blank, base: blank, version: 0 }
  }
}

export type FileKind = 'xlsx' | 'csv'

export const downloaded = (source: WorkbookSource, file: FileKind, kind: WorkbookKind = 'filled'): Uint8Array =>
  file === 'xlsx' ? xlsxWorkbook(source, kind, EXPORTED_AT) : strToU8(csvWorkbook(source, kind, EXPORTED_AT))

export function readBack(bytes: Uint8Array): ImportedFile {
  const file = readWorkbook(bytes)
  if (!file.ok) throw new Error(file.error)
  return file.value
}

export function previewed(source: WorkbookSource, bytes: Uint8Array): ImportPreview {
  const preview = previewImport(source, readBack(bytes))
  if (!preview.ok) throw new Error(preview.error)
  return preview.value
}

export function rowOf(preview: ImportPreview, key: string): ImportRow {
  const row = preview.rows.find(candidate => candidate.key === key)
  if (row === undefined) throw new Error(`The preview has no cell ${key}`)
  return row
}

export const aList = (...questions: Question[]): SubSection => ({
  sub_section_id: 90,
  sub_section_name: 'About the ward',
  layout: 'list',
  display_order: 0,
  is_repeating: false,
  show_row_totals: false,
  show_column_totals: false,
  rows: [],
  columns: [],
  questions
})

/** Changes one part of a workbook, as another program would. */
export function withPart(bytes: Uint8Array, part: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes)
  const before = strFromU8(parts[part] ?? new Uint8Array())
  const after = change(before)
  if (after === before) throw new Error(`Nothing changed in ${part}`)
  return zipSync({ ...parts, [part]: strToU8(after) })
}

/** Puts content into the cell at an address of the section's sheet; `style` takes the place of the cell's own. */
export const withCell = (bytes: Uint8Array, address: string, inner: string, more: { type?: string; style?: number } = {}): Uint8Array =>
  withPart(bytes, 'xl/worksheets/sheet1.xml', xml =>
    xml.replace(new RegExp(`<c r="${address}" s="(\\d+)"[^>]*?(?:/>|>.*?</c>)`, 's'), (_, style: string) => {
      const type = more.type === undefined ? '' : ` t="${more.type}"`
      return `<c r="${address}" s="${more.style ?? style}"${type}>${inner}</c>`
    })
  )

/** Gives style 0 another of the number formats that every workbook has. */
export const withFormat = (bytes: Uint8Array, format: number): Uint8Array =>
  withPart(bytes, 'xl/styles.xml', xml => xml.replace(/(<cellXfs[^>]*><xf) numFmtId="0"/, `$1 numFmtId="${format}"`))

/** Address on the section's sheet of a list's cell: the row where its question stands, in the column of answers. */
export function addressOfAnswer(bytes: Uint8Array, questionText: string): string {
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const row = new RegExp(`<c r="B(\\d+)"[^>]*><is><t[^>]*>${questionText}<`).exec(xml)?.[1]
  if (row === undefined) throw new Error(`No question ${questionText}`)
  return `D${row}`
}

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

const kinds = [
  'integer',
  'decimal',
  'percentage',
  'currency',
  'text',
  'long_text',
  'single_choice',
  'multiple_choice',
  'yes_no',
  'date',
  'calculated',
  'heading'
] as const

/** A question of any type with an answer of its type, a reason for having none, or none. */
function aHostileQuestion(place: Pick<Question, 'question_id' | 'row_id' | 'column_id'>): fc.Arbitrary<Question> {
  return fc
    .record({
      type: fc.constantFrom(...kinds),
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
      const values: Record<(typeof kinds)[number], CellValue> = {
        integer: Math.trunc(number) || 0,
        decimal: number || 0,
        percentage: number || 0,
        currency: number || 0,
        text: answer || 'x',
        long_text: answer || 'x',
        single_choice: 1,
        multiple_choice: more.options.map(option => option.option_id),
        yes_no: isRequired ? 'yes' : 'no',
        date,
        calculated: null,
        heading: null
      }
      const question = aQuestion({
        ...place,
        question_type: type,
        question_text: text,
        help_text: help,
        unit,
        option_list: more.options,
        is_required: isRequired,
        is_disabled: isDisabled,
        expression: type === 'calculated' ? '1 + 1' : null
      })
      if (state === 'blank' || !isAnswerable(question)) return question
      return withAnswer(question, {
        value: state === 'value' ? values[type] : null,
        is_not_applicable: state === 'na',
        is_not_available: state === 'nv'
      })
    })
}

const someQuestions = fc
  .integer({ min: 0, max: 6 })
  .chain(count =>
    fc.tuple(...Array.from({ length: count }, (_, index) => aHostileQuestion({ question_id: index + 1, row_id: 0, column_id: 0 })))
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
          aHostileQuestion({ question_id: 100 + index, row_id: Math.floor(index / columns) + 1, column_id: (index % columns) + 1 })
        )
      )
      .map((questions): SubSection => ({
        ...aList(...questions),
        sub_section_id: 91,
        sub_section_name: names[0] ?? '',
        layout: 'grid',
        display_order: 1,
        rows: Array.from({ length: rows }, (_, index) => ({ row_id: index + 1, row_name: names[index] ?? '', display_order: index })),
        columns: Array.from({ length: columns }, (_, index) => ({
          column_id: index + 1,
          column_name: names[index + 4] ?? '',
          display_order: index
        }))
      }))
  )

/** A section with a list and a grid, hostile in every text. */
export const hostileSection = fc.tuple(someQuestions, someGrid, hostileText).map(([questions, grid, name]) => {
  const section = aSection(aList(...questions), grid)
  return { ...section, section: { ...section.section, section_name: name, guidance_html: name } }
})
