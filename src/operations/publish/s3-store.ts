import { AwsClient } from 'aws4fetch'
import pRetry, { AbortError } from 'p-retry'
import { formatCount } from '#lib/format.ts'
import { isPathInside } from '#outside/path-inside.ts'
import { callOutside, redirectOf, ReplyError, type OutsideReply } from '#outside/reply.ts'
import { sha256 } from '#sites/digest.ts'
import { readListPage, type ListPage } from './s3-list.ts'
import {
  insideKey,
  PublishError,
  type WriteCondition,
  type FileHeaders,
  type ListedFile,
  type ObjectStore
} from './store.ts'

export interface S3Address {
  bucket: string
  endpoint: string
  region: string
}

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface S3Options {
  retries?: number
  /** Milliseconds before the first retry; doubled each time. */
  pause?: number
  /** Milliseconds that one request may take. */
  timeout?: number
}

const isOk = ({ status }: OutsideReply): boolean => status >= 200 && status < 300

/** 409: two conditional writes collided, and the store asks to retry. */
const isTransient = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500

function refusal(response: OutsideReply, method: string, key: string): PublishError {
  const text = response.body.toString('utf8', 0, MAX_REASON_BYTES)
  const reason = /<Message>([^<]*)/.exec(text)?.[1] ?? /<Code>([^<]*)/.exec(text)?.[1] ?? ''
  return new PublishError(`The store responded with ${response.status} to ${method} ${key}. ${reason}`.trim())
}

/** Limits for a reply without a file, and for the reason in it. */
const MAX_ERROR_BYTES = 256 * 1024
const MAX_REASON_BYTES = 4096

/** Errors that mean either a wrong endpoint or a store that is briefly down. */
const UNREACHABLE = /\b(ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|SELF_SIGNED|UNABLE_TO_)/

/**
 * Decides whether to retry. A reply that is too large will be too large again. A store that was never reached is probably a wrong endpoint, and
 * retries would only delay the message.
 */
function throwFinal(error: unknown, hasReplied: boolean): never {
  if (!(error instanceof ReplyError)) throw error
  const isWrongEndpoint = !hasReplied && UNREACHABLE.test(error.message)
  throw error.isFinal || isWrongEndpoint ? new AbortError(error) : error
}

type Send = (method: string, path: string, init: RequestInit & { maxBytes?: number }) => Promise<OutsideReply>

/**
 * Sends signed requests. Transient failures (no reply, 408, 409, 429, 5xx) are retried; the body is read within the attempt, because it can be
 * cut off too. The caller handles 404 and 412; any other status fails. So does a redirect, because following it would send the signature and
 * the session token elsewhere.
 */
function createSender(
  base: string,
  client: AwsClient,
  { retries = 6, pause = 200, timeout = 60_000 }: S3Options,
  onDate: (date: number) => void
): Send {
  let hasReplied = false
  return (method, path, { maxBytes = MAX_ERROR_BYTES, ...init }) =>
    pRetry(
      async () => {
        const request = await client.sign(`${base}${path}`, { ...init, method })
        const response = await callOutside(request, { maxBytes, timeoutMs: timeout }).catch(
          (error: unknown) => throwFinal(error, hasReplied)
        )
        hasReplied = true
        const date = Date.parse(response.headers.get('date') ?? '')
        if (!Number.isNaN(date)) onDate(date)
        if (isTransient(response.status)) throw refusal(response, method, path)
        const target = redirectOf(response, request.url)
        if (target !== undefined)
          throw new AbortError(
            new PublishError(
              `The store redirects ${method} ${path} to ${new URL(target).origin}. Give the endpoint and region of the bucket in --target.`
            )
          )
        // A retry would be refused again.
        if (!isOk(response) && ![404, 412].includes(response.status))
          throw new AbortError(refusal(response, method, path))
        return response
      },
      { retries, minTimeout: pause, factor: 2, randomize: true, shouldRetry: () => true }
    )
}

