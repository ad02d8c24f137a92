// Detects whether a file uses the point or the comma as its decimal mark.

import type { SectionModel } from '#browser/section/state/model.ts'
import { inferMark, parseNumber, type KnownMark } from '#domain/answers/number-input.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import type { DecimalMark } from '#lib/text/decimal-marks.ts'
import { fileContentText } from './file-content.ts'
import type { FileCell, ImportedFile } from './imported-file.ts'

/**
 * In CSV, unchanged numbers show the mark, and without any the numbers that were entered; in a workbook only
 * numbers that were entered as text need one. If none shows it, the separator of CSV does, because spreadsheets
 * separate by semicolons where the comma is the decimal mark.
 */
export function decimalMarkOf(
  { fileKind, delimiter, cells }: ImportedFile,
  model: SectionModel
): KnownMark | null {
  const points = fileKind === 'csv' ? cells.filter(cell => isAsExported(cell, '.')).length : 0
  const commas = fileKind === 'csv' ? cells.filter(cell => isAsExported(cell, ',')).length : 0
  if (points !== commas) return points > commas ? '.' : ','
  const entered = cells.filter(({ key, content }) => {
    const cell = model.cells.get(key)
    return cell !== undefined && content.kind === 'text' && holdsNumber(cell.question)
  })
  return inferMark(entered.map(({ content }) => fileContentText(content))) ?? (delimiter === ';' ? ',' : null)
}

function isAsExported({ content, exported }: FileCell, mark: DecimalMark): boolean {
  const text = fileContentText(content)
  if (typeof exported?.value !== 'number' || !text.includes(mark)) return false
  const reading = parseNumber(text, { mark })
  return reading.kind === 'number' && reading.value === exported.value
}
