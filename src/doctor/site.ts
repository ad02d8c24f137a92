// A programme's site as a browser meets it.
import { connect } from 'node:tls'
import { CACHE_CONTROL } from '#programme/site/file-kinds.ts'
import { SECURITY_HEADERS } from '#programme/site/hosting.ts'
import type { RuntimeConfig } from '#programme/site-config.ts'
import { Findings, request, type Finding } from './finding.ts'

const LOST_ASSET = '/assets/lost.00000000.js'
const DAY_MS = 86_400_000
const CERTIFICATE_DAYS = 14

export interface SiteReport {
  findings: Finding[]
  /** What the page says of itself; undefined if there is no page. */
  config: RuntimeConfig | undefined
}

/** Looks at the site of programme `code` at its origin. */
export async function examineSite(code: string, origin: string): Promise<SiteReport> {
  const found = new Findings(origin)
  let config: RuntimeConfig | undefined
  await found.check(`is the site of ${code}`, async () => {
    const response = await request(`${origin}/`)
    const page = await response.text()
    if (response.status !== 200) return found.fault(`/ responds with ${response.status}`)
    config = configIn(page)
    if (config?.programmeCode !== code)
      return found.fault(`/ is the page of ${config?.programmeCode ?? 'something else'}, not ${code}`)
    checkHeaders(found, '/', response, CACHE_CONTROL.revalidate)
    // One that the page loads: its import map names files by keys, under which there are none.
    const [, asset] = /(?:src|href)="(\/assets\/[\w.-]+\.(?:js|css))"/.exec(page) ?? []
    if (asset !== undefined)
      checkHeaders(found, asset, await request(`${origin}${asset}`), CACHE_CONTROL.immutable)
  })
  if (!config) return { findings: found.list, config }
  const { buildId } = config
  await found.check(`serves build ${buildId}`, () => checkBuild(found, origin, buildId))
  await found.check('serves deep links, and 404 for missing files', () => checkPaths(found, origin))
  if (origin.startsWith('https:'))
    await found.check('has a certificate and redirects http', () => checkEncryption(found, origin))
  else found.warning('is not encrypted: use https')
  return { findings: found.list, config }
}

function configIn(page: string): RuntimeConfig | undefined {
  const block = /<script[^>]*id="?runtime-config"?[^>]*>([^<]*)<\/script>/.exec(page)?.[1]
  return block === undefined ? undefined : (JSON.parse(block) as RuntimeConfig)
}

function checkHeaders(found: Findings, path: string, response: Response, cacheControl: string): void {
  if (response.status !== 200) return found.fault(`${path} responds with ${response.status}`)
  const cache = response.headers.get('cache-control') ?? 'absent'
  if (cache.replaceAll(' ', '') !== cacheControl.replaceAll(' ', ''))
    found.fault(`${path} has Cache-Control ${cache}, not ${cacheControl}`)
  const missing = Object.keys(SECURITY_HEADERS).filter(name => response.headers.get(name) === null)
  if (missing.length > 0) found.fault(`${path} lacks ${missing.join(', ')}`)
}

async function checkBuild(found: Findings, origin: string, buildId: string): Promise<void> {
  const response = await request(`${origin}/builds/latest.json`)
  if (response.status !== 200) return found.fault(`/builds/latest.json responds with ${response.status}`)
  const { id } = (await response.json()) as { id: string }
  if (id !== buildId)
    found.fault(`/ is from build ${buildId} and /builds/latest.json from ${id}: a cache holds an old file`)
}

async function checkPaths(found: Findings, origin: string): Promise<void> {
  const deep = await request(`${origin}/projects/any`)
  if (deep.status !== 200) found.fault(`/projects/any responds with ${deep.status}, not with the page`)
  const unknown = await request(`${origin}/no-such-page`)
  if (unknown.status !== 404) found.fault(`/no-such-page responds with ${unknown.status}, not 404`)
  const lost = await request(`${origin}${LOST_ASSET}`)
  if (lost.status !== 404) found.fault(`a missing asset responds with ${lost.status}, not 404`)
  const cache = lost.headers.get('cache-control') ?? ''
  if (/immutable|max-age=[1-9]/.test(cache)) found.fault(`a missing asset is cached: ${cache}`)
}

async function checkEncryption(found: Findings, origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const days = await daysOfCertificate(hostname, Number(port) || 443)
  if (days < CERTIFICATE_DAYS) found.fault(`the certificate expires in ${Math.floor(days)} days`)
  if (port !== '') return
  const plain = await request(`http://${hostname}/`)
  const target = plain.headers.get('location') ?? ''
  if (plain.status < 300 || plain.status > 399 || !target.startsWith('https://'))
    found.warning('http:// is not redirected to https://')
}

function daysOfCertificate(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: 15_000 }, () => {
      resolve((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS)
      socket.end()
    })
    socket.on('error', reject)
  })
}
