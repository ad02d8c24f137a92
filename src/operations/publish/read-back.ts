import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { readWithinOrigin, causeOf, redirectOf, type OutsideReply } from '#outside/reply.ts'
import { sha256 } from '#sites/digest.ts'
import { CACHE_CONTROL } from '#sites/hosting/file-kinds.ts'
import { SECURITY_HEADERS } from '#sites/hosting/hosting.ts'
import { headersOf, type StoredBuild, type BuildEntry } from './build.ts'

const MAX_PARALLEL_READS = 8
/** Attempts and the pause between them: a cache may need a moment to update. */
const ATTEMPTS = 3
const PAUSE_MS = 2_000
const READ_BACK_TIMEOUT_MS = 30_000
/** Larger than any page, and than a host's error response. */
const MAX_READ_BACK_BYTES = 16 * 1024 * 1024
const MAX_STATUS_BYTES = 64 * 1024
const LOST_ASSET = 'assets/lost.00000000.js'

/** Pages are read by address, because some hosts redirect from the file name. */
const pageAddress = (path: string): string =>
  path === 'index.html' ? '' : path.replace(/(?<!^(?:404|app))\.html$/, '')

const sameType = (found: string | null, expected: string): boolean => {
  const plain = (type: string) => type.toLowerCase().replaceAll(/[\s"]/g, '')
  // Hosts name JavaScript in two ways, and both are registered.
  return plain(found ?? '').replace('application/javascript', 'text/javascript') === plain(expected)
}

function headerFaults(headers: Headers, entry: BuildEntry): string[] {
  const faults: string[] = []
  const expected = headersOf(entry)
  const type = headers.get('content-type')
  if (!sameType(type, expected.type)) faults.push(`has the type ${type}, not ${expected.type}`)
  const cache = headers.get('cache-control')
  if (cache?.replaceAll(' ', '') !== expected.cacheControl.replaceAll(' ', ''))
    faults.push(`has Cache-Control ${cache ?? 'absent'}, not ${expected.cacheControl}`)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    const found = headers.get(name)
    // Pictures have a second, stricter policy.
    const exists = name === 'Content-Security-Policy' ? found !== null : found === value
    if (!exists) faults.push(`has ${name} ${found ?? 'absent'}, not ${value}`)
  }
  return faults
}

const readPublishedPage = (base: string, path: string, maxBytes: number): Promise<OutsideReply> =>
  readWithinOrigin(`${base}/${path}`, { maxBytes, timeoutMs: READ_BACK_TIMEOUT_MS })

/** A redirect that was not followed leads to another host. */
function redirectFault(response: OutsideReply, base: string): string {
  const target = redirectOf(response, base)
  return target === undefined ? String(response.status) : `a redirect to ${new URL(target).origin}`
}

async function fileFaults(base: string, entry: BuildEntry): Promise<string[]> {
  const response = await readPublishedPage(base, pageAddress(entry.path), entry.size + MAX_STATUS_BYTES)
  const { status, body: content } = response
  const isMissingPage = entry.path === '404.html' && status === 404
  if (status !== 200 && !isMissingPage) return [`responds with ${redirectFault(response, base)}`]
  const faults = headerFaults(response.headers, entry)
  return sha256(content) === entry.sha256 ? faults : ['is not the published file', ...faults]
}

async function reachabilityFaults(base: string): Promise<string[]> {
  await readPublishedPage(base, '', MAX_READ_BACK_BYTES)
  return []
}

async function lostAssetFaults(base: string): Promise<string[]> {
  const response = await readPublishedPage(base, LOST_ASSET, MAX_READ_BACK_BYTES)
  const cache = response.headers.get('cache-control') ?? ''
  return [
    ...(response.status === 404
      ? []
      : [`responds with ${redirectFault(response, base)}, though the file does not exist`]),
    ...(/immutable|max-age=0*[1-9]/.test(cache) ? [`is missing and may be cached (${cache})`] : [])
  ]
}

/** Retries until there is no fault or the attempts are used up. */
async function retryUntilSound(find: () => Promise<string[]>, pause: number): Promise<string[]> {
  let faults: string[] = []
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    faults = await find().catch((error: unknown) => [`cannot be read: ${causeOf(error)}`])
    if (faults.length === 0) return []
    if (attempt < ATTEMPTS) await wait(pause)
  }
  return faults
}

/**
 * Reads a site through its public address and compares every file with the build: content, type, cache class, headers. Also
 * checks that a missing asset is a 404 that may not be cached. `seen` has the hashes of immutable files that were read before.
 */
export async function readBack(
  publicUrl: string,
  build: StoredBuild,
  { seen = new Set<string>(), pause = PAUSE_MS }: { seen?: Set<string>; pause?: number } = {}
): Promise<string[]> {
  const base = publicUrl.replace(/\/+$/, '')
  // An unreachable host is one fault, not one for each file.
  const unreachable = await retryUntilSound(() => reachabilityFaults(base), pause)
  if (unreachable.length > 0) return unreachable.map(fault => `${base} ${fault}`)
  // Compressed copies are not requested by name: they are served in place of their file, and compared decoded.
  const entries = build.entries.filter(
    ({ cache, encoding, sha256: hash }) => cache !== 'hosting' && encoding === undefined && !seen.has(hash)
  )
  const checks = await pLimit(MAX_PARALLEL_READS).map(entries, async entry => {
    const faults = await retryUntilSound(() => fileFaults(base, entry), pause)
    if (faults.length === 0 && headersOf(entry).cacheControl === CACHE_CONTROL.immutable)
      seen.add(entry.sha256)
    return faults.map(fault => `${entry.path} ${fault}`)
  })
  const lost = await retryUntilSound(() => lostAssetFaults(base), pause)
  return [...checks.flat(), ...lost.map(fault => `${LOST_ASSET} ${fault}`)]
}
