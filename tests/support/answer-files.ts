// Answers as files, as a program reads them.

import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { exportAnswers } from '#contract/answer-exports.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { unescapeCsvField } from '#lib/escape-formula.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import type { Role, TestServer } from './server.ts'

export type ExportQuery = InputOf<typeof exportAnswers>['query']
export type FileLine = Record<string, string>

export async function requestAnswers(
  server: TestServer,
  role: Role,
  query: ExportQuery,
  method: 'GET' | 'HEAD' = 'GET'
): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, String(one))
  const token = await server.tokenOf(role)
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

/** The texts of a column that are not empty, in alphabetical order. */
export const textsIn = (lines: readonly FileLine[], ...columns: string[]): string[] =>
  lines
    .flatMap(line => columns.map(column => line[column] ?? ''))
    .filter(text => text !== '')
    .toSorted()
