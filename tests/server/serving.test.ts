// The server as a process would run it: on a port, with a directory that survives.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillWithDemo } from '#demo/seed.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { listen, StartupError } from '#server/http/listen.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { holdTimers } from '#tests/support/held-timers.ts'
import { sites } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const directory = mkdtempSync(join(tmpdir(), 'serving-'))
let server: RunningServer

const start = (more: { port?: number; dataDirectory?: string; reset?: boolean } = {}) =>
  startServer({
    port: 0,
    dataDirectory: directory,
    programmes: [sites],
    fill: fillWithDemo({ organisations: 1 }),
    showsOutbox: true,
    metrics: {},
    log: silentLog,
    ...more
  })

const login = async () => {
  const response = await fetch(`${server.url}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      programme_id: 2,
      email_address: 'lead@sites.example',
      password: DEMO_PASSWORD,
      otp: null
    })
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const me = async (token: string) =>
  (await fetch(`${server.url}/api/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } })).status

beforeAll(async () => {
  await initialiseData(directory)
  server = await start()
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('fills the programmes at the first start, with a secret that only the owner can read', () => {
  expect(server.seeded).toEqual(['sites'])
  expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
})

test('serves the outbox to this machine only, and not through a proxy on it', async () => {
  expect((await fetch(`${server.url}/outbox`)).status).toBe(200)
  for (const name of [
    'X-Forwarded-For',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'X-Forwarded-Host',
    'X-Forwarded-Proto'
  ])
    expect((await fetch(`${server.url}/outbox`, { headers: { [name]: '203.0.113.9' } })).status).toBe(403)
})

test('reports that it is alive and ready, and its metrics', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' })
  await fetch(`${server.url}/api/v1/charts/17`)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/charts/:id",status="401"} 1'
  )
})

test('serves its OpenAPI document, and a page of it without scripts', async () => {
  const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as { openapi: string }
  expect(document.openapi).toBe('3.1.0')
  const page = await fetch(`${server.url}/api/v1/docs`)
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src/)
  expect(await page.text()).not.toContain('<script')
})

test('refuses a second server on the same directory, and says why', async () => {
  const sentence = `The data directory ${directory} is in use by process ${process.pid}. Stop it, or choose another directory.`
  await expect(start()).rejects.toThrow(new StartupError(sentence))
})

test('refuses a port in use, and frees the directory again', async () => {
  const other = mkdtempSync(join(tmpdir(), 'serving-'))
  const port = Number(new URL(server.url).port)
  await expect(start({ port, dataDirectory: other })).rejects.toThrow(
    `Port ${port} is in use. Stop what listens there, or choose another with PORT.`
  )
  expect(() => readFileSync(join(other, 'lock'))).toThrow('ENOENT')
  rmSync(other, { recursive: true, force: true })
})

test('serves others while a client never finishes its request', async () => {
  const slow = connect(Number(new URL(server.url).port), 'localhost')
  slow.write(
    'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"'
  )
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  slow.destroy()
})

test('keeps data and sessions over a restart, and takes over a stale lock', async () => {
  const token = await login()
  await server.close()
  // The number of a process that ended: the highest there can be is never given out again so soon.
  writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: 4_194_303, started: '1' }))
  server = await start()
  expect(server.seeded).toEqual([])
  expect(await me(token)).toBe(200)
})

test('finishes running calls before it closes', async () => {
  const body = JSON.stringify({
    programme_id: 2,
    email_address: 'lead@sites.example',
    password: DEMO_PASSWORD,
    otp: null
  })
  const head = [
    'POST /api/v1/auth/login/ HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue'
  ]
  const client = connect(Number(new URL(server.url).port), 'localhost').setEncoding('utf8')
  client.write(`${head.join('\r\n')}\r\n\r\n`)
  const [started] = (await once(client, 'data')) as [string]
  expect(started).toContain('100 Continue')
  const closed = server.close()
  client.write(body)
  const [answer] = (await once(client, 'data')) as [string]
  expect(answer).toContain('HTTP/1.1 200 OK')
  await closed
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
  server = await start()
})

test('starts with new data after a reset', async () => {
  const token = await login()
  await server.close()
  server = await start({ reset: true })
  expect(server.seeded).toEqual(['sites'])
  expect(await me(token)).toBe(401)
})

/** No other timer is as long. */
const NOTICE_MS = 1234

test('fails /readyz before it closes, while calls are still served', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'closing-'))
  await initialiseData(dataDirectory)
  const closing = await startServer({
    port: 0,
    dataDirectory,
    programmes: [sites],
    log: silentLog
  })
  const statusOf = async (path: string): Promise<number> => (await fetch(`${closing.url}${path}`)).status
  expect(await statusOf('/readyz')).toBe(200)
  const endNotice = holdTimers(NOTICE_MS)
  const closed = closing.close({ noticeMs: NOTICE_MS })
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  endNotice()
  vi.unstubAllGlobals()
  await closed
  await expect(statusOf('/healthz')).rejects.toThrow('fetch failed')
  rmSync(dataDirectory, { recursive: true })
})

test('finishes calls whose callers have gone before it closes, because they use the database', async () => {
  const listener = await listen({ port: 0 })
  const arrived = Promise.withResolvers<void>()
  const work = Promise.withResolvers<Response>()
  listener.handleWith(() => {
    arrived.resolve()
    return work.promise
  })
  const leaving = new AbortController()
  const left = fetch(`http://localhost:${listener.port}/`, { signal: leaving.signal }).catch(() => 'left')
  await arrived.promise
  leaving.abort()
  expect(await left).toBe('left')
  let isClosed = false
  const closing = listener.close().then(() => (isClosed = true))
  // Long enough for a close that does not wait: its connections are gone.
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(isClosed).toBe(false)
  work.resolve(new Response())
  expect(await closing).toBe(true)
})
