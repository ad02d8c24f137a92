// What a workbook says when it comes back, whatever kind of file it is.
import type { CellAnswer } from '#domain/cell-rules.ts'
import { parseAnswer } from './exported-answer.ts'
import type { FileContent } from './file-content.ts'
import type { Reference } from './source.ts'

export interface FileCell {
  key: string
  content: FileContent
  isFormula: boolean
  /** The version at the server when the file was made; null where somebody has changed it. */
  version: number | null
  /** The answer that the file left with; null where it carries none. */
  exported: CellAnswer | null
}

export interface ImportedFile {
  reference: Reference
  exportedAt: string
  fileKind: 'xlsx' | 'csv'
  /** `;` when a spreadsheet of a country with decimal commas has saved the file. */
  delimiter: string | null
  cells: FileCell[]
  /** Keys that stand in the file more than once, with different contents or not; nobody can say which counts. */
  repeated: string[]
}

export const UNKNOWN_FILE =
  'This file was not downloaded from a section here, or its reference has been removed.'
export const OTHER_FORMAT =
  'This file comes from another version of this site and cannot be read. Download the workbook again.'

/** A key as files have it. Bare, `12:0:0` would be a time of day to a spreadsheet. */
export const fileKey = (key: string): string => `q${key}`

export function fileCell(
  name: string,
  content: FileContent,
  isFormula: boolean,
  version: string,
  remembered: string
): FileCell {
  const number = Number(version)
  return {
    key: name.replace(/^q/, ''),
    content,
    isFormula,
    version: version !== '' && Number.isSafeInteger(number) ? number : null,
    exported: remembered === '' ? null : parseAnswer(remembered)
  }
}

/** Splits cells into those that stand once and the keys of those that stand several times. */
export function withoutDuplicates(cells: readonly FileCell[]): Pick<ImportedFile, 'cells' | 'repeated'> {
  const times = new Map<string, number>()
  for (const { key } of cells) times.set(key, (times.get(key) ?? 0) + 1)
  return {
    cells: cells.filter(({ key }) => times.get(key) === 1),
    repeated: [...times].flatMap(([key, count]) => (count > 1 ? [key] : []))
  }
}
