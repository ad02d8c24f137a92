// Serves one programme with hot reload of code, programme file and logo, and an API server that restarts
// when its code changes: npm run dev -- <code>

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { createCommand } from './command.ts'
import { listenAddress, StartupError, readPort, requireFreePort } from './ports.ts'
import { print, printError } from './terminal.ts'
import { watchApi } from './watch-api.ts'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

interface Options {
  port: number
  apiPort: number
  data: string
  demo: boolean
}

const command = createCommand('dev')
  .description('Serves one programme while its code or its file is being changed')
  .argument('[code]', 'code of the programme (default: the first)')
  .option('--port <port>', 'port of the site', readPort, 4321)
  .option('--api-port <port>', 'port of the API server', readPort, 4322)
  .option('--data <folder>', 'folder of the embedded database', join(root, '.data'))
  .option('--demo', 'demo data in an empty DATABASE_URL too', false)
  .parse()
const { port, apiPort, data, demo } = command.opts<Options>()

async function start(): Promise<void> {
  const asked = command.args[0]
  const loaded = loadProgrammes({ root, codes: asked === undefined ? [] : [asked] })
  if (!loaded.ok) throw new StartupError(loaded.error.map(describeFault).join('\n'))
  const code = loaded.value.programmes[0]?.programme.code ?? ''
  await requireFreePort(port, '--port', 'localhost')
  await requireFreePort(apiPort, '--api-port', listenAddress())
  const api = watchApi({ root, port: apiPort, sitePort: port, data, demo })
  await api.ready
  process.env['PROGRAMME'] = code
  process.env['API_BASE'] = `http://localhost:${apiPort}`
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
  const { dev } = await import('astro')
  const site = await dev({
    root,
    server: { port, host: 'localhost' },
    vite: { server: { strictPort: true, allowedHosts: ['.localhost'] } }
  })
  print(`\nhttp://${code}.localhost:${port}   lead@${code}.example / benchmark-demo-2026`)
  const stop = async (): Promise<void> => {
    await site.stop()
    await api.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

await start().catch((error: unknown) => {
  printError(diskFaultText(error) ?? messageOf(error))
  process.exit(1)
})
