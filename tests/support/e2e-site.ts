// The addresses of the browser tests' sites. Two workers run at a time, each with its own site and database.

import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SITES = 2

export interface E2eSite {
  port: number
  apiPort: number
  /** The port for requesting fresh data. */
  controlPort: number
  data: string
  /** Where the servers write the reason if they end by themselves. */
  fault: string
}

const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 4700)

/** The files of an embedded database, which are copied for each test file. */
const dataAt = (name: string | number): string => join(tmpdir(), `e2e-data-${FIRST_PORT}-${name}`)

/** The initial demo data, created by the first site. */
export const untouchedData = dataAt('untouched')

export const e2eSite = (index: number): E2eSite => ({
  port: FIRST_PORT + 10 * index,
  apiPort: FIRST_PORT + 10 * index + 1,
  controlPort: FIRST_PORT + 10 * index + 2,
  data: dataAt(index),
  fault: `.cache/e2e-fault-${index}`
})

/** The site of this worker. */
const { port, apiPort, controlPort, fault } = e2eSite(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))

export const indexUrl = `http://localhost:${port}`
export const controlUrl = `http://localhost:${controlPort}`
export const apiOrigin = `http://localhost:${apiPort}`
export const apiUrl = `${apiOrigin}/api/v1`
export const siteUrl = (programme: string): string => `http://${programme}.localhost:${port}`
export const serverFault = fault
