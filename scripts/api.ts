// Runs the API alone, configured by the environment. --demo fills empty programmes with demo data; --scale
// <submissions> fills the programme with the lowest id with at least that many, for load tests.

import { InvalidArgumentError } from 'commander'
import { fillWithDemo } from '#demo/seed.ts'
import { serveBackups } from '#operations/backup/running.ts'
import { main } from '#server/main.ts'
import { createCommand } from './command.ts'
import { printError } from './terminal.ts'

const readCount = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It is a number from 1 to 9999999.')
  return Number(text)
}

const options = createCommand('api')
  .description('Runs the API alone')
  .option(
    '--demo',
    'fill empty programmes with demo data and demo accounts, whose password is published',
    false
  )
  .option(
    '--scale <submissions>',
    'add demo data with at least this many submissions to the programme with the lowest id',
    readCount
  )
  .parse()
  .opts<{ demo: boolean; scale?: number }>()

const isDemo = options.demo || options.scale !== undefined
if (isDemo) printError('Empty programmes are filled with demo data; the accounts have a published password.')
await main({
  serveBackups,
  ...(isDemo && {
    fill: fillWithDemo(options.scale === undefined ? {} : { submissions: options.scale })
  })
})
