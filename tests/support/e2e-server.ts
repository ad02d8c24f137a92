// Run by Playwright, once for each worker: the sites and their API as `npm start` runs them, with a PostgreSQL if TEST_DATABASE_URL names one, and a port on which a test file requests fresh demo
// data, so that no file sees what another has written.

import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { buildLocalSites, loadValidProgrammes } from '#scripts/local-sites.ts'
import { programmeIndex } from '#scripts/programme-index.ts'
import { runApi } from '#scripts/run-api.ts'
import { serveSites } from '#scripts/serve-sites.ts'
import { e2eData } from './e2e-data.ts'
import { e2eSite } from './e2e-site.ts'

const site = Number(process.argv[2])
const { port, apiPort, controlPort, data: dataDirectory, fault } = e2eSite(site)
const data = e2eData(site)
rmSync(fault, { force: true })
process.on('uncaughtExceptionMonitor', error => writeFileSync(fault, inspect(error)))
process.on('exit', code => code !== 0 && writeFileSync(fault, `code ${code}`, { flag: 'a' }))
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')

const programmes = loadValidProgrammes(root)
const dist = await buildLocalSites({ root, apiPort })
const startApi = (): ReturnType<typeof runApi> =>
  runApi({ port: apiPort, dataDirectory, reset: false, demo: true, root, sitePort: port })

/** Playwright starts the servers in sequence, so the first one's data exist for the second. */
async function makeData(): Promise<void> {
  await data.begin()
  const api = await startApi()
  await api.close()
  await data.keep()
}

await (site === 0 ? makeData() : data.restore())
let api = await startApi()
await serveSites({
  dist,
  codes: programmes.map(({ programme }) => programme.code),
  port,
  index: programmeIndex(programmes, port)
})

/** The file whose data the API serves. A worker that restarts after a failed test continues with them. */
let served = ''

async function serveFreshData(file: string): Promise<void> {
  if (file === served) return
  await api.close()
  await data.restore()
  api = await startApi()
  served = file
}

createServer((request, response) => {
  const asked = new URL(request.url ?? '/', 'http://control').searchParams
  serveFreshData(asked.get('file') ?? '').then(
    () => response.writeHead(204).end(),
    (error: unknown) => response.writeHead(500).end(String(error))
  )
}).listen(controlPort)

process.on('SIGTERM', () => {
  void api
    .close()
    .then(() => data.remove())
    .finally(() => process.exit(0))
})
