// No spreadsheet runs an exported text, however it splits it, and every text round-trips.

import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { codesCsv } from '#browser/features/data-collection/codes/codes-csv.ts'
import { readBlock, writeBlock } from '#browser/section/table/paste.ts'
import { csvFile } from '#lib/csv.ts'
import {
  escapeClipboardText,
  escapeCsvField,
  escapeFormula,
  unescapeClipboardText,
  unescapeCsvField,
  unescapeFormula
} from '#lib/escape-formula.ts'

const piece = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ';',
  '\t',
  '\r',
  '\n',
  '\u2028',
  ',',
  ' ',
  '\u200b',
  'a',
  '5',
  'cmd()'
)
const hostile = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 })
)

/** What a spreadsheet runs as a formula, defined independently of the code. */
const runs = (field: string): boolean => {
  const bare = field.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '')
  return /^[=+\-@＝＋－＠]/.test(bare) && !/^[+-]?\d[\d.,\s]*%?"*$/.test(bare)
}

/** As Excel opens a file with another separator: it recognises quotation marks only at the start of a field. */
function splitBy(separator: string, text: string): string[] {
  const fields: string[] = []
  for (const line of text.split(/\r\n|[\r\n]/)) fields.push(...line.split(separator))
  return fields
}

describe('CSV', () => {
  test('no field is a formula where commas, semicolons or tabs separate', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        rows => {
          const text = csvFile(rows).slice(1)
          expect(Papa.parse<string[]>(text, { delimiter: ',' }).data.flat().filter(runs)).toEqual([])
          for (const separator of [';', '\t']) {
            expect(splitBy(separator, text).filter(runs)).toEqual([])
            expect(Papa.parse<string[]>(text, { delimiter: separator }).data.flat().filter(runs)).toEqual([])
          }
        }
      )
    )
  })

  test('every text round-trips', () => {
    fc.assert(
      fc.property(hostile, text => {
        const [[field = ''] = []] = Papa.parse<string[]>(csvFile([[text, 'x']]).slice(1), {
          delimiter: ','
        }).data
        expect(unescapeCsvField(field)).toBe(text)
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
        expect(unescapeCsvField(escapeCsvField(text))).toBe(text)
        expect(unescapeClipboardText(escapeClipboardText(text))).toBe(text)
      })
    )
    expect(escapeCsvField('a;=cmd()')).toBe("a;'=cmd()")
    expect(escapeCsvField('two plain; words')).toBe('two plain; words')
    expect(csvFile([[-5, null, 'a "b", c']])).toBe('\uFEFF-5,,"a ""b"", c"\r\n')
  })

  test('lists of case codes are written by the same writer', () => {
    const code = {
      case_code: 'ABCD',
      status: 'unused',
      completion_percent: 0,
      last_activity_at: null,
      reviewer_name: 'a;=cmd()',
      reviewer_email_address: '=x@example.org'
    } as unknown as Parameters<typeof codesCsv>[0][number]
    expect(splitBy(';', codesCsv([code], name => `https://x.example/${name}`).slice(1)).filter(runs)).toEqual(
      []
    )
  })
})

describe('the clipboard', () => {
  test('copied text never runs; numbers stay numbers; a block round-trips cell by cell', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(hostile, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        rows => {
          const block = writeBlock(rows)
          expect(splitBy('\t', block).filter(runs)).toEqual([])
          expect(readBlock(block)).toEqual(rows.map(row => row.map(cell => cell.replaceAll('\r\n', '\n'))))
        }
      )
    )
    expect(writeBlock([['-5', '1,204.5', '−3 %', '=1+1']])).toBe("-5\t1,204.5\t−3 %\t'=1+1\r\n")
  })
})

test('only the escaping writers write files', () => {
  const files = globSync('src/**/*.{ts,tsx}')
  const using = (word: RegExp): string[] => files.filter(file => word.test(readFileSync(file, 'utf8')))
  expect(using(/\bunparse\b/)).toEqual(['src/lib/csv.ts'])
  expect(using(/text\/csv/).toSorted()).toEqual([
    'src/browser/api/download.ts',
    'src/server/exports/table-files.ts'
  ])
  // Each saves what an escaping writer made.
  expect(using(/\b(saveCsv|CSV_TYPE)\b/).toSorted()).toEqual([
    'src/browser/api/download.ts',
    'src/browser/features/data-collection/codes/export-codes.ts',
    'src/browser/features/data-collection/progress/selection-bar.tsx',
    'src/browser/features/data-collection/queries/query-selection-bar.tsx',
    'src/browser/features/data-collection/results/results-head.tsx',
    'src/browser/features/explorer/chart/sharing.ts',
    'src/browser/features/explorer/export/chart-set.ts',
    'src/browser/features/users/audit-log.ts',
    'src/browser/section/workbook/workbook-download.ts'
  ])
  // Links, keys and recovery codes are not cells; tables are escaped.
  expect(using(/clipboard\.writeText/).toSorted()).toEqual([
    'src/browser/features/data-collection/codes/code-row.tsx',
    'src/browser/features/explorer/chart/copy-link.tsx',
    'src/browser/features/explorer/export/evidence-link.ts',
    'src/browser/features/own-account/copy-button.tsx',
    'src/browser/section/table/copy-table.tsx',
    'src/browser/section/table/range/menu-actions.ts',
    'src/browser/section/table/stray-answers.tsx'
  ])
})
