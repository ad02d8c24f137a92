// Where the browser tests find their site. Two of them run at a time, each on a site and a database of its own, so that what one writes is
// never in the way of the other.

export const SITES = 2

export interface E2eSite {
  port: number
  apiPort: number
  /** Where fresh data are asked for. */
  controlPort: number
  data: string
  /** Where the servers write why they ended, if they ended by themselves. */
  fault: string
}

/** The initial demo data, created by the first site. */
export const untouchedData = '.cache/e2e-data-untouched'

const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 4700)

export const e2eSite = (index: number): E2eSite => ({
  port: FIRST_PORT + 10 * index,
  apiPort: FIRST_PORT + 10 * index + 1,
  controlPort: FIRST_PORT + 10 * index + 2,
  data: `.cache/e2e-data-${index}`,
  fault: `.cache/e2e-fault-${index}`
})

/** The site of the process that asks. */
const { port, apiPort, controlPort, fault } = e2eSite(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))

export const indexUrl = `http://localhost:${port}`
export const controlUrl = `http://localhost:${controlPort}`
export const apiOrigin = `http://localhost:${apiPort}`
export const apiUrl = `${apiOrigin}/api/v1`
export const siteUrl = (programme: string): string => `http://${programme}.localhost:${port}`
export const serverFault = fault
