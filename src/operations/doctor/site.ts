// Checks a programme's site as a browser sees it.

import { addAbortSignal } from 'node:stream'
import { connect } from 'node:tls'
import * as v from 'valibot'
import { DAY_MS } from '#lib/time/clock.ts'
import { readJson } from '#outside/json.ts'
import { CACHE_CONTROL } from '#sites/hosting/file-kinds.ts'
import { SECURITY_HEADERS } from '#sites/hosting/hosting.ts'
import { FindingCollector, type DoctorFinding, type Reply } from './finding.ts'

const LOST_ASSET_PATH = '/assets/lost.00000000.js'
const CERTIFICATE_DAYS = 14

/** The part of a page's configuration that is compared. */
const PageConfig = v.object({ programmeCode: v.string(), apiBase: v.string(), buildId: v.string() })
type PageConfig = v.InferOutput<typeof PageConfig>
const Latest = v.object({ id: v.string() })

export const withoutSlash = (address: string): string => address.replace(/\/$/, '')

/** Checks a programme's site at its origin. */
export async function examineSite(
  { code, origin, apiBase }: { code: string; origin: string; apiBase: string },
  checkMs?: number
): Promise<DoctorFinding[]> {
  const found = new FindingCollector(origin, checkMs)
  let config: PageConfig | undefined
  await found.check(`is the site of ${code}`, async () => {
    const response = await found.request(`${origin}/`)
    const page = response.text
    if (response.status !== 200) return found.fault(`/ responds with ${response.status}`)
    config = configIn(page)
    if (config?.programmeCode !== code)
      return found.fault(`/ is the page of ${config?.programmeCode ?? 'something else'}, not ${code}`)
    if (withoutSlash(config.apiBase) !== withoutSlash(apiBase))
      found.fault(
        `calls the API at ${config.apiBase}, but programmes/${code}.json names ${apiBase}: build and publish the site again, or give --api-base`
      )
    checkHeaders(found, '/', response, CACHE_CONTROL.revalidate)
    // An asset that the page loads; the keys of its import map are not files.
    const [, asset] = /(?:src|href)="(\/assets\/[\w.-]+\.(?:js|css))"/.exec(page) ?? []
    if (asset !== undefined)
      checkHeaders(found, asset, await found.request(`${origin}${asset}`), CACHE_CONTROL.immutable)
  })
  if (!config) return found.list
  const { buildId } = config
  await found.check(`serves build ${buildId}`, () => checkBuild(found, origin, buildId))
  await found.check('serves deep links, and 404 for missing files', () => checkPaths(found, origin))
  if (origin.startsWith('https:'))
    await found.check('has a certificate and redirects http', deadline =>
      checkEncryption(found, origin, deadline)
    )
  else found.warning('is not encrypted: use https')
  return found.list
}

/** Takes a single pass, because the page is untrusted. */
function configIn(page: string): PageConfig | undefined {
  for (let at = page.indexOf('<script'); at >= 0;) {
    const end = page.indexOf('>', at)
    if (end < 0) return undefined
    if (/\sid="?runtime-config"?(?:\s|$)/.test(page.slice(at, end))) return configOf(page, end + 1)
    at = page.indexOf('<script', end)
  }
  return undefined
}

function configOf(page: string, start: number): PageConfig | undefined {
  const end = page.indexOf('</script>', start)
  const read = readJson(end < 0 ? '' : page.slice(start, end), PageConfig)
  return read.ok ? read.value : undefined
}

function checkHeaders(found: FindingCollector, path: string, response: Reply, cacheControl: string): void {
  if (response.status !== 200) return found.fault(`${path} responds with ${response.status}`)
  const cache = response.headers.get('cache-control') ?? 'absent'
  if (cache.replaceAll(' ', '') !== cacheControl.replaceAll(' ', ''))
    found.fault(`${path} has Cache-Control ${cache}, not ${cacheControl}`)
  const missing = Object.keys(SECURITY_HEADERS).filter(name => response.headers.get(name) === null)
  if (missing.length > 0) found.fault(`${path} lacks ${missing.join(', ')}`)
}

async function checkBuild(found: FindingCollector, origin: string, buildId: string): Promise<void> {
  const response = await found.request(`${origin}/builds/latest.json`)
  if (response.status !== 200) return found.fault(`/builds/latest.json responds with ${response.status}`)
  const read = readJson(response.text, Latest)
  if (!read.ok) return found.fault(`/builds/latest.json cannot be used: ${read.error}`)
  const { id } = read.value
  if (id !== buildId)
    found.fault(`/ is from build ${buildId} and /builds/latest.json from ${id}: a cache holds an old file`)
}

async function checkPaths(found: FindingCollector, origin: string): Promise<void> {
  const deep = await found.request(`${origin}/projects/any`)
  if (deep.status !== 200) found.fault(`/projects/any responds with ${deep.status}, not with the page`)
  const unknown = await found.request(`${origin}/no-such-page`)
  if (unknown.status !== 404) found.fault(`/no-such-page responds with ${unknown.status}, not 404`)
  const lost = await found.request(`${origin}${LOST_ASSET_PATH}`)
  if (lost.status !== 404) found.fault(`a missing asset responds with ${lost.status}, not 404`)
  const cache = lost.headers.get('cache-control') ?? ''
  if (/immutable|max-age=[1-9]/.test(cache)) found.fault(`a missing asset is cached: ${cache}`)
}

async function checkEncryption(
  found: FindingCollector,
  origin: string,
  deadline: AbortSignal
): Promise<void> {
  const { hostname, port } = new URL(origin)
  const days = await daysOfCertificate(hostname, Number(port) || 443, deadline)
  if (Number.isNaN(days)) found.fault('the certificate does not say when it expires')
  else if (days < CERTIFICATE_DAYS) found.fault(`the certificate expires in ${Math.floor(days)} days`)
  if (port !== '') return
  const plain = await found.request(`http://${hostname}/`)
  const target = plain.headers.get('location') ?? ''
  if (plain.status < 300 || plain.status > 399 || !target.startsWith('https://'))
    found.warning('http:// is not redirected to https://')
}

function daysOfCertificate(host: string, port: number, deadline: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host }, () => {
      resolve((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS)
      socket.destroy()
    })
    socket.on('error', reject)
    addAbortSignal(deadline, socket)
  })
}
