// The content of one section in an uploaded workbook, whatever its format.

import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { parseAnswer } from './exported-answer.ts'
import type { FileContent } from './file-content.ts'
import type { WorkbookReference } from './source.ts'

export interface FileCell {
  key: string
  content: FileContent
  isFormula: boolean
  /** The name that the file shows beside it; null if it shows none. */
  name: string | null
  /** What stands above its column in a workbook, and above the other columns of its table; null in CSV. */
  heading: { own: string; all: readonly string[] } | null
  /** The server's version at export; null if someone has changed it. */
  version: number | null
  /** The exported answer; null if the file has none. */
  exported: CellAnswer | null
}

export interface ImportedFile {
  reference: WorkbookReference
  exportedAt: string
  fileKind: 'xlsx' | 'csv'
  /** `;` if a spreadsheet with a decimal-comma locale has saved the file. */
  delimiter: string | null
  /** Why nothing could be read from the section's sheet; null if it could. */
  sheetFault: string | null
  cells: FileCell[]
  /** Values in the columns of answers that have no key. */
  unkeyed: { place: string; text: string }[]
  /** Keys that occur more than once in the file; nobody can say which one counts. */
  repeated: string[]
}

export const UNKNOWN_FILE =
  'This file was not downloaded from a section here, or its reference has been removed.'
export const OTHER_FORMAT =
  'This file comes from another version of this site and cannot be read. Download the workbook again.'

/** A key as written to files. Without the prefix a spreadsheet would read `12:0:0` as a time. */
export const fileKey = (key: string): string => `q${key}`

export function fileCell(
  { key, version, remembered }: { key: string; version: string; remembered: string },
  { name, heading }: Pick<FileCell, 'name' | 'heading'>,
  content: FileContent,
  isFormula: boolean
): FileCell {
  const number = Number(version)
  return {
    key: key.replace(/^q/, ''),
    content,
    isFormula,
    name,
    heading,
    version: version !== '' && Number.isSafeInteger(number) ? number : null,
    exported: remembered === '' ? null : parseAnswer(remembered)
  }
}

/** Separates cells that occur once from the keys that occur several times. */
export function withoutDuplicates(cells: readonly FileCell[]): Pick<ImportedFile, 'cells' | 'repeated'> {
  const times = new Map<string, number>()
  for (const { key } of cells) times.set(key, (times.get(key) ?? 0) + 1)
  return {
    cells: cells.filter(({ key }) => times.get(key) === 1),
    repeated: [...times].flatMap(([key, count]) => (count > 1 ? [key] : []))
  }
}
