// The API server of `npm run dev`, in its own process, which watch-api.ts restarts. It serves all
// programmes.

import { messageOf } from '#lib/text/message-of.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { createCommand } from './command.ts'
import { readPort, StartupError } from './ports.ts'
import { reportFaults } from './report-faults.ts'
import { runApi } from './run-api.ts'
import { printError } from './terminal.ts'

interface Options {
  port: number
  sitePort: number
  data: string
  demo: boolean
  root: string
}

const { port, sitePort, data, demo, root } = createCommand('dev-api')
  .requiredOption('--port <port>', 'port of the API server', readPort)
  .requiredOption('--site-port <port>', 'port of the site that may call it', readPort)
  .requiredOption('--data <folder>', 'folder of the embedded database')
  .requiredOption('--root <folder>', 'the folder with programmes/ and public/')
  .option('--demo', 'demo data in an empty DATABASE_URL too', false)
  .parse()
  .opts<Options>()

try {
  const loaded = loadProgrammes({ root })
  if (!loaded.ok) throw new StartupError(loaded.error.map(describeFault).join('\n'))
  reportFaults(loaded.value)
  const api = await runApi({
    port,
    dataDirectory: data,
    reset: false,
    demo,
    root,
    sitePort
  })
  // Close the database before the next process opens it.
  const stop = (): void => void api.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  printError(messageOf(error))
  process.exit(1)
}
