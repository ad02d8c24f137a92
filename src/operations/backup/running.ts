// Backs up an embedded database while the API uses it. Only one process can open the directory, so the API itself
// writes the backup, to clients of a socket that only its owner can open.

import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '#lib/text/message-of.ts'
import { dataEntries } from '#server/database/data-entries.ts'
import type { EmbeddedData } from '#server/start.ts'
import { BackupError } from './file.ts'
import { backupStream } from './write.ts'

const socketIn = (directory: string): string => join(directory, dataEntries.socket, 'backup')

/** Serves backups until the returned function is called. If the socket cannot be opened, the API runs without. */
export async function serveBackups(
  { database, directory, clock, log }: EmbeddedData,
  { maxStallMs = 30_000 } = {}
): Promise<() => Promise<void>> {
  const path = socketIn(directory)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A killed process may have left its socket; the lock on the directory is ours.
  await rm(path, { force: true })
  const server = createServer(connection => {
    // All calls of the API wait for a backup. A backup that still waits for its turn has not stalled.
    connection.setTimeout(maxStallMs).on('timeout', () => {
      if (connection.writableNeedDrain) connection.destroy(new Error('The reader has stopped reading.'))
    })
    pipeline(backupStream(database, clock()), connection).then(
      () => log('info', 'backup made'),
      (error: unknown) => log('error', 'backup failed', { message: messageOf(error) })
    )
  })
  server.on('error', error => log('warning', 'no backups while the API runs', { message: messageOf(error) }))
  server.listen(path)
  await once(server, 'listening').then(
    () => chmod(path, 0o600),
    () => {
      // The listener above has reported it.
    }
  )
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** Reads a backup from the API that uses the directory. */
export function backupFromRunning(directory: string): Readable {
  const connection = createConnection(socketIn(directory))
  connection.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
      connection.destroy(
        new BackupError(
          `The process that uses ${directory} cannot make a backup while it runs. Stop it and try again.`
        )
      )
  })
  return connection
}
