// Replies are compressed for callers that can read it, and are the same when they are unpacked.

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { listDocuments } from '#contract/documents.ts'
import { compressReply } from '#server/http/compression.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
let token: string
beforeAll(async () => {
  token = await server.tokenOf('lead')
})

const LONG = 'organisations/?programme_id=1'

async function get(path: string, acceptEncoding?: string) {
  const response = await server.fetch(`http://api.example${API_PATH_PREFIX}/${path}`, {
    headers: {
      Authorization: `Bearer ${token}`,
      ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding })
    }
  })
  return {
    encoding: response.headers.get('Content-Encoding'),
    tag: response.headers.get('ETag'),
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer())
  }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync]
])('for %s a long reply comes in %s', async (accepted, encoding, unpack) => {
  const plain = await get(LONG)
  const packed = await get(LONG, accepted)
  expect([plain.encoding, packed.encoding]).toEqual([null, encoding])
  expect(new Uint8Array(unpack(packed.bytes))).toEqual(plain.bytes)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
  // The browser keeps one of them and asks about it, whichever it is.
  expect(packed.tag).toBe(plain.tag)
})

test.each(['identity', 'br;q=0, gzip;q=0.0', 'deflate'])('for %s it comes as it is', async accepted =>
  expect((await get(LONG, accepted)).encoding).toBeNull()
)

test('a short reply comes as it is', async () => expect((await get('users/me', 'br')).encoding).toBeNull())

test('a file comes as it is, with its length', async () => {
  const { body } = await server.call(listDocuments, { query: {} }, token)
  const { document_id, size_bytes } = body.documents.toSorted((a, b) => b.size_bytes - a.size_bytes)[0]!
  const file = await get(`documents/${document_id}/download`, 'br, gzip')
  expect([file.encoding, file.headers.get('Content-Length'), file.bytes.length]).toEqual([
    null,
    String(size_bytes),
    size_bytes
  ])
  expect(file.headers.get('Cache-Control')).toBe('no-store')
})

test('a reply that a cache keeps is compressed once for each encoding', async () => {
  const bytes = new Uint8Array(Buffer.from('organisation '.repeat(1000)))
  const sent = async (accepted: string) => (await compressReply(bytes, accepted, { isReused: true })).bytes
  const [brotli, gzip] = await Promise.all([sent('br'), sent('gzip')])
  expect([await sent('br'), await sent('gzip')].map((again, at) => again === [brotli, gzip][at])).toEqual([
    true,
    true
  ])
  expect([brotliDecompressSync(brotli), gunzipSync(gzip)].map(String)).toEqual(
    Array(2).fill(Buffer.from(bytes).toString())
  )
  expect((await compressReply(bytes, 'br')).bytes).not.toBe(brotli)
})
