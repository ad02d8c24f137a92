// The files of a release, each written while the archive is read.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableSchema } from '#domain/releases/release-tables.ts'
import { citationFile, readmeFile, releaseName, releaseTitle } from '#domain/releases/release-texts.ts'
import { csvLines } from '#lib/csv.ts'
import type { ArchivePart } from '#lib/xlsx/zip-stream.ts'
import type { Tx } from '#server/database/schema.ts'
import type { ExportTable } from '#server/exports/export-tables.ts'
import { csvOf } from '#server/exports/table-files.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { changelogLines } from './changelog.ts'
import { chartFormulas, readRelease } from './release-content.ts'
import { releaseTables } from './release-tables.ts'
import type { ReleasedEdition } from './released-editions.ts'

/** Uses only Python's standard library. */
const RECOMPUTE = join(import.meta.dirname, 'recompute.py')

interface WrittenFile {
  hash: string
  bytes: number
}

export async function releaseFiles(
  tx: Tx,
  edition: ReleasedEdition,
  caller: CallingUser,
  now: Date
): Promise<Iterable<ArchivePart>> {
  const content = await readRelease(tx, edition, caller, now)
  const { facts } = edition
  return filesOf(edition, await releaseTables(content), [
    { name: 'charts.json', text: whole(() => jsonText(chartFormulas(content))) },
    { name: 'CHANGELOG.md', text: changelogLines(content) },
    { name: 'CITATION.cff', text: whole(() => citationFile(facts)) },
    { name: 'README.md', text: whole(() => readmeFile(facts)) },
    { name: 'recompute.py', text: whole(() => readFileSync(RECOMPUTE, 'utf8')) }
  ])
}

/** The files that describe the others come last, when their sizes and checksums are known. */
function* filesOf(
  { facts, publishedAt }: ReleasedEdition,
  tables: readonly ExportTable[],
  others: readonly ArchivePart[]
): Generator<ArchivePart> {
  const written = new Map<string, WrittenFile>()
  const counted = ({ name, text }: ArchivePart): ArchivePart => ({
    name,
    text: countBytes(name, text, written)
  })
  for (const table of tables) yield counted({ name: `${table.name}.csv`, text: csvOf(table, csvLines) })
  for (const file of others) yield counted(file)
  const describePackage = () => ({
    name: releaseName(facts),
    title: releaseTitle(facts),
    version: String(facts.editionNumber),
    created: publishedAt.toISOString(),
    contributors: [{ title: facts.programmeName, role: 'publisher' }],
    resources: [
      ...tables.map(({ name, columns }) => ({
        name,
        path: `${name}.csv`,
        profile: 'tabular-data-resource',
        format: 'csv',
        encoding: 'utf-8',
        ...written.get(`${name}.csv`),
        schema: tableSchema(columns)
      })),
      {
        name: 'charts',
        path: 'charts.json',
        format: 'json',
        encoding: 'utf-8',
        ...written.get('charts.json')
      }
    ]
  })
  yield counted({ name: 'datapackage.json', text: whole(() => jsonText(describePackage())) })
  const sums = () => [...written].map(([name, { hash }]) => `${hash.slice('sha256:'.length)}  ${name}\n`)
  yield { name: 'SHA256SUMS', text: whole(() => sums().join('')) }
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A text that is created only when it is written. */
async function* whole(make: () => string): AsyncGenerator<string> {
  yield await Promise.resolve(make())
}

async function* countBytes(
  name: string,
  text: AsyncIterable<string>,
  written: Map<string, WrittenFile>
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of text) {
    hash.update(piece)
    bytes += Buffer.byteLength(piece)
    yield piece
  }
  written.set(name, { hash: `sha256:${hash.digest('hex')}`, bytes })
}
