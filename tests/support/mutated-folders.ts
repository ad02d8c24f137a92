// Reads and stores a folder with a mistake in it, and reports the outcome.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { provisionIn } from '#operations/provision/apply.ts'
import { rowsUnder } from '#operations/provision/content.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import type { Mutation } from './folder-mutations.ts'
import { NOON, openEmptyEmbedded, wards } from './seeded-database.ts'
import { exampleFiles, writeExample } from './worked-example.ts'

const ROOT = 'content/museums/'
export const files = Object.fromEntries(
  Object.entries(exampleFiles)
    .filter(([path]) => path.startsWith(ROOT) && /\.(json|csv)$/.test(path))
    .map(([path, text]) => [path.slice(ROOT.length), text])
)

/** Terms that only programmers and databases use. */
export const INTERNAL =
  /\bat .*\.ts|undefined|\[object|NaN|violates|relation "|column "\w+" (?:of|does)|syntax for type|Invalid \w+:|RangeError|TypeError/

/** Reads the folder, and checks that each fault is a sentence with a position. */
export function readMutated(folder: string, { file, mistake, text }: Mutation): ReadFolder | undefined {
  writeExample(folder)
  const root = join(folder, ROOT)
  writeFileSync(join(root, file), text)
  const read = readFolder(root)
  if (read.ok) return read.value
  const told = read.error.map(describeFault)
  expect(told.length, `${mistake} in ${file} is refused without a fault`).toBeGreaterThan(0)
  for (const fault of told) {
    expect(fault).toMatch(/^[\w./-]+:\d+:\d+ .*\S/)
    expect(fault).not.toMatch(INTERNAL)
  }
  return undefined
}

class TakenBack extends Error {}

/** A database in which folders are stored and compared, and then rolled back. */
export class MutationStore implements AsyncDisposable {
  readonly #store: OpenDatabase

  private constructor(store: OpenDatabase) {
    this.#store = store
  }

  static async open(): Promise<MutationStore> {
    const store = await openEmptyEmbedded()
    await migrate(store.database)
    await saveProgramme(store.database, { ...wards, programmeId: 1 })
    await saveOutputTypes(store.database, 1)
    return new MutationStore(store)
  }

  async requireStored(desired: ReadFolder, { file, text }: Mutation): Promise<void> {
    const target = { programmeId: 1, now: NOON, isApplied: true, timeZone: 'Europe/London' }
    let again: unknown[] = []
    await transaction(this.#store.database, async tx => {
      await provisionIn(tx, desired, target)
      again = await provisionIn(tx, desired, target)
      throw new TakenBack()
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
    requireNone(again)
    requireAllRead(desired, file, text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close()
  }
}

function requireNone(again: readonly unknown[]): void {
  expect(again, 'a second run has nothing to do').toEqual([])
}

/** Counts the entries of the file without the product's reader. */
function requireAllRead({ content }: ReadFolder, file: string, text: string): void {
  if (file === 'organisations.csv') {
    const lines = text.split(/\r\n|\r|\n/).filter(line => /[^\s,;"]/.test(line))
    const several = [...content.organisation_filter_options.values()].length
    expect(content.organisations.size).toBe(several > 3 ? content.organisations.size : lines.length - 1)
    return
  }
  const json = JSON.parse(text) as Record<string, unknown[] | undefined>
  const lists = {
    time_periods: 'time_periods',
    filters: 'filters',
    charts: 'charts',
    collections: 'collections',
    sections: 'sections',
    scopes: 'scopes',
    peer_groups: 'peer_groups',
    guidances: 'project_guidances',
    abouts: 'project_abouts'
  } as const
  for (const [field, kind] of Object.entries(lists))
    if (json[field] !== undefined) expect([field, content[kind].size]).toEqual([field, json[field].length])
  if (json['questions'] !== undefined && !('visibility' in json))
    expect(rowsUnder(content, 'questions', 'projects:visitors')).toHaveLength(json['questions'].length)
}
