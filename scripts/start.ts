// Builds every programme, starts the API server on its embedded database with demo data, and serves each
// programme on its own host.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import type { LoadedProgramme } from '#programme/load.ts'
import { isLoopback } from '#server/http/network-address.ts'
import type { RunningServer } from '#server/start.ts'
import { createCommand } from './command.ts'
import { buildLocalSites, loadValidProgrammes } from './local-sites.ts'
import { listenAddress, readPort, requireFreePort } from './ports.ts'
import { programmeIndex } from './programme-index.ts'
import { runApi } from './run-api.ts'
import { serveSites } from './serve-sites.ts'
import { print, printError } from './terminal.ts'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

interface Options {
  port: number
  apiPort: number
  data: string
  reset: boolean
  demo: boolean
  root: string
}

const command = createCommand('start')
  .description('Serves every programme with its API and demo data on this machine')
  .option('--port <port>', 'port of the sites', readPort, 4321)
  .option('--api-port <port>', 'port of the API server', readPort, 4322)
  .option('--data <folder>', 'folder of the embedded database', join(root, '.data'))
  .option('--reset', 'start again with fresh demo data', false)
  .option('--demo', 'demo data in an empty DATABASE_URL too', false)
  .option('--root <folder>', 'the folder with programmes/ and public/', root)
  .parse()
const options = command.opts<Options>()

function printAddresses(
  programmes: readonly LoadedProgramme[],
  { seeded, emptyProgrammes }: RunningServer
): void {
  const { port, apiPort } = options
  print(`\nAll programmes   http://localhost:${port}`)
  for (const { programme } of programmes) {
    print(`${programme.productName.padEnd(16)} http://${programme.code}.localhost:${port}`)
  }
  print(`API              http://localhost:${apiPort}/api/v1/docs`)
  print(`Emails           http://localhost:${apiPort}/outbox\n`)
  if (process.env['DATABASE_URL'] === undefined || options.demo) printDemoAccounts(seeded)
  else if (emptyProgrammes.length > 0)
    print(
      `No one can log in to ${emptyProgrammes.join(', ')} yet. Add content and invite the first admin with npm run provision, or fill them with demo data with --demo.`
    )
  print('Ctrl+C stops everything.')
}

function printDemoAccounts(seeded: readonly string[]): void {
  const { data } = options
  print(`Demo accounts of each programme, all with the password ${DEMO_PASSWORD}:`)
  print('  lead@<code>.example         leads an organisation')
  print('  contributor@<code>.example  enters figures')
  print('  viewer@<code>.example       looks at results')
  print('  admin@<code>.example        administers the programme')
  print('  super@<code>.example        can do everything')
  print('  expired@<code>.example      has a password that has expired\n')
  if (!isLoopback(listenAddress()))
    print(`Everyone who reaches ${listenAddress()} can log in with this password.\n`)
  print(
    seeded.length > 0
      ? `Demo data written to ${data}.`
      : `Earlier data kept in ${data}. To start again, use --reset.`
  )
}

async function start(): Promise<void> {
  const { port, apiPort } = options
  if (port === apiPort) command.error(`--port and --api-port are both ${port}; they must differ.`)
  const programmes = loadValidProgrammes(options.root)
  const host = listenAddress()
  await requireFreePort(port, '--port', host)
  await requireFreePort(apiPort, '--api-port', host)
  const dist = await buildLocalSites(options)
  const api = await runApi({
    port: apiPort,
    dataDirectory: options.data,
    reset: options.reset,
    demo: options.demo,
    root: options.root,
    sitePort: port
  })
  const server = await serveSites({
    dist,
    codes: programmes.map(it => it.programme.code),
    port,
    host,
    index: programmeIndex(programmes, port)
  })
  printAddresses(programmes, api)
  let isStopping = false
  const stop = async (): Promise<void> => {
    // A second Ctrl+C does not wait for calls in progress.
    if (isStopping) process.exit(130)
    isStopping = true
    await server.close()
    await api.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

await start().catch((error: unknown) => {
  printError(diskFaultText(error) ?? messageOf(error))
  process.exit(1)
})
