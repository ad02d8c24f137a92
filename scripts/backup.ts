// Writes a backup of the whole database, whether the API runs or not. npm run backup -- --help

import { countOf } from '#lib/format.ts'
import { backupFromRunning } from '#operations/backup/running.ts'
import { backupStream, checkBackup, writeBackup, type WrittenBackup } from '#operations/backup/write.ts'
import { DirectoryInUseError } from '#server/database/lock.ts'
import { createCommand } from './command.ts'
import { DATA_FOLDER, openSource, runCommand } from './database-command.ts'
import { print } from './terminal.ts'

interface Options {
  data: string
  check?: true
}

const describe = ({ rows, tables, bytes }: WrittenBackup): string =>
  `${countOf(rows, 'row')} of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB`

async function backUp(path: string, folder: string): Promise<WrittenBackup> {
  try {
    const store = await openSource(folder)
    try {
      return await writeBackup(backupStream(store.database, new Date()), path)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    return writeBackup(backupFromRunning(folder), path)
  }
}

createCommand('backup')
  .description('Writes a backup of DATABASE_URL or of the embedded database, whether the API runs or not')
  .argument('<file>', 'such as 2026-11-22.backup; it must not exist')
  .option('--data <folder>', 'folder of the embedded database', DATA_FOLDER)
  .option('--check', 'only check whether the file can be restored')
  .action((file: string, { data, check }: Options) =>
    runCommand(async () => {
      if (check) print(`${file} is complete: ${describe(await checkBackup(file))}.`)
      else print(`Wrote ${file}: ${describe(await backUp(file, data))}.`)
    })
  )
  .parse()
