// Checks the API as the sites use it.

import { endpoints } from '#contract/endpoints.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { FindingCollector, type DoctorFinding } from './finding.ts'

const CLOCK_SECONDS = 5
const STRANGER = 'https://stranger.example'

interface DoctoredApi {
  origin: string
  programmeId: number
}

/** Checks an API once, and its replies to each of the sites that call it. */
export async function examineApi(
  base: string,
  sites: readonly DoctoredApi[],
  checkMs?: number
): Promise<DoctorFinding[]> {
  const found = new FindingCollector(base, checkMs)
  let isReachable = false
  await found.check('is ready: its database responds and can be written to', async () => {
    const response = await found.request(`${base}/readyz`)
    isReachable = true
    if (response.status === 503)
      found.fault('is running, but its database does not respond or cannot be written to: /readyz says why')
    else if (response.status !== 200)
      found.warning(`/readyz responds with ${response.status}: the proxy does not pass it on`)
  })
  if (!isReachable) return found.list
  await found.check('has the operations of these sites', () => checkApiVersion(found, base))
  await found.check('does not expose its outbox or metrics', () => checkPrivate(found, base))
  for (const site of sites)
    await found.check(`accepts calls from ${site.origin}`, () => checkSite(found, base, site))
  return found.list
}

async function checkApiVersion(found: FindingCollector, base: string): Promise<void> {
  const asked = Date.now()
  const response = await found.request(`${base}/api/v1/openapi.json`)
  if (response.status !== 200) return found.fault(`/api/v1/openapi.json responds with ${response.status}`)
  // The Date header has whole seconds, and the reply may have been made at any time during the call.
  const date = Date.parse(response.headers.get('date') ?? '')
  const apart = Math.max(asked - date - 1000, date - Date.now(), 0) / 1000
  if (apart > CLOCK_SECONDS)
    found.fault(`its clock and this computer’s clock are ${Math.round(apart)} seconds apart`)
  const { text } = response
  const missing = Object.keys(endpoints).filter(name => !text.includes(`"operationId":"${name}"`))
  if (missing.length > 0)
    found.fault(
      `is a different version: it lacks ${missing.length} operations (${missing.slice(0, 3).join(', ')} …)`
    )
}

async function checkPrivate(found: FindingCollector, base: string): Promise<void> {
  for (const path of ['/outbox', '/metrics']) {
    // Simulates a proxy: directly on the API's own machine, both are allowed.
    const { status } = await found.request(`${base}${path}`, { headers: { Via: '1.1 doctor' } })
    if (status === 200) found.fault(`${path} can be read by anyone`)
  }
}

async function checkSite(
  found: FindingCollector,
  base: string,
  { origin, programmeId }: DoctoredApi
): Promise<void> {
  if (origin.startsWith('https:') && !base.startsWith('https:'))
    found.fault(`is not encrypted, so browsers refuse its responses to ${origin}`)
  const allowed = async (from: string): Promise<string | null> => {
    const preflight = await found.request(`${base}/api/v1/auth/login/`, {
      method: 'OPTIONS',
      headers: {
        Origin: from,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type'
      }
    })
    return preflight.headers.get('access-control-allow-origin')
  }
  const own = await allowed(origin)
  if (own !== origin && own !== '*')
    found.fault(`refuses calls from ${origin}: add it to "origins" of the programme, or set SITE_URL`)
  const strange = await allowed(STRANGER)
  if (strange === STRANGER || strange === '*') found.fault('accepts calls from any site')
  const login = await found.request(`${base}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({
      programme_id: programmeId,
      email_address: 'doctor@example.invalid',
      password: 'none'
    })
  })
  const { text } = login
  if (!text.includes(LOGIN_FAILURE.incorrect) && login.status !== 429)
    found.fault(
      `does not serve programme ${programmeId}: a login responds with ${login.status} ${text.slice(0, 80)}`
    )
}
