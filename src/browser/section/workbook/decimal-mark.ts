// Detects whether a file uses the point or the comma as its decimal mark.

import { parseNumber, type DecimalMark } from '#domain/answers/number-input.ts'
import { fileContentText } from './file-content.ts'
import type { FileCell, ImportedFile } from './imported-file.ts'

/**
 * Workbooks contain numbers, CSV files texts. In CSV, unchanged numbers show the mark; without any, the
 * separator does, because spreadsheets separate by semicolons where the comma is the decimal mark.
 */
export function decimalMarkOf({ fileKind, delimiter, cells }: ImportedFile): DecimalMark {
  if (fileKind === 'xlsx') return '.'
  const points = cells.filter(cell => isAsExported(cell, '.')).length
  const commas = cells.filter(cell => isAsExported(cell, ',')).length
  if (points !== commas) return points > commas ? '.' : ','
  return delimiter === ';' ? ',' : '.'
}

function isAsExported({ content, exported }: FileCell, mark: DecimalMark): boolean {
  const text = fileContentText(content)
  if (typeof exported?.value !== 'number' || !text.includes(mark)) return false
  const reading = parseNumber(text, mark)
  return reading.kind === 'number' && reading.value === exported.value
}
