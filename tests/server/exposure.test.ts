// What a server exposes, and how it protects itself, on real sockets.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowLongReply, type ConnectionLimits } from '#server/http/connection-limits.ts'
import type { AppEnvironment } from '#server/http/environment.ts'
import { listen, type HttpListener } from '#server/http/listen.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { readTrustedProxies } from '#server/http/trusted-proxies.ts'
import { startServer, type RunningServer, type ServeOptions } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { sites, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const TOKEN = 'a token of sixteen or more'

const directories: string[] = []
const servers: RunningServer[] = []
const listeners: HttpListener[] = []
let plain: RunningServer
/** Shows the outbox and metrics. */
let shown: RunningServer
/** The same behind a proxy, without a token for the metrics. */
let behind: RunningServer

async function start(more: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'exposure-'))
  directories.push(dataDirectory)
  await initialiseData(dataDirectory)
  const server = await startServer({
    port: 0,
    dataDirectory,
    programmes: [wards, sites],
    log: silentLog,
    ...more
  })
  servers.push(server)
  return server
}

/** A server that answers every call with more than the buffers of both sides hold. */
async function listenWith(connectionLimits: Partial<ConnectionLimits>) {
  const listener = await listen({ port: 0, connectionLimits })
  listeners.push(listener)
  listener.handleWith(() => new Response('x'.repeat(32 * 1024 * 1024)))
  return addressOf(listener)
}

beforeAll(async () => {
  plain = await start()
  shown = await start({ showsOutbox: true, metrics: { token: TOKEN } })
  const trustedProxies = readTrustedProxies('203.0.113.0/24')!
  behind = await start({ showsOutbox: true, metrics: {}, trustedProxies })
})
afterAll(async () => {
  for (const listener of listeners) listener.abandon()
  for (const server of servers) await server.close()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const addressOf = ({ port }: HttpListener) => ({ url: `http://localhost:${port}` })

async function open({ url }: Pick<RunningServer, 'url'>): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function connects({ url }: Pick<RunningServer, 'url'>, address: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), address)
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false
  )
  socket.destroy()
  return isOpen
}

/** Whether the server ends the connection within a time. */
const endsWithin = (socket: Socket, milliseconds: number): Promise<boolean> =>
  Promise.race([
    new Promise<boolean>(resolve => void socket.once('close', () => resolve(true))),
    pause(milliseconds, false)
  ])

/** The status of a plain request with this Host. */
async function statusFor(server: Pick<RunningServer, 'url'>, path: string, host: string): Promise<string> {
  const socket = await open(server)
  socket.setEncoding('utf8').write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const [text] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return text.split(' ')[1] ?? ''
}

/** Asks for a reply and reads nothing of it. */
async function askWithoutReading(server: Pick<RunningServer, 'url'>): Promise<Socket> {
  const socket = await open(server)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}

/** Whether a connection that does not read is dropped: it hears of its end only when it writes, less often than `stallMs` of these tests. */
async function isDropped(socket: Socket): Promise<boolean> {
  for (let attempt = 0; attempt < 40 && !socket.destroyed; attempt++) {
    await pause(250)
    socket.write('\r\n')
  }
  return socket.destroyed
}

test('leaves an empty database empty, and reports that nobody can log in', async () => {
  expect([plain.seeded, plain.emptyProgrammes]).toEqual([[], ['wards', 'sites']])
  const body = JSON.stringify({
    programme_id: 1,
    email_address: 'super@wards.example',
    password: 'benchmark-demo-2026',
    otp: null
  })
  const headers = { 'Content-Type': 'application/json' }
  expect((await fetch(`${plain.url}/api/v1/auth/login/`, { method: 'POST', headers, body })).status).toBe(401)
  const reply = (await (await fetch(`${plain.url}/api/v1/organisations/?programme_id=1`)).json()) as {
    organisations: unknown[]
  }
  expect(reply.organisations).toEqual([])
})

test('serves the outbox and metrics only if configured, and no outbox behind a proxy', async () => {
  for (const path of ['outbox', 'metrics']) expect((await fetch(`${plain.url}/${path}`)).status).toBe(404)
  expect((await fetch(`${behind.url}/outbox`)).status).toBe(404)
  expect((await fetch(`${behind.url}/metrics`)).status).toBe(200)
  const headers = { Via: '1.1 proxy', Authorization: 'Bearer undefined' }
  expect((await fetch(`${behind.url}/metrics`, { headers })).status).toBe(403)
})

