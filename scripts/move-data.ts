// Copies an embedded database to PostgreSQL, or one programme to another server's database. npm run move-data -- --help

import { countOf } from '#lib/format.ts'
import { moveData, type MovedTable } from '#operations/backup/move.ts'
import { comparedSum } from '#operations/backup/remove.ts'
import { openPostgres } from '#server/database/open.ts'
import { createCommand, programmeIdOf } from './command.ts'
import {
  DATA_FOLDER,
  openExisting,
  partitionsOf,
  postgresUrlOf,
  printProgramme,
  runCommand
} from './database-command.ts'
import { print, stop } from './terminal.ts'

interface Options {
  to: string
  from?: string
  programme?: string
  id?: number
  data: string
  partitions: number
}

createCommand('move-data')
  .description(
    'Copies a database to an empty PostgreSQL, or one programme to a PostgreSQL that may have others, and compares every table. Stop the API first, or for one programme remove its file there. If it is cut off, run it again.'
  )
  .requiredOption('--to <DATABASE_URL>', 'postgres://…', postgresUrlOf)
  .option('--data <folder>', 'folder of the embedded database, which is only read', DATA_FOLDER)
  .option(
    '--from <DATABASE_URL>',
    'a PostgreSQL instead of the embedded database; it is only read',
    postgresUrlOf
  )
  .option('--programme <code>', 'only this programme')
  .option('--id <number>', 'its id, if the database has several programmes with the code', programmeIdOf)
  .option('--partitions <n>', 'divide each table by programme into so many partitions', partitionsOf, 0)
  .action(({ to, from, data, ...chosen }: Options) => {
    const { programme, id } = chosen
    if (id !== undefined && programme === undefined) stop('--id needs --programme.')
    return runCommand(async () => {
      const source = from === undefined ? await openExisting(data) : openPostgres(from)
      const target = openPostgres(to)
      try {
        const tables: MovedTable[] = []
        const options = { ...chosen, onProgramme: printProgramme }
        for await (const moved of moveData(source.database, target.database, options)) {
          tables.push(moved)
          const state = moved.wasThere ? 'already there, equal' : 'equal'
          print(
            `${moved.table.padEnd(32)}${String(moved.rows).padStart(10)} rows  ${moved.sum.slice(0, 16)}  ${state}`
          )
        }
        const rows = tables.reduce((sum, moved) => sum + moved.rows, 0)
        print(
          programme === undefined
            ? `All ${countOf(rows, 'row')} are in the target. Start the API with its DATABASE_URL; everyone must log in again.`
            : `All ${countOf(rows, 'row')} of ${programme} are in the target. Give its file, with the apiBase of the new API, to that API and publish its site; everyone must log in again. Once the site works, delete them here: npm run remove-data -- --programme ${programme} ${id === undefined ? '' : `--id ${id} `}${from === undefined ? '' : '--from … '}--compared ${comparedSum(tables)} --yes`
        )
      } finally {
        await target.close()
        await source.close()
      }
    })
  })
  .parse()
