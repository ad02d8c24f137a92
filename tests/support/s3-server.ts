import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A bucket by the S3 protocol in this process: conditional writes and removals, listing by pages, and a check of every signature
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), so that a wrong one fails here as it would there.

interface Kept {
  content: Buffer
  type: string
  cacheControl: string
  encoding?: string | undefined
  modified: number
}

type Answer = [status: number, headers: Record<string, string>, content: string | Buffer]

/** The fault of one request: no reply before or after it is executed, or a transient failure. */
export type Fate = 'lost-before' | 'lost-after' | 503 | undefined

export const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'not a secret/at+all' }

const sha = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const etag = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export class S3Server {
  readonly files = new Map<string, Kept>()
  /** Method and key of each request that was carried out. */
  readonly log: string[] = []
  requests = 0
  /** Milliseconds since 1970, as in the server's replies. */
  now = Date.parse('2026-11-20T12:00:00Z')
  pageSize = 1000
  fate: (request: number, method: string, key: string) => Fate | Promise<Fate> = () => undefined
  /** After each change of what is kept. */
  onChange: () => void = () => undefined
  endpoint = ''
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async start(): Promise<S3Server> {
    const server = new S3Server()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    server.endpoint = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`
    return server
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  text(key: string): string | undefined {
    return this.files.get(key)?.content.toString()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '', this.endpoint)
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
    const method = request.method ?? ''
    const fate = await this.fate((this.requests += 1), method, key)
    if (fate === 'lost-before') return void request.socket.destroy()
    const [status, headers, content] =
      fate === 503 ? this.#failure(503, 'SlowDown') : this.#carryOut(request, url, key, body)
    if (fate === 'lost-after') return void request.socket.destroy()
    response.writeHead(status, { date: new Date(this.now).toUTCString(), ...headers })
    response.end(method === 'HEAD' ? undefined : content)
  }

  #failure(status: number, code: string): Answer {
    return [status, { 'content-type': 'application/xml' }, `<Error><Code>${code}</Code></Error>`]
  }

  #carryOut(request: IncomingMessage, url: URL, key: string, body: Buffer): Answer {
    const { method = '', headers } = request
    if (!isSigned(method, url, headers, body)) return this.#failure(403, 'SignatureDoesNotMatch')
    this.log.push(`${method} ${key}`)
    if (method === 'GET' && key === '') return [200, { 'content-type': 'application/xml' }, this.#list(url)]
    const there = this.files.get(key)
    const refused = this.#refused(headers, there)
    if (refused !== undefined) return refused
    if (method === 'PUT') return this.#keep(key, headers, body)
    if (method === 'DELETE') {
      if (this.files.delete(key)) this.onChange()
      return [204, {}, '']
    }
    if (there === undefined) return this.#failure(404, 'NoSuchKey')
    const { content, type, encoding } = there
    const coded = encoding === undefined ? {} : { 'content-encoding': encoding }
    return [200, { etag: etag(content), 'content-type': type, ...coded }, content]
  }

  /** A condition of the request that does not hold. */
  #refused(headers: IncomingMessage['headers'], there: Kept | undefined): Answer | undefined {
    const version = headers['if-match']
    if (version !== undefined && there === undefined) return this.#failure(404, 'NoSuchKey')
    const isChanged = version !== undefined && there !== undefined && etag(there.content) !== version
    const isTaken = headers['if-none-match'] === '*' && there !== undefined
    return isChanged || isTaken ? this.#failure(412, 'PreconditionFailed') : undefined
  }

  #keep(key: string, headers: IncomingMessage['headers'], content: Buffer): Answer {
    const { 'content-type': type = '', 'cache-control': cacheControl = '' } = headers
    const encoding = headers['content-encoding']
    this.files.set(key, { content, type, cacheControl, encoding, modified: this.now })
    this.onChange()
    return [200, { etag: etag(content) }, '']
  }

  /** All on one page. */
  #listFolders(keys: string[], prefix: string): string {
    const folders = keys.flatMap(key => /^[^/]+\//.exec(key.slice(prefix.length))?.[0] ?? [])
    const prefixes = [...new Set(folders)].map(
      folder => `<CommonPrefixes><Prefix>${escape(prefix + folder)}</Prefix></CommonPrefixes>`
    )
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${prefixes.join('')}</ListBucketResult>`
  }

  #list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const start = Number(url.searchParams.get('continuation-token') ?? 0)
    const below = [...this.files]
      .filter(([key]) => key.startsWith(prefix))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (url.searchParams.get('delimiter') === '/')
      return this.#listFolders(
        below.map(([key]) => key),
        prefix
      )
    const found = below
    const page = found.slice(start, start + this.pageSize)
    const contents = page.map(
      ([key, { content, modified }]) =>
        `<Contents><Key>${escape(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escape(etag(content)).replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size></Contents>`
    )
    const end = start + this.pageSize
    const more = end < found.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${more}${contents.join('')}</ListBucketResult>`
  }
}

/** Signature version 4 as the service computes it. */
function isSigned(method: string, url: URL, headers: IncomingMessage['headers'], body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? ''
    )
  if (given === null) return false
  const [, id, day = '', region = '', signed = '', signature] = given
  const hash = String(headers['x-amz-content-sha256'])
  if (id !== KEYS.accessKeyId || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha(body))) return false
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
    )
  const path = url.pathname
    .split('/')
    .map(part => encode(decodeURIComponent(part)))
    .join('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const lines = signed
    .split(';')
    .map(name => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, ' ')}\n`)
  const canonical = [method, path, query, lines.join(''), signed, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    (secret, part) => mac(secret, part),
    mac(mac(`AWS4${KEYS.secretAccessKey}`, day), region)
  )
  return mac(key, toSign).toString('hex') === signature
}
