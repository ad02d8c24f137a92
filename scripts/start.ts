// Builds every programme, starts the API server on its embedded database with demo data, and serves each
// programme on its own host.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { messageOf } from '#lib/message-of.ts'
import { staticPaths } from '#navigation/paths.ts'
import { describeFault } from '#programme/fault.ts'
import { loadProgrammes, type LoadedProgramme } from '#programme/load.ts'
import { buildSites } from '#programme/site/build-sites.ts'
import { prepareShell } from '#programme/site/shell.ts'
import type { RunningServer } from '#server/start.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { StartupError, readPort, requireFreePort } from './ports.ts'
import { programmeIndex } from './programme-index.ts'
import { Progress } from './progress.ts'
import { runApi } from './run-api.ts'
import { serveSites } from './serve-sites.ts'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

interface Options {
  port: number
  apiPort: number
  data: string
  reset: boolean
  demo: boolean
  root: string
}

const options = new Command('start')
  .description('Serves every programme with its API and demo data on this machine')
  .option('--port <port>', 'of the sites', readPort, 4321)
  .option('--api-port <port>', 'of the API server', readPort, 4322)
  .option('--data <folder>', 'of the embedded database', join(root, '.data'))
  .option('--reset', 'start again with fresh demo data', false)
  .option('--demo', 'demo data in an empty DATABASE_URL too', false)
  .option('--root <folder>', 'the folder with programmes/ and public/', root)
  .parse()
  .opts<Options>()

// Not dist, which gets published: this build calls the API on this machine. Named by the API's port, so that
// several can run at once.
const sites = join(root, '.build/local', String(options.apiPort))

function soundProgrammes(): LoadedProgramme[] {
  const loaded = loadProgrammes({ root: options.root })
  if (loaded.ok) return loaded.value
  throw new StartupError(
    `${loaded.error.map(describeFault).join('\n')}\nRepair the programme files, then start again.`
  )
}

async function build(): Promise<void> {
  const progress = new Progress({ isSilent: false })
  const tellWaiting = (): void => progress.line('Waiting for another build …')
  progress.line('Building …')
  const result = await buildSites({
    root: options.root,
    prepareShell: () => prepareShell(root, tellWaiting),
    dist: sites,
    records: join(root, '.build/stamped'),
    staticPaths,
    onWait: tellWaiting,
    apiBase: `http://localhost:${options.apiPort}`,
    now: Date.now(),
    onSite: (site, done, total) => progress.step(site.code, done, total)
  })
  progress.end()
  if (!result.ok) throw new StartupError(result.error.map(describeFault).join('\n'))
}

function tell(programmes: readonly LoadedProgramme[], { seeded, emptyProgrammes }: RunningServer): void {
  const { port, apiPort } = options
  console.log(`\nAll programmes   http://localhost:${port}`)
  for (const { programme } of programmes) {
    console.log(`${programme.productName.padEnd(16)} http://${programme.code}.localhost:${port}`)
  }
  console.log(`API              http://localhost:${apiPort}/api/v1/docs`)
  console.log(`Emails           http://localhost:${apiPort}/outbox\n`)
  if (process.env['DATABASE_URL'] === undefined || options.demo) tellDemo(seeded)
  else if (emptyProgrammes.length > 0)
    console.log(
      `Nobody can log in to ${emptyProgrammes.join(', ')} yet. Add content and invite the first admin with npm run provision, or fill them with demo data with --demo.`
    )
  console.log('Ctrl+C stops everything.')
}

function tellDemo(seeded: readonly string[]): void {
  const { data } = options
  console.log(`Demo accounts of each programme, all with the password ${DEMO_PASSWORD}:`)
  console.log('  lead@<code>.example         leads an organisation')
  console.log('  contributor@<code>.example  enters figures')
  console.log('  viewer@<code>.example       looks at results')
  console.log('  admin@<code>.example        administers the programme')
  console.log('  super@<code>.example        can do everything')
  console.log('  expired@<code>.example      has a password that has expired\n')
  console.log(
    seeded.length > 0
      ? `Demo data written to ${data}.`
      : `Earlier data kept in ${data}. To start again, use --reset.`
  )
}

async function start(): Promise<void> {
  const { port, apiPort } = options
  if (port === apiPort) throw new StartupError(`--port and --api-port are both ${port}; they must differ.`)
  const programmes = soundProgrammes()
  await requireFreePort(port, '--port')
  await requireFreePort(apiPort, '--api-port')
  await build()
  const api = await runApi({
    port: apiPort,
    dataDirectory: options.data,
    reset: options.reset,
    demo: options.demo,
    programmes,
    sitePort: port
  })
  const server = await serveSites({
    dist: sites,
    codes: programmes.map(it => it.programme.code),
    port,
    index: programmeIndex(programmes, port)
  })
  tell(programmes, api)
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
  console.error(messageOf(error))
  process.exit(1)
})
