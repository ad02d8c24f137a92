// Fills an empty database from a backup. npm run restore -- --help

import { countOf } from '#lib/format.ts'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { createCommand } from './command.ts'
import { DATA_FOLDER, partitionsOf, runCommand, withEmptyDatabase } from './database-command.ts'
import { print } from './terminal.ts'

interface Options {
  data: string
  partitions: number
}

createCommand('restore')
  .description('Fills an empty DATABASE_URL, or a new embedded database, from a backup')
  .argument('<file>', 'a backup of either engine')
  .option('--data <folder>', 'folder of the embedded database', DATA_FOLDER)
  .option('--partitions <n>', 'divide each table by programme into so many partitions', partitionsOf, 0)
  .action((file: string, { data, partitions }: Options) =>
    runCommand(async () => {
      const { made, rows, tables } = await withEmptyDatabase(
        data,
        () => readRestorableBackup(file),
        ({ database }, backup) => restoreBackup(database, backup, { partitions })
      )
      print(`Restored ${countOf(rows, 'row')} of ${tables} tables, as of ${made}.`)
    })
  )
  .parse()
