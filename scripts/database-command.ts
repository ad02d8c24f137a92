// Shared by the commands that work on a whole database.

import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { BackupError } from '#operations/backup/file.ts'
import type { StoredProgramme } from '#operations/backup/move.ts'
import { removeEmptyFolders } from '#outside/new-folder.ts'
import { SchemaError } from '#server/database/before-baseline.ts'
import { DataDirectoryError } from '#server/database/lock.ts'
import {
  hasEmbedded,
  isPostgresUrl,
  isUnreachable,
  openEmbedded,
  openPostgres,
  type OpenDatabase
} from '#server/database/open.ts'
import { print, printError, stop } from './terminal.ts'

export const DATA_FOLDER = process.env['DATA_DIRECTORY'] ?? '.data'
// An empty value would mean the working directory.
if (DATA_FOLDER === '') stop('DATA_DIRECTORY must name a directory, or not be set.')

/** Opens DATABASE_URL, or the embedded database in a folder, which is created if it is missing. */
export async function openDatabase(folder: string): Promise<OpenDatabase> {
  const url = configuredUrl()
  return url === undefined ? openEmbedded(folder) : openPostgres(url)
}

function configuredUrl(): string | undefined {
  const url = process.env['DATABASE_URL']
  if (url === undefined || isPostgresUrl(url)) return url
  throw new BackupError('DATABASE_URL must begin with postgres:// or postgresql://.')
}

/**
 * Works on an empty database: DATABASE_URL, or a new embedded one. `prepare` runs before anything is opened. If the work fails, the embedded
 * database and the folders that were created for it are removed, so that neither the next attempt nor the API finds half a database.
 * What was there, and what others have put there since, stays.
 */
export async function withEmptyDatabase<Prepared, T>(
  folder: string,
  prepare: () => Promise<Prepared>,
  work: (store: OpenDatabase, prepared: Prepared) => Promise<T>
): Promise<T> {
  const isEmbedded = configuredUrl() === undefined
  const prepared = await prepare()
  // The first folder that was missing; undefined if all existed.
  const made = isEmbedded ? await mkdir(folder, { recursive: true, mode: 0o700 }) : undefined
  try {
    const store = await openDatabase(folder)
    try {
      const result = await work(store, prepared)
      await store.close()
      return result
    } catch (error) {
      await (store.discard?.() ?? store.close())
      throw error
    }
  } catch (error) {
    if (made !== undefined) removeEmptyFolders(folder, made)
    throw error
  }
}

/** Parses an option that names a PostgreSQL server. */
export function postgresUrlOf(text: string): string {
  if (!isPostgresUrl(text)) throw new InvalidArgumentError('It must begin with postgres:// or postgresql://.')
  return text
}

/** Opens DATABASE_URL, or the existing embedded database in a folder. A wrong name is an error and creates nothing. */
export async function openSource(folder: string): Promise<OpenDatabase> {
  return process.env['DATABASE_URL'] === undefined ? openExisting(folder) : openDatabase(folder)
}

/** Opens the existing embedded database in a folder. */
export async function openExisting(folder: string): Promise<OpenDatabase> {
  if (!hasEmbedded(folder))
    throw new BackupError(
      `There is no database in ${resolve(folder)}. Give its folder with --data, or set DATABASE_URL.`
    )
  return openEmbedded(folder)
}

export function partitionsOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a number from 0 to 999.')
  return Number(text)
}

/** Shows which programme a command works on: another programme may have had its code. */
export const printProgramme = ({ programme_id, programme_name }: StoredProgramme): void =>
  print(`Programme ${programme_id}: ${programme_name}`)

/** Runs a command. An expected fault is printed as one sentence, with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const fault = expectedFault(error)
    if (fault === null) throw error
    printError(fault)
    process.exitCode = 1
  }
}

function expectedFault(error: unknown): string | null {
  if (error instanceof BackupError || error instanceof DataDirectoryError || error instanceof SchemaError)
    return messageOf(error)
  if (isUnreachable(error)) return messageOf(error)
  return diskFaultText(error)
}
