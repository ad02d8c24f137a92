// Deletes the rows of a programme that was moved to another server or has ended. Without --yes it only counts them.
// npm run remove-data -- --help

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '#lib/format.ts'
import { removeProgrammeRows } from '#operations/backup/remove.ts'
import { findClaimedIds, findFileOf } from '#programme/claimed-ids.ts'
import { openPostgres } from '#server/database/open.ts'
import { createCommand, programmeIdOf, ROOT_OPTION } from './command.ts'
import { DATA_FOLDER, openExisting, postgresUrlOf, printProgramme, runCommand } from './database-command.ts'
import { print, stop } from './terminal.ts'

interface Options {
  programme: string
  id?: number
  from?: string
  data: string
  root: string
  compared?: string
  reason?: string
  yes: boolean
}

createCommand('remove-data')
  .description(
    'Deletes all rows of one programme. Remove its file first, so that no API writes. After a move, give the checksum that move-data printed: nothing is deleted if a row has changed since.'
  )
  .requiredOption('--programme <code>', 'code of the programme')
  .option('--id <number>', 'its id, if the database has several programmes with the code', programmeIdOf)
  .option('--from <DATABASE_URL>', 'a PostgreSQL instead of the embedded database', postgresUrlOf)
  .option('--data <folder>', 'folder of the embedded database', DATA_FOLDER)
  .option(...ROOT_OPTION)
  .option('--compared <checksum>', 'checksum that move-data printed when all tables were equal')
  .option('--reason <text>', 'instead of --compared: why rows that were not moved are deleted')
  .option('--yes', 'delete them, instead of only counting them', false)
  .action(({ programme, id, from, data, root, compared, reason, yes }: Options) => {
    const file = `programmes/${programme}.json`
    if (existsSync(join(root, file)) && findClaimedIds(root, file).length === 0)
      stop(
        `${file} is still there, and no programmeId can be read in it. Correct it, or remove it if its programme has ended.`
      )
    if (yes && compared === undefined && !reason?.trim())
      stop(
        'Nothing was removed. Give --compared with the checksum that move-data printed or, for rows that were not moved, --reason.'
      )
    return runCommand(async () => {
      const source = from === undefined ? await openExisting(data) : openPostgres(from)
      try {
        const removed = await removeProgrammeRows(source.database, {
          programme,
          id,
          onProgramme: printProgramme,
          findFile: programmeId => findFileOf(root, programmeId),
          compared,
          isTrial: !yes
        })
        for (const { table, rows } of removed) print(`${table.padEnd(32)}${String(rows).padStart(10)} rows`)
        const count = countOf(
          removed.reduce((sum, { rows }) => sum + rows, 0),
          'row'
        )
        print(
          yes
            ? `Removed ${count} of ${programme}${reason === undefined ? '' : `: ${reason}`}. Backups still contain them.`
            : `Would remove ${count} of ${programme}. Nothing has been removed. Add --yes to remove them.`
        )
      } finally {
        await source.close()
      }
    })
  })
  .parse()
