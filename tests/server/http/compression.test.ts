// Replies are compressed for callers that can read it, and are the same when they are unpacked.

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { listDocuments } from '#contract/documents.ts'
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

test.each(['identity', 'br;q=0, gzip;q=0.0', 'deflate'])('sends it uncompressed for %s', async accepted =>
  expect((await get(LONG, accepted)).encoding).toBeNull()
)

test('sends a short reply uncompressed', async () =>
  expect((await get('users/me', 'br')).encoding).toBeNull())

test('sends a file uncompressed, with its length', async () => {
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

test('sends a stored reply as stored to clients that accept Brotli, and decompressed to others', async () => {
  const asked = { project_id: 0, organisation_id: 0, time_period_id: 0 }
  const chart = await server.database
    .selectFrom('charts')
    .select(['chart_id', 'project_id'])
    .where('programme_id', '=', 1)
    .where('is_active', '=', true)
    .orderBy('chart_id')
    .executeTakeFirstOrThrow()
  const period = await server.database
    .selectFrom('project_periods')
    .select('time_period_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', chart.project_id)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({ ...asked, ...period, project_id: chart.project_id })
  const post = async (accepted: string) => {
    const response = await server.fetch(
      `http://api.example${API_PATH_PREFIX}/data/getChartData/${chart.chart_id}/0?peerGroupId=null`,
      {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Accept-Encoding': accepted
        },
        body
      }
    )
    expect(response.status).toBe(200)
    return {
      encoding: response.headers.get('Content-Encoding'),
      bytes: new Uint8Array(await response.arrayBuffer())
    }
  }
  await post('br')
  const stored = await server.database
    .selectFrom('chart_cache')
    .select('answer')
    .where('programme_id', '=', 1)
    .where('chart_id', '=', chart.chart_id)
    .where('data_version', '!=', 'published')
    .executeTakeFirstOrThrow()
  const [brotli, gzip, plain] = [await post('gzip, br'), await post('gzip'), await post('identity')]
  expect([brotli.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
  expect(brotli.bytes).toEqual(new Uint8Array(stored.answer))
  expect(new Uint8Array(brotliDecompressSync(brotli.bytes))).toEqual(plain.bytes)
  expect(new Uint8Array(gunzipSync(gzip.bytes))).toEqual(plain.bytes)
})
