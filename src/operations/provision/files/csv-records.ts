// Reads a CSV file of any size record by record. Like csv-lines.ts it guesses nothing.

import Papa from 'papaparse'
import { formatCount } from '#lib/format.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { otherFormat } from '#programme/read-file.ts'
import { faultOfFile, quoteFault, separatorIn, type CsvFault, type CsvLine } from './csv-lines.ts'

/** Far more than the longest answer with its keys. A quotation mark that is never closed would otherwise read the whole file into memory. */
const MAX_RECORD_CHARACTERS = 200_000

/** The records of a file, part by part. A fault is the last part. */
export async function* readRecords(
  pieces: AsyncIterable<Buffer>
): AsyncGenerator<Result<CsvLine[], CsvFault>> {
  const reader = new RecordReader()
  for await (const piece of pieces) {
    const read = reader.read(piece)
    yield read
    if (!read.ok) return
  }
  yield reader.end()
}

class RecordReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #parser: Papa.Parser | undefined
  #newline = '\n'
  /** What follows the last complete record. */
  #rest = ''
  #line = 1

  read(piece: Buffer): Result<CsvLine[], CsvFault> {
    const other = this.#parser === undefined && this.#rest === '' ? otherFormat(piece) : undefined
    if (other !== undefined) return err({ line: 1, message: other[0], hint: other[1] })
    return this.#decode(piece) ?? this.#records(false)
  }

  end(): Result<CsvLine[], CsvFault> {
    return this.#decode(undefined) ?? this.#records(true)
  }

  #decode(piece: Buffer | undefined): Result<CsvLine[], CsvFault> | undefined {
    try {
      this.#rest += this.#decoder.decode(piece, { stream: piece !== undefined })
      return undefined
    } catch {
      return err({
        line: this.#line,
        message: 'the file is not in UTF-8, here or soon after',
        hint: 'save it as CSV in UTF-8'
      })
    }
  }

  #records(isLast: boolean): Result<CsvLine[], CsvFault> {
    if (this.#parser === undefined) {
      const fault = this.#readHead(isLast)
      if (fault !== undefined) return err({ line: 1, ...fault })
    }
    if (this.#parser === undefined || this.#rest === '') return this.#limit([])
    const parsed = this.#parser.parse(this.#rest, 0, !isLast) as Papa.ParseResult<string[]>
    this.#rest = this.#rest.slice(parsed.meta.cursor)
    // After the last complete record, a quoted field may continue in the next chunk.
    const broken = parsed.errors.find(({ row = 0 }) => isLast || row < parsed.data.length)
    const lines: CsvLine[] = []
    for (const [index, cells] of parsed.data.entries()) {
      const fault = index === broken?.row ? quoteFault(broken.code) : this.#recordFault(cells)
      if (fault !== undefined) return err({ line: this.#line, ...fault })
      if (cells.some(cell => cell !== '')) lines.push({ line: this.#line, cells })
      this.#line += 1 + newlinesIn(cells)
    }
    return this.#limit(lines)
  }

  /** Learns separator and line ends from the first line, once all of it is there. */
  #readHead(isLast: boolean): Omit<CsvFault, 'line'> | undefined {
    const first = /[\r\n]/.exec(this.#rest)
    // A carriage return may be half of a line end.
    if (!isLast && (first === null || first.index === this.#rest.length - 1)) return undefined
    const head = this.#rest.slice(0, first?.index)
    const fault = faultOfFile(head, head)
    this.#newline = /\r\n|\r|\n/.exec(this.#rest)?.[0] ?? '\n'
    this.#parser = new Papa.Parser({ delimiter: separatorIn(head), newline: this.#newline as '\n' })
    return fault
  }

  #recordFault(cells: readonly string[]): Omit<CsvFault, 'line'> | undefined {
    if (cells.some(cell => cell.includes('\0')))
      return { message: 'the line contains a NUL byte', hint: 'save the file again as CSV in UTF-8' }
    if (this.#newline === '\n' && cells.at(-1)?.endsWith('\r') === true)
      return {
        message: 'the line ending differs from that of the first line',
        hint: 'save the file again as CSV'
      }
    return undefined
  }

  #limit(lines: CsvLine[]): Result<CsvLine[], CsvFault> {
    if (this.#rest.length <= MAX_RECORD_CHARACTERS) return ok(lines)
    return err({
      line: this.#line,
      message: `the line has more than ${formatCount(MAX_RECORD_CHARACTERS)} characters`,
      hint: 'look for a quotation mark that is never closed'
    })
  }
}

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
