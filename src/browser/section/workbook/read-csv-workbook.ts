// Parses a section's CSV file, also after a spreadsheet has saved it with other separators or in another
// encoding.

import Papa from 'papaparse'
import { escapeFormula, unescapeCsvField } from '#lib/escape-formula.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { CSV_HEADINGS } from './csv-workbook.ts'
import {
  fileCell,
  UNKNOWN_FILE,
  OTHER_FORMAT,
  withoutDuplicates,
  type FileCell,
  type ImportedFile
} from './imported-file.ts'
import { csvCellName } from './named-cells.ts'
import { isReference, readReference, type WorkbookReference } from './source.ts'

const DAMAGED_CSV = 'The CSV file is damaged: a quotation mark is not closed.'
const UNMARKED_UTF16 =
  'This file is saved as UTF-16 without a mark that says so. Save it again as “CSV UTF-8”, then choose that file.'
const ONE_COLUMN =
  'All columns of this file are in one. Open the downloaded CSV file with your spreadsheet’s text import and the comma as separator, or use the Excel file.'
/** The reference in a line that is one field, such as 'Reference,workbook:1:…'. */
const IN_ONE_COLUMN = /^Reference[,;\t|]\s*workbook:/
const MAX_LINES = 100_000

/** Without the other columns the answers can still be read. */
const NEEDED_HEADINGS = [
  'Answer',
  'Key',
  'Version',
  'As exported'
] as const satisfies (typeof CSV_HEADINGS)[number][]

const missingColumns = (names: readonly string[]): string =>
  `${names.length === 1 ? 'The column' : 'The columns'} ${names.map(name => `“${name}”`).join(', ')} ${
    names.length === 1 ? 'is' : 'are'
  } missing from the file. Restore ${names.length === 1 ? 'it' : 'them'} in the spreadsheet, or download the section again.`

/**
 * Spreadsheets use their locale's separator. The reference line reveals it; guessing is misled by what
 * people write in cells.
 */
const DELIMITERS = [',', ';', '\t', '|']

function parseCsv(text: string): Papa.ParseResult<string[]> {
  const by = (delimiter: string) =>
    Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimiter, preview: MAX_LINES })
  const found = DELIMITERS.find(delimiter => by(delimiter).data.some(line => isReference(line[1] ?? '')))
  return by(found ?? ',')
}

export function readCsvWorkbook(bytes: Uint8Array): Result<ImportedFile> {
  if (isUnmarkedUtf16(bytes)) return err(UNMARKED_UTF16)
  const text = decodeCsv(bytes)
  if (text.includes('\0\0')) return err(UNKNOWN_FILE)
  const { data, errors, meta } = parseCsv(text)
  if (errors.some(error => error.type === 'Quotes')) return err(DAMAGED_CSV)
  const layout = findLayout(data)
  if (!layout.ok) return layout
  const { reference, head } = layout.value
  const at = columnsOf(data[head] ?? [])
  return ok({
    reference,
    exportedAt: data.find(line => line[0] === 'Exported at')?.[1] ?? '',
    fileKind: 'csv',
    delimiter: meta.delimiter,
    sheetFault: null,
    unkeyed: data.slice(head + 1).flatMap(line => valueWithoutKey(line, at)),
    ...withoutDuplicates(data.slice(head + 1).flatMap(line => lineCells(line, at)))
  })
}

/** The reference, and the line with the headings. */
function findLayout(data: readonly string[][]): Result<{ reference: WorkbookReference; head: number }> {
  const referenceLine = data.find(line => isReference(line[1] ?? ''))?.[1]
  if (referenceLine === undefined)
    return err(data.some(([first = '']) => IN_ONE_COLUMN.test(first)) ? ONE_COLUMN : UNKNOWN_FILE)
  const reference = readReference(referenceLine)
  const head = data.findIndex(line => CSV_HEADINGS.filter(name => line.includes(name)).length > 3)
  if (reference === null || head < 0) return err(OTHER_FORMAT)
  const missing = NEEDED_HEADINGS.filter(name => !data[head]!.includes(name))
  return missing.length > 0 ? err(missingColumns(missing)) : ok({ reference, head })
}

type CsvColumns = (name: (typeof CSV_HEADINGS)[number], line: string[]) => string

const columnsOf =
  (head: string[]): CsvColumns =>
  (name, line) =>
    line[head.indexOf(name)] ?? ''

const NAME_HEADINGS = ['Sub-section', 'Question', 'Row', 'Column'] as const

/** Null if the columns with names were removed. */
function nameOfLine(line: string[], at: CsvColumns): string | null {
  const names = NAME_HEADINGS.map(name => unescapeCsvField(at(name, line)))
  return names[0] === '' || names[1] === '' ? null : csvCellName(names)
}

/** A value in a line without a key, such as one that was added. */
function valueWithoutKey(line: string[], at: CsvColumns): ImportedFile['unkeyed'] {
  const text = unescapeCsvField(at('Answer', line))
  return at('Key', line).trim() !== '' || text === '' ? [] : [{ place: nameOfLine(line, at) ?? '', text }]
}

function lineCells(line: string[], at: CsvColumns): FileCell[] {
  const key = at('Key', line).trim()
  if (key === '') return []
  const value = at('Answer', line)
  // CSV fields are escaped in parts, workbook cells as a whole; from here on both are treated as cells. A
  // spreadsheet saves a formula's result, so a formula that is still text here was never calculated and is
  // no value.
  const isFormula = value.startsWith('=')
  const content =
    value === '' || isFormula
      ? ({ kind: 'nothing', value: null } as const)
      : ({ kind: 'text', value: escapeFormula(unescapeCsvField(value)) } as const)
  const recorded = {
    key,
    version: at('Version', line),
    remembered: unescapeCsvField(at('As exported', line))
  }
  return [fileCell(recorded, { name: nameOfLine(line, at), heading: null }, content, isFormula)]
}

/** Almost every second byte of Latin text in UTF-16 is 0. */
function isUnmarkedUtf16(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 400)
  const zeros = [0, 1].map(turn => start.filter((byte, index) => index % 2 === turn && byte === 0).length)
  return start.length > 1 && (start[0] === 0 || start[1] === 0) && Math.max(...zeros) > start.length * 0.4
}

/** UTF-8 as exported, UTF-16 as in "Unicode text", otherwise the old Windows encoding of plain CSV. */
function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: a spreadsheet has saved it in its own encoding.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
