// Serves a built folder with brotli, so that pages of different makers load under the same conditions. A new browser context has an empty cache.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2'
}

/** An address of the folder on a free port. `/login` answers login.html or login/index.html. */
export async function serveFolder(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const cache = new Map<string, Buffer>()
  const find = (path: string) =>
    [path, `${path}.html`, join(path, 'index.html')]
      .map(name => join(folder, normalize(name)))
      .find(file => existsSync(file) && statSync(file).isFile())
  const server = createServer((request, response) => {
    const file = find(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!file) return response.writeHead(404).end()
    // WebKit takes brotli over https alone.
    const isPacked = extname(file) !== '.woff2' && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const name = `${file}${isPacked ? '.br' : ''}`
    const body = cache.get(name) ?? (isPacked ? brotliCompressSync(readFileSync(file)) : readFileSync(file))
    cache.set(name, body)
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
      ...(isPacked ? { 'content-encoding': 'br' } : {})
    })
    return response.end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise(done => server.close(() => done())) }
}
