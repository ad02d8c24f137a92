// Reads CSV strictly: where a spreadsheet would guess, it reports a fault, because a wrong guess loses lines.

import Papa from 'papaparse'
import { unescapeCsvField } from '#lib/escape-formula.ts'
import { countOf } from '#lib/format.ts'
import { isStorable } from '#lib/text/text-characters.ts'

export interface CsvLine {
  line: number
  cells: string[]
}

export interface CsvFault {
  line: number
  message: string
  hint: string
}

interface CsvFile {
  head?: CsvLine
  lines: CsvLine[]
  faults: CsvFault[]
}

/** Separators that people use by mistake instead of commas. */
const OTHER_SEPARATORS = { '\t': 'tabs', '|': '|' }

/** The lines of a file, or its faults; a fault of the whole file is reported once. */
export function readCsv(text: string): CsvFile {
  const plain = text.replace(/^\ufeff/, '')
  const first = plain.slice(0, plain.search(/[\r\n]|$/))
  const fileFault = faultOfFile(plain, first)
  if (fileFault !== undefined) return { lines: [], faults: [{ line: 1, ...fileFault }] }
  const { lines, faults } = parseLines(plain, separatorIn(first))
  const [head, ...rest] = lines
  if (head === undefined)
    return {
      lines: [],
      faults: [
        { line: 1, message: 'the file is empty', hint: 'write the names of the columns into its first line' }
      ]
    }
  // After a stray quotation mark, all further cells are in the wrong columns.
  if (faults.length > 0) return { head, lines: rest, faults }
  return { head, lines: rest, faults: [...faultsOfHead(head), ...faultsOfLengths(head, rest)] }
}

/** What comes first after a name: later names may contain the other one. */
export const separatorIn = (first: string): string =>
  /[,;]/.exec(first.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ','

export function faultOfFile(plain: string, first: string): Omit<CsvFault, 'line'> | undefined {
  if (/^"?sep=/i.test(first))
    return { message: `"${first.trim()}" is not part of the table`, hint: 'remove this line' }
  const other = Object.entries(OTHER_SEPARATORS).find(([letter]) => first.includes(letter))
  if (other !== undefined && !/[,;]/.test(first))
    return {
      message: `the columns are separated by ${other[1]}`,
      hint: 'save the file as CSV, separated by commas'
    }
  if (!isStorable(plain))
    return { message: 'the file has a zero byte', hint: 'save it again as CSV in UTF-8' }
  return undefined
}

function parseLines(plain: string, delimiter: string): { lines: CsvLine[]; faults: CsvFault[] } {
  const lines: CsvLine[] = []
  const faults: CsvFault[] = []
  let [start, line] = [0, 1]
  Papa.parse<string[]>(plain, {
    delimiter,
    step({ data, errors, meta }) {
      const here = line
      line += plain.slice(start, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0
      start = meta.cursor
      const [error] = errors
      if (error)
        faults.push({
          line: here,
          ...quoteFault(errors.find(({ code }) => code === OPEN)?.code ?? error.code)
        })
      const cells = data.map(cell => unescapeCsvField(cell).trim())
      if (cells.some(cell => cell !== '')) lines.push({ line: here, cells })
    }
  })
  return { lines, faults }
}

const OPEN = 'MissingQuotes'

/** The fault that an error of the parser means. */
export const quoteFault = (code: string): Omit<CsvFault, 'line'> => ({
  message:
    code === OPEN
      ? 'a quotation mark is opened here but never closed'
      : 'a quoted text contains an unescaped quotation mark',
  hint: 'put the text in double quotes, and write "" for a quotation mark in it'
})

export function faultsOfHead({ line, cells }: CsvLine): CsvFault[] {
  const seen = new Set<string>()
  const twice = cells.filter(name => name !== '' && seen.size === seen.add(name).size)
  const nameless = cells.findIndex(name => name === '')
  return [
    ...twice.map(name => ({
      line,
      message: `the column "${name}" appears twice`,
      hint: 'remove one of them'
    })),
    ...(nameless === -1
      ? []
      : [{ line, message: `column ${nameless + 1} has no name`, hint: 'name it, or remove it' }])
  ]
}

/** A missing or extra cell means a missing or stray comma. Spreadsheets add empty cells at the end. */
function faultsOfLengths(head: CsvLine, lines: readonly CsvLine[]): CsvFault[] {
  const width = head.cells.length
  const wrong = lines.filter(
    ({ cells }) => cells.length < width || cells.slice(width).some(cell => cell !== '')
  )
  const [first, ...more] = wrong
  if (first === undefined) return []
  const messageOf = ({ cells }: CsvLine): string =>
    `${countOf(cells.length, 'cell')}, but the first line has ${width}`
  const hint = 'write a comma for each empty cell, and put text that contains a comma in double quotes'
  if (more.length > 3)
    return [
      {
        line: first.line,
        message: `${messageOf(first)}; ${more.length} more lines have the same fault`,
        hint
      }
    ]
  return wrong.map(line => ({ line: line.line, message: messageOf(line), hint }))
}