const objectPath = (key: string): string => `/${insideKey(key).split('/').map(encodeURIComponent).join('/')}`

function putHeaders(
  content: Buffer,
  { type, cacheControl, encoding }: FileHeaders,
  condition?: WriteCondition
): HeadersInit {
  return {
    'content-type': type,
    'cache-control': cacheControl,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    'x-amz-content-sha256': sha256(content),
    ...(condition === 'new' && { 'if-none-match': '*' }),
    ...(typeof condition === 'object' && { 'if-match': condition.version })
  }
}

const versionOf = (response: OutsideReply, content: Buffer): string =>
  response.headers.get('etag') ?? sha256(content)

/** A page has at most 1,000 keys of 1,024 bytes, which escapes can make six times as long. */
const MAX_LISTING_BYTES = 16 * 1024 * 1024
/** Ten times the files of a thousand sites. */
const MAX_LISTED_FILES = 2_000_000
const MAX_LISTING_MS = 30 * 60_000

async function listAll(send: Send, prefix: string, delimiter?: string): Promise<Omit<ListPage, 'next'>> {
  const files: ListedFile[] = []
  const folders: string[] = []
  const ends = Date.now() + MAX_LISTING_MS
  let next: string | undefined
  do {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(delimiter !== undefined && { delimiter }),
      ...(next !== undefined && { 'continuation-token': next })
    })
    const response = await send('GET', `?${query}`, { maxBytes: MAX_LISTING_BYTES })
    if (!isOk(response)) throw refusal(response, 'GET', `?${query}`)
    const page = readListPage(response.body.toString(), prefix)
    if (page.next !== undefined && (page.next === next || Date.now() > ends))
      throw new PublishError(`The list of ${prefix} has no end. Check the endpoint in --target.`)
    files.push(...page.files)
    folders.push(...page.folders)
    if (files.length + folders.length > MAX_LISTED_FILES)
      throw new PublishError(
        `The store lists more than ${formatCount(MAX_LISTED_FILES)} files below ${prefix}.`
      )
    next = page.next
  } while (next !== undefined)
  return { files, folders }
}

/**
 * A bucket that is accessed by the S3 protocol, with path-style addresses. Writes carry the hash of their content, so a store that follows
 * the protocol rejects content that was damaged in transit.
 */
export function s3Store(
  { bucket, endpoint, region }: S3Address,
  credentials: S3Credentials,
  options: S3Options = {}
): ObjectStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 0 })
  let clockOffset = 0
  const send = createSender(`${endpoint.replace(/\/$/, '')}/${bucket}`, client, options, date => {
    clockOffset = date - Date.now()
  })
  return {
    now: () => Date.now() + clockOffset,

    get: async (key, maxBytes) => {
      const response = await send('GET', objectPath(key), { maxBytes: Math.max(maxBytes, MAX_ERROR_BYTES) })
      if (response.status === 404) return undefined
      const { body: content } = response
      if (content.length > maxBytes) throw new PublishError(`${key} is larger than ${maxBytes} bytes.`)
      return { content, version: versionOf(response, content) }
    },

    put: async (key, content, headers, condition) => {
      const init = { body: new Uint8Array(content), headers: putHeaders(content, headers, condition) }
      const response = await send('PUT', objectPath(key), init)
      // 404 counts as a failed condition: the file with this version is missing.
      return isOk(response) ? versionOf(response, content) : undefined
    },

    remove: async (key, version) => {
      const init = version === undefined ? {} : { headers: { 'if-match': version } }
      await send('DELETE', objectPath(key), init)
    },

    list: async prefix => (await listAll(send, prefix)).files,

    folders: async prefix => {
      const { folders } = await listAll(send, prefix, '/')
      return folders.map(folder => folder.slice(prefix.length).replace(/\/$/, '')).filter(isPathInside)
    }
  }
}
