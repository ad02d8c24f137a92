// Answers as files, as a program reads them.

import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { exportAnswers } from '#contract/answer-exports.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { unescapeCsvField } from '#lib/escape-formula.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import type { Role, TestServer } from './server.ts'

export type ExportQuery = InputOf<typeof exportAnswers>['query']
export type FileLine = Record<string, string>

export async function requestAnswers(
  server: TestServer,
  reader: Role | { key: string },
  query: ExportQuery,
  method: 'GET' | 'HEAD' = 'GET'
): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, String(one))
  const token = typeof reader === 'string' ? await server.tokenOf(reader) : reader.key
  return server.fetch(`http://localhost${API_PATH_PREFIX}/answers/export?${search}`, {
    method,
    headers: { Authorization: `Bearer ${token}` }
  })
}

export const linesOfCsv = (bytes: Uint8Array): FileLine[] =>
  Papa.parse<FileLine>(new TextDecoder().decode(bytes), {
    header: true,
    skipEmptyLines: true,
    transform: unescapeCsvField
  }).data

export const linesOfZip = (bytes: Uint8Array): Record<string, FileLine[]> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, linesOfCsv(file)]))

/** The sheets of a workbook, each value as a text. */
export function linesOfBook(bytes: Uint8Array): Record<string, FileLine[]> {
  const book = readXlsx(bytes)
  if (!book.ok) throw new Error(book.error)
  return Object.fromEntries(
    book.value.map(({ name, rows }) => {
      const [head = new Map<never, never>(), ...lines] = [...rows.values()]
      const text = (value?: string | number | boolean | null): string => unescapeCsvField(String(value ?? ''))
      const lineOf = (line: typeof head) =>
        Object.fromEntries(
          [...head].map(([column, { value }]) => [text(value), text(line.get(column)?.value)])
        )
      return [name, lines.map(lineOf)]
    })
  )
}

/** The texts of a column that are not empty, in alphabetical order. */
export const textsIn = (lines: readonly FileLine[], ...columns: string[]): string[] =>
  lines
    .flatMap(line => columns.map(column => line[column] ?? ''))
    .filter(text => text !== '')
    .toSorted()
