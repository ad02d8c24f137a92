// The file of a backup: compressed lines. A line that begins with [ is metadata, every other line is a row. Without
// its last line the backup is incomplete.
//   ["backup",{"format":1,"made":"2026-11-20T12:00:00.000Z","migrations":["001-baseline"]}]
//   ["table","users"]
//   {"user_id":1, …}
//   ["end",{"table":"users","rows":1,"sum":"…","next":{"user_id":2}}]
//   ["complete"]

import { basename, dirname } from 'node:path'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { OutsideFolder } from '#outside/folder.ts'
import { readJson } from '#outside/json.ts'
import { appliedMigrations } from '#server/database/before-baseline.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { nextNumbers, readRows, snapshot, Sum } from './rows.ts'
import { tablesInOrder } from './tables.ts'

const BACKUP_FORMAT = 1

/** A row with the largest document that provisioning takes, which is written in hexadecimal digits. */
const MAX_LINE_CHARACTERS = 160_000_000
/** A header line, with the names of all migrations. */
const MAX_METADATA_CHARACTERS = 1_000_000

/** A backup that cannot be read or used, as a sentence for the person who ran the command. */
export class BackupError extends Error {}

const HeaderSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  made: v.string(),
  migrations: v.array(v.string())
})
const End = v.object({
  table: v.string(),
  rows: v.number(),
  sum: v.string(),
  next: v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(1)))
})
const BackupFileLine = v.union([
  v.tuple([v.literal('backup'), HeaderSchema]),
  v.tuple([v.literal('table'), v.string()]),
  v.tuple([v.literal('end'), End]),
  v.tuple([v.literal('complete')])
])

export type BackupHeader = v.InferOutput<typeof HeaderSchema>
export type BackupLine = string | v.InferOutput<typeof BackupFileLine>

/** The lines of a backup of everything, as of one moment. */
export const backupLines = (database: Database, now: Date): AsyncGenerator<string> =>
  snapshot(database, tx => writeBackupLines(tx, now))

async function* writeBackupLines(tx: Tx, now: Date): AsyncGenerator<string> {
  const line = (...parts: v.InferOutput<typeof BackupFileLine>): string => `${JSON.stringify(parts)}\n`
  const migrations = await appliedMigrations(tx)
  if (migrations.length === 0)
    throw new BackupError('The database is empty: no API has started on it. Is it the right one?')
  yield line('backup', { format: BACKUP_FORMAT, made: now.toISOString(), migrations })
  for (const table of await tablesInOrder(tx, 'backup')) {
    yield line('table', table.name)
    const sum = new Sum()
    for await (const row of readRows(tx, table)) {
      sum.add(row)
      yield `${row}\n`
    }
    yield line('end', { table: table.name, ...sum.content, next: await nextNumbers(tx, table) })
  }
  yield line('complete')
}

/**
 * Reads a backup: rows as texts, metadata parsed. Throws a BackupError if the file is damaged, its rows do not match
 * its metadata, or it ends early.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  let last: v.InferOutput<typeof BackupFileLine>[0] | undefined
  let sum = new Sum()
  for await (const text of unpackedLines(path)) {
    if (last === 'complete') throw new BackupError(`${path} continues after its end.`)
    if (last === 'table' && !text.startsWith('[')) {
      sum.add(text)
      yield text
      continue
    }
    const line = parseLine(text, path)
    // Only the first line is a header, and without one it may be any file.
    if ((last === undefined) !== (line[0] === 'backup')) throw new BackupError(`${path} is not a backup.`)
    if (line[0] === 'table') sum = new Sum()
    if (line[0] === 'end') requireSame(line[1], sum, path)
    last = line[0]
    yield line
  }
  if (last !== 'complete') throw new BackupError(`${path} is not complete: writing it was interrupted.`)
}

async function* unpackedLines(path: string): AsyncGenerator<string> {
  const file = new OutsideFolder(dirname(path)).stream(basename(path))
  if (!file.ok)
    throw new BackupError(
      file.error.reason === 'missing' ? `There is no file ${path}.` : `${path}: ${file.error.message}.`
    )
  const packed = file.value
  const unpacked = packed.pipe(createGunzip())
  // `.pipe()` does not propagate errors.
  packed.on('error', error => unpacked.destroy(error))
  try {
    // Not with readline, which ends without an error if its input fails.
    let unfinished: string[] = []
    let characters = 0
    unpacked.setEncoding('utf8')
    for await (const part of unpacked as AsyncIterable<string>) {
      const [first = '', ...others] = part.split('\n')
      unfinished.push(first)
      characters += first.length
      // A file of a megabyte can unpack to one line of gigabytes.
      if (characters > MAX_LINE_CHARACTERS)
        throw new BackupError(`${path} has a line that is too long for a backup.`)
      for (const other of others) {
        yield unfinished.join('')
        unfinished = [other]
        characters = other.length
      }
    }
    if (unfinished.join('') !== '') yield unfinished.join('')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new BackupError(`${path} is not complete: writing it was interrupted.`)
    if (code?.startsWith('Z_')) throw new BackupError(`${path} is damaged, or is not a backup: ${message}.`)
    throw error
  } finally {
    packed.destroy()
  }
}

function parseLine(text: string, path: string): v.InferOutput<typeof BackupFileLine> {
  const line = text.length > MAX_METADATA_CHARACTERS ? undefined : readJson(text, BackupFileLine)
  if (line?.ok !== true)
    throw new BackupError(`${path} is not a backup that this version can read: ${text.slice(0, 60)}`)
  return line.value
}

function requireSame(recorded: v.InferOutput<typeof End>, sum: Sum, path: string): void {
  const { content } = sum
  if (recorded.rows !== content.rows || recorded.sum !== content.sum)
    throw new BackupError(
      `${path} is damaged: the rows of ${recorded.table} differ from those that were written.`
    )
}
