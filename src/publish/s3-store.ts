import { AwsClient } from 'aws4fetch'
import pRetry, { AbortError } from 'p-retry'
import { sha256 } from '#programme/site/digest.ts'
import { readListPage } from './s3-list.ts'
import { PublishError, type Condition, type FileHeaders, type ListedFile, type ObjectStore } from './store.ts'

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
  /** Milliseconds before the first repetition; doubled each time. */
  pause?: number
  /** Milliseconds that one request may take. */
  timeout?: number
}

/** 409: two conditional writes met, and the store asks to try again. */
const isPassing = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500

async function refusal(response: Response, method: string, key: string): Promise<PublishError> {
  const text = await response.text()
  const reason = /<Message>([^<]*)/.exec(text)?.[1] ?? /<Code>([^<]*)/.exec(text)?.[1] ?? ''
  return new PublishError(`The store responded with ${response.status} to ${method} ${key}. ${reason}`.trim())
}

type Send = <T>(
  method: string,
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>
) => Promise<T>

/**
 * Sends signed requests. Passing failures (no answer, 408, 409, 429, 5xx) are repeated; a body is read inside, because it can break
 * off as well. Answers with another status are read by the caller if it knows them, and else fail.
 */
function sender(
  base: string,
  client: AwsClient,
  { retries = 6, pause = 200, timeout = 60_000 }: S3Options,
  onDate: (date: number) => void
): Send {
  return (method, path, init, read) =>
    pRetry(
      async () => {
        const signal = AbortSignal.timeout(timeout)
        const response = await client.fetch(`${base}${path}`, { ...init, method, signal })
        const date = Date.parse(response.headers.get('date') ?? '')
        if (!Number.isNaN(date)) onDate(date)
        if (isPassing(response.status)) throw await refusal(response, method, path)
        // What a store refuses once it refuses again.
        if (response.status >= 400 && ![404, 412].includes(response.status))
          throw new AbortError(await refusal(response, method, path))
        return read(response)
      },
      { retries, minTimeout: pause, factor: 2, randomize: true, shouldRetry: () => true }
    )
}

const pathOf = (key: string): string => `/${key.split('/').map(encodeURIComponent).join('/')}`

function putHeaders(
  content: Buffer,
  { type, cacheControl, encoding }: FileHeaders,
  condition?: Condition
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

const versionOf = (response: Response, content: Buffer): string =>
  response.headers.get('etag') ?? sha256(content)

async function listAll(send: Send, prefix: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  let next: string | undefined
  do {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(next !== undefined && { 'continuation-token': next })
    })
    const page = await send('GET', `?${query}`, {}, async response => {
      if (!response.ok) throw await refusal(response, 'GET', `?${query}`)
      return readListPage(await response.text())
    })
    files.push(...page.files)
    next = page.next
  } while (next !== undefined)
  return files
}

/**
 * A bucket by the S3 protocol, with addresses in path style. Writes carry the hash of their content, so a store that follows the
 * protocol refuses what was damaged on the way.
 */
export function s3Store(
  { bucket, endpoint, region }: S3Address,
  credentials: S3Credentials,
  options: S3Options = {}
): ObjectStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 0 })
  let clockOffset = 0
  const send = sender(`${endpoint.replace(/\/$/, '')}/${bucket}`, client, options, date => {
    clockOffset = date - Date.now()
  })
  return {
    now: () => Date.now() + clockOffset,

    get: key =>
      send('GET', pathOf(key), {}, async response => {
        const content = Buffer.from(await response.arrayBuffer())
        return response.status === 404 ? undefined : { content, version: versionOf(response, content) }
      }),

    put: (key, content, headers, condition) => {
      const init = { body: new Uint8Array(content), headers: putHeaders(content, headers, condition) }
      return send('PUT', pathOf(key), init, async response => {
        await response.arrayBuffer()
        // Gone counts as changed: a condition on a version cannot hold where nothing is.
        return response.ok ? versionOf(response, content) : undefined
      })
    },

    remove: (key, version) => {
      const init = version === undefined ? {} : { headers: { 'if-match': version } }
      return send('DELETE', pathOf(key), init, async response => void (await response.arrayBuffer()))
    },

    list: prefix => listAll(send, prefix)
  }
}
