// Converts between blocks of cells and clipboard text: lines are rows, tabs separate cells, and cells with
// tabs, line breaks or quotes are quoted.

import { escapeClipboardText, unescapeClipboardText } from '#lib/escape-formula.ts'

/** By row, then column. */
export type PastedBlock = readonly (readonly string[])[]

/** Parses a copied block. Rows may differ in length; a trailing line break adds no row. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    rows.at(-1)?.push(unescapeClipboardText(cell))
    const next = text[end]
    if (next === undefined) break
    at = end + (next === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (next !== '\t') {
      if (at === text.length) break
      rows.push([])
    }
  }
  return rows
}

function plainCell(text: string, at: number): { cell: string; end: number } {
  let end = at
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(at, end), end }
}

/** A quote that is never closed, or that closes before the cell ends, is part of the text. */
function quotedCell(text: string, at: number): { cell: string; end: number } {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    if (text[quote + 1] === '"') {
      quote += 1
      continue
    }
    const next = text[quote + 1]
    if (next !== undefined && next !== '\t' && next !== '\n' && next !== '\r') break
    return {
      cell: text
        .slice(at + 1, quote)
        .replaceAll('""', '"')
        .replaceAll('\r\n', '\n'),
      end: quote + 1
    }
  }
  return plainCell(text, at)
}

/** Writes one cell, without the line break that ends a row. */
export function writeCell(text: string): string {
  const escaped = escapeClipboardText(text)
  return /^"|[\t\n\r]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/**
 * Writes a block as text that `readBlock`, Excel and LibreOffice read back cell by cell without executing
 * any of it.
 */
export const writeBlock = (rows: PastedBlock): string =>
  rows.map(row => `${row.map(writeCell).join('\t')}\r\n`).join('')
