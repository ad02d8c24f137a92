// Sections to download, files to bring back, and the ways in which people and programs change a file in between.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import { buildModel } from '#browser/section/state/model.ts'
import { csvWorkbook } from '#browser/section/workbook/csv-workbook.ts'
import {
  previewImport,
  type ImportPreview,
  type ImportRow
} from '#browser/section/workbook/import-preview.ts'
import type { ImportedFile } from '#browser/section/workbook/imported-file.ts'
import { readWorkbook } from '#browser/section/workbook/read-workbook.ts'
import type { CurrentCell, WorkbookKind, WorkbookSource } from '#browser/section/workbook/source.ts'
import { xlsxWorkbook } from '#browser/section/workbook/xlsx-workbook.ts'
import type { Question, SectionQuestions, SubSection } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'
import { readXlsx } from '#lib/xlsx/read.ts'

export const EXPORTED_AT = '2026-11-20T14:02:00.000Z'

/** A section as it is downloaded by someone who has typed nothing yet; `now` is what stands on the screen instead, by key. */
export function aSource(
  section: SectionQuestions,
  now: Record<string, Partial<CurrentCell>> = {}
): WorkbookSource {
  const cells = new Map<string, CurrentCell>()
  for (const question of section.sub_sections.flatMap(subSection => subSection.questions)) {
    const { value, is_not_applicable, is_not_available, version } = question.answer
    const answer = { value, is_not_applicable, is_not_available }
    cells.set(cellKey(question), { answer, base: answer, version, ...now[cellKey(question)] })
  }
  return {
    title: {
      programmeName: 'National Inpatient Network',
      projectName: 'Ward staffing',
      submissionName: 'Ward 4B',
      periodName: '2026'
    },
    identity: { programmeCode: 'wards', questionnaireId: 7, submissionId: 5 },
    model: buildModel(section),
    currentCell: key => cells.get(key) ?? { answer: BLANK_ANSWER, base: BLANK_ANSWER, version: 0 }
  }
}

export type FileKind = 'xlsx' | 'csv'

export const downloaded = (
  source: WorkbookSource,
  file: FileKind,
  kind: WorkbookKind = 'filled'
): Uint8Array =>
  file === 'xlsx'
    ? xlsxWorkbook([source], kind, EXPORTED_AT)
    : strToU8(csvWorkbook(source, kind, EXPORTED_AT))

export function readBack(bytes: Uint8Array): ImportedFile {
  const files = readWorkbook(bytes)
  if (!files.ok) throw new Error(files.error)
  return files.value[0]!
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

/** Puts content into the cell at an address of a section's sheet, the first unless `sheet` is given; `style` takes the place of the cell's own. */
export const withCell = (
  bytes: Uint8Array,
  address: string,
  inner: string,
  more: { type?: string; style?: number | undefined; sheet?: number } = {}
): Uint8Array =>
  withPart(bytes, `xl/worksheets/sheet${more.sheet ?? 1}.xml`, xml =>
    xml.replace(new RegExp(`<c r="${address}" s="(\\d+)"[^>]*?(?:/>|>.*?</c>)`, 's'), (_, style: string) => {
      const type = more.type === undefined ? '' : ` t="${more.type}"`
      return `<c r="${address}" s="${more.style ?? style}"${type}>${inner}</c>`
    })
  )

/** Gives style 0 another of the number formats that every workbook has. */
export const withFormat = (bytes: Uint8Array, format: number): Uint8Array =>
  withPart(bytes, 'xl/styles.xml', xml =>
    xml.replace(/(<cellXfs[^>]*><xf) numFmtId="0"/, `$1 numFmtId="${format}"`)
  )

/** Address on the section's sheet of a list's cell: the row where its question stands, in the column of answers. */
export function addressOfAnswer(bytes: Uint8Array, questionText: string): string {
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const row = new RegExp(`<c r="B(\\d+)"[^>]*><is><t[^>]*>${questionText}<`).exec(xml)?.[1]
  if (row === undefined) throw new Error(`No question ${questionText}`)
  return `D${row}`
}

/** The first answer beside a text on a sheet of a downloaded workbook. Sheets are counted from 1. */
export function findAnswer(bytes: Uint8Array, sheetName: string, rowName: string) {
  const sheets = readXlsx(bytes)
  if (!sheets.ok) throw new Error(sheets.error)
  const index = sheets.value.findIndex(({ name }) => name === sheetName)
  for (const [row, cells] of sheets.value[index]!.rows)
    if (cells.get(1)?.value === rowName && /^r\d+$/.test(String(cells.get(0)?.value)))
      return { sheet: index + 1, address: sheetAddress(row, 3) }
  throw new Error(`${sheetName} has no ${rowName}`)
}
