// Which of point and comma is the decimal mark of a file.
import { parseNumber, type DecimalMark } from '#domain/number-input.ts'
import { contentText } from './file-content.ts'
import type { FileCell, ImportedFile } from './imported-file.ts'

/**
 * Workbooks hold numbers, CSV files texts. There the numbers that nobody has touched tell; without one the separator does, because
 * spreadsheets use the semicolon where the comma is taken.
 */
export function decimalMarkOf({ fileKind, delimiter, cells }: ImportedFile): DecimalMark {
  if (fileKind === 'xlsx') return '.'
  const points = cells.filter(cell => isAsExported(cell, '.')).length
  const commas = cells.filter(cell => isAsExported(cell, ',')).length
  if (points !== commas) return points > commas ? '.' : ','
  return delimiter === ';' ? ',' : '.'
}

function isAsExported({ content, exported }: FileCell, mark: DecimalMark): boolean {
  const text = contentText(content)
  if (typeof exported?.value !== 'number' || !text.includes(mark)) return false
  const reading = parseNumber(text, mark)
  return reading.kind === 'number' && reading.value === exported.value
}