test('listens on this machine only, unless HOST says otherwise', async () => {
  // The whole 127.0.0.0/8 leads to this machine, but only to what listens everywhere.
  expect([await connects(plain, '127.0.0.1'), await connects(plain, '127.0.0.2')]).toEqual([true, false])
  const everywhere = await listen({ port: 0, host: '0.0.0.0' })
  expect(await connects(addressOf(everywhere), '127.0.0.2')).toBe(true)
  await everywhere.close()
  await expect(listen({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    'HOST is 192.0.2.1, which is not an address of this machine. Use one that is, or 0.0.0.0 for all addresses.'
  )
})

test('serves metrics to this machine without a proxy, and to anyone with the token', async () => {
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${shown.url}/metrics`, { headers })).status
  expect(await read({})).toBe(200)
  expect(await statusFor(shown, '/metrics', 'evil.example')).toBe('403')
  const forwarding = [
    'X-Forwarded-For',
    'X-Forwarded-Port',
    'Forwarded',
    'Forwarded-For',
    'Via',
    'X-Real-IP',
    'X-Cluster-Client-IP',
    'Fly-Client-IP',
    'X-Original-Host'
  ]
  for (const name of forwarding) {
    expect([name, await read({ [name]: '203.0.113.9' })]).toEqual([name, 403])
    expect(await read({ [name]: '203.0.113.9', Authorization: `Bearer ${TOKEN}` })).toBe(200)
  }
  for (const wrong of ['', 'Bearer ', `Bearer ${TOKEN}!`, TOKEN, 'Bearer undefined'])
    expect([wrong, await read({ Via: '1.1 proxy', Authorization: wrong })]).toEqual([wrong, 403])
})

test('serves the outbox to a local Host only, so that a page whose name resolves to this machine reads nothing', async () => {
  for (const host of ['localhost', '127.0.0.1:4322', '[::1]:4322', 'LOCALHOST:80'])
    expect([host, await statusFor(shown, '/outbox', host)]).toEqual([host, '200'])
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:4322'
  ])
    expect([host, await statusFor(shown, '/outbox', host)]).toEqual([host, '403'])
})

test('drops a client that does not read, and serves others', async () => {
  const server = await listenWith({ stallMs: 100 })
  const socket = await askWithoutReading(server)
  expect((await fetch(server.url)).status).toBe(200)
  expect(await isDropped(socket)).toBe(true)
})

test('drops a reply that is not finished in time, however much progress it makes', async () => {
  const server = await listenWith({ answerMs: 200, stallMs: 60_000 })
  expect(await isDropped(await askWithoutReading(server))).toBe(true)
})

/** A server that sends a file of so many megabytes while it is made. */
async function listenWithStream(count: number, connectionLimits: Partial<ConnectionLimits>) {
  const listener = await listen({ port: 0, connectionLimits })
  listeners.push(listener)
  const pieces = async function* pieces() {
    for (let number = 0; number < count; number += 1) {
      await pause(100)
      yield new Uint8Array(1024 * 1024)
    }
  }
  listener.handleWith((_, env) => {
    allowLongReply((env as AppEnvironment['Bindings']).outgoing)
    return new Response(new StreamedFile(pieces, 'a.csv', 'text/csv').stream())
  })
  return addressOf(listener)
}

test('gives a file that is made while it is sent more time, but not a client that does not read it', async () => {
  const { url } = await listenWithStream(5, { answerMs: 200, stallMs: 60_000 })
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(5 * 1024 * 1024)
  const server = await listenWithStream(1000, { answerMs: 60_000, stallMs: 200 })
  expect(await isDropped(await askWithoutReading(server))).toBe(true)
})

test('drops the unread connections of an address whose unread replies exceed the limit', async () => {
  const server = await listenWith({ unreadBytes: 1000 })
  const socket = await askWithoutReading(server)
  await pause(500)
  await fetch(server.url).catch(() => null)
  expect(await isDropped(socket)).toBe(true)
})

test('limits the connections of an address, and frees those that end', async () => {
  const server = await listenWith({ perAddress: 5 })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(server)))
  expect(await endsWithin(await open(server), 5000)).toBe(true)
  sockets[0]?.destroy()
  await pause(200)
  expect(await statusFor(server, '/', 'localhost')).toBe('200')
  for (const socket of sockets) socket.destroy()
})

test('counts all connections but those of a trusted proxy, whatever others send', async () => {
  const connectionLimits = { perAddress: 5 }
  const listening = (proxies: string) =>
    listen({ port: 0, connectionLimits, trustedProxies: readTrustedProxies(proxies)! })
  const [elsewhere, here] = [await listening('203.0.113.0/24'), await listening('127.0.0.1')]
  const direct = await Promise.all(Array.from({ length: 5 }, () => open(addressOf(elsewhere))))
  expect(await endsWithin(await open(addressOf(elsewhere)), 5000)).toBe(true)
  const proxied = await Promise.all(Array.from({ length: 7 }, () => open(addressOf(here))))
  expect(await statusFor(addressOf(here), '/healthz', 'localhost')).toBe('503')
  for (const socket of [...direct, ...proxied]) socket.destroy()
  await Promise.all([elsewhere.close(), here.close()])
})

test('takes no address from the headers of a caller that is no trusted proxy', async () => {
  const statuses: number[] = []
  for (let count = 0; count <= 30; count++) {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${count}` }
    const reply = await fetch(`${behind.url}/api/v1/auth/login/`, { method: 'POST', headers, body: '{}' })
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429])
})
