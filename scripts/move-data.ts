// Copies an embedded database to PostgreSQL. npm run move-data -- --help

import { countOf } from '#lib/format.ts'
import { moveData } from '#operations/backup/move.ts'
import { openPostgres } from '#server/database/open.ts'
import { createCommand } from './command.ts'
import { DATA_FOLDER, openExisting, partitionsOf, postgresUrlOf, runCommand } from './database-command.ts'
import { print } from './terminal.ts'

interface Options {
  to: string
  data: string
  partitions: number
}

createCommand('move-data')
  .description(
    'Copies the embedded database to an empty PostgreSQL and compares every table. Stop the API first. If it is cut off, run it again.'
  )
  .requiredOption('--to <DATABASE_URL>', 'postgres://…', postgresUrlOf)
  .option('--data <folder>', 'folder of the embedded database, which is only read', DATA_FOLDER)
  .option('--partitions <n>', 'divide each table by programme into so many partitions', partitionsOf, 0)
  .action(({ to, data, partitions }: Options) =>
    runCommand(async () => {
      const source = await openExisting(data)
      const target = openPostgres(to)
      try {
        let rows = 0
        for await (const moved of moveData(source.database, target.database, { partitions })) {
          rows += moved.rows
          const state = moved.wasThere ? 'already there, equal' : 'equal'
          print(
            `${moved.table.padEnd(32)}${String(moved.rows).padStart(10)} rows  ${moved.sum.slice(0, 16)}  ${state}`
          )
        }
        print(
          `All ${countOf(rows, 'row')} are in the target. Start the API with its DATABASE_URL; everyone must log in again.`
        )
      } finally {
        await target.close()
        await source.close()
      }
    })
  )
  .parse()
