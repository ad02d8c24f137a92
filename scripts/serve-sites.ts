import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LOOPBACK } from '#server/http/network-address.ts'
import { compressedName, COPIES_FOLDER } from '#sites/compress.ts'
import { sha256 } from '#sites/digest.ts'
import { isTextType, type Encoding } from '#sites/hosting/file-kinds.ts'
import { resolvePath, readSite, type SiteResponse, type SiteFiles } from './site-files.ts'

export interface ServeOptions {
  /** The folder with one folder per code. */
  dist: string
  codes: readonly string[]
  port: number
  /** The address to listen on: this machine alone if omitted. */
  host?: string
  /** The page at the bare host, which lists the programmes. */
  index: string
}

export interface SiteServer {
  port: number
  close: () => Promise<void>
}

interface Body {
  etag: string
  encodings: Map<string, Promise<Buffer>>
}

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: content => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: content => promisify(gzip)(content)
}

/** Serves each site at `<code>.localhost` by the rules built into it, and the index at `localhost`. */
export async function serveSites({ dist, codes, port, index, ...at }: ServeOptions): Promise<SiteServer> {
  const sites = new Map(codes.map(code => [code, { read: cachedSite(join(dist, code)) }]))
  const bodies = new Map<string, Body>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    const site = sites.get(host.replace(/\.localhost$/, ''))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
    } else if (site === undefined) {
      const isIndex = ['localhost', '127.0.0.1', '[::1]'].includes(host) && request.url === '/'
      response.writeHead(isIndex ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store'
      })
      response.end(isIndex ? index : 'There is no programme at this address.')
    } else {
      const path = pathOf(request.url)
      if (path === undefined) response.writeHead(400).end()
      else await send(request, response, resolvePath(site.read(), path))
    }
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    found: SiteResponse
  ): Promise<void> {
    if ('location' in found) {
      response.writeHead(found.status, { ...found.headers, location: found.location }).end()
      return
    }
    const type = found.headers['Content-Type'] ?? ''
    const encoding = isTextType(type) ? acceptedEncoding(request) : 'identity'
    const body = bodyOf(found.file, encoding, { bodies, copies: join(dist, COPIES_FOLDER) })
    const headers = { ...found.headers, etag: `"${body.etag}-${encoding}"`, vary: 'accept-encoding' }
    if (found.status === 200 && request.headers['if-none-match'] === headers.etag) {
      response.writeHead(304, headers).end()
      return
    }
    const content = await body.content
    const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    response.writeHead(found.status, { ...headers, ...coding, 'content-length': content.length })
    response.end(request.method === 'HEAD' ? undefined : content)
  }

  await listen(server, port, at.host ?? LOOPBACK)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function pathOf(url: string | undefined): string | undefined {
  try {
    return decodeURIComponent(new URL(url ?? '/', 'http://site').pathname)
  } catch {
    return undefined
  }
}

function acceptedEncoding(request: IncomingMessage): Encoding | 'identity' {
  const accepted = request.headers['accept-encoding'] ?? ''
  return (
    (['br', 'gzip'] as const).find(encoding =>
      new RegExp(`\\b${encoding}\\b(?!;q=0(\\.0*)?(,|$))`).test(accepted)
    ) ?? 'identity'
  )
}

/** Reads the rules again after a build has changed them. */
function cachedSite(directory: string): () => SiteFiles {
  let time = 0
  let site = readSite(directory)
  return () => {
    const changed = statSync(join(directory, '_headers'), { throwIfNoEntry: false })?.mtimeMs ?? time
    if (changed !== time) [time, site] = [changed, readSite(directory)]
    return site
  }
}

/** Reads a compressed copy that the build made of a file that all sites share. */
function readCopy(copies: string, fileHash: string, encoding: Encoding): Promise<Buffer> | undefined {
  const copy = join(copies, compressedName(fileHash, encoding))
  return existsSync(copy) ? readFile(copy) : undefined
}

/** Caches compressed contents by hash, so that files shared by all sites are compressed once. */
function bodyOf(
  file: string,
  encoding: Encoding | 'identity',
  { bodies, copies }: { bodies: Map<string, Body>; copies: string }
): { etag: string; content: Promise<Buffer> } {
  const content = readFileSync(file)
  const hash = sha256(content)
  const etag = hash.slice(0, 16)
  if (encoding === 'identity') return { etag, content: Promise.resolve(content) }
  const body = bodies.get(etag) ?? { etag, encodings: new Map() }
  bodies.set(etag, body)
  const compressed =
    body.encodings.get(encoding) ?? readCopy(copies, hash, encoding) ?? compressors[encoding](content)
  body.encodings.set(encoding, compressed)
  return { etag, content: compressed }
}
