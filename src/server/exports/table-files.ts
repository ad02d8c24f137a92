// Tables as one file: CSV, an archive of several, or a workbook.

import type { AnswerFileFormat } from '#contract/answer-exports.ts'
import type { FileField } from '#domain/exports/answer-lines.ts'
import { distinctCodes } from '#domain/exports/part-codes.ts'
import { csvFile, csvLines, type CsvCell } from '#lib/csv.ts'
import { streamXlsx } from '#lib/xlsx/stream.ts'
import { sheetName, XLSX_TYPE, type WrittenCell } from '#lib/xlsx/write.ts'
import { zipStream } from '#lib/xlsx/zip-stream.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import type { ExportTable } from './export-tables.ts'

/** The file of the tables, without its ending in `name`. */
export function tableFile(
  tables: readonly ExportTable[],
  format: AnswerFileFormat,
  name: string
): StreamedFile {
  const [table] = tables
  if (format === 'xlsx')
    return new StreamedFile(() => streamXlsx(tables.map(sheetOf)), `${name}.xlsx`, XLSX_TYPE)
  if (table !== undefined && tables.length === 1)
    return new StreamedFile(() => encode(csvOf(table)), `${name}.csv`, 'text/csv; charset=utf-8')
  const names = distinctCodes(tables.map(one => one.name))
  const parts = tables.map((one, index) => ({ name: `${names[index] ?? one.name}.csv`, text: csvOf(one) }))
  return new StreamedFile(() => zipStream(parts), `${name}.zip`, 'application/zip')
}

/** `begin` writes the first line: with a byte order mark, which spreadsheets need, or with `csvLines` without. */
export async function* csvOf(
  { columns, lines }: ExportTable,
  begin: typeof csvLines = csvFile
): AsyncGenerator<string> {
  yield begin([columns])
  for await (const batch of lines()) yield csvLines(batch.map(line => line.map(csvCell)))
}

/** A date is a text in CSV. */
export const csvCell = (field: FileField): CsvCell =>
  field !== null && typeof field === 'object' ? field.date : field

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

function sheetOf({ name, columns, lines }: ExportTable, index: number, tables: readonly ExportTable[]) {
  const names = distinctCodes(tables.map(table => sheetName(table.name.slice(0, 28))))
  return {
    name: names[index] ?? name,
    headings: columns,
    rows: (async function* rows() {
      for await (const batch of lines()) yield batch.map(line => line.map(workbookCell))
    })()
  }
}

const workbookCell = (value: FileField): WrittenCell =>
  value !== null && typeof value === 'object' ? { value, style: { format: 'yyyy-mm-dd' } } : { value }
