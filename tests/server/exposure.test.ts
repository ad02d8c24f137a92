// What a server shows and keeps by itself, on real sockets.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type HttpListener } from '#server/http/listen.ts'
import { readTrustedProxies } from '#server/http/trusted-proxies.ts'
import { startServer, type RunningServer, type ServeOptions } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { sites, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const directories: string[] = []
const servers: RunningServer[] = []
let plain: RunningServer

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

beforeAll(async () => {
  plain = await start()
})
afterAll(async () => {
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

/** Asks for more than the buffers of both sides hold and reads none of it. */
function askWithoutReading(socket: Socket): void {
  socket.pause()
  socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(400))
}

/** Whether a connection that does not read was dropped within a time: it hears of its end only when it writes. */
async function wasDropped(socket: Socket, milliseconds: number): Promise<boolean> {
  await pause(milliseconds)
  const ended = endsWithin(socket, 2000)
  socket.write('\r\n')
  await pause(100)
  if (!socket.destroyed) socket.write('\r\n')
  return ended
}

test('an empty database stays empty, and it is known that nobody can sign in', async () => {
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

test('neither outbox nor metrics are there unless they are asked for, and no outbox behind a proxy', async () => {
  for (const path of ['outbox', 'metrics']) expect((await fetch(`${plain.url}/${path}`)).status).toBe(404)
  const trustedProxies = readTrustedProxies('1')!
  const behind = await start({ showsOutbox: true, metrics: {}, trustedProxies })
  expect((await fetch(`${behind.url}/outbox`)).status).toBe(404)
  expect((await fetch(`${behind.url}/metrics`)).status).toBe(200)
  const headers = { Via: '1.1 proxy', Authorization: 'Bearer undefined' }
  expect((await fetch(`${behind.url}/metrics`, { headers })).status).toBe(403)
})

test('without HOST only this machine reaches the port', async () => {
  // The whole 127.0.0.0/8 leads to this machine, but only to what listens everywhere.
  expect([await connects(plain, '127.0.0.1'), await connects(plain, '127.0.0.2')]).toEqual([true, false])
  const everywhere = await listen({ port: 0, host: '0.0.0.0' })
  expect(await connects(addressOf(everywhere), '127.0.0.2')).toBe(true)
  await everywhere.close()
  await expect(listen({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    'HOST is 192.0.2.1, which is not an address of this machine. Use one that is, or 0.0.0.0 for all addresses.'
  )
})

test('metrics are for this machine without a proxy, and from anywhere for whoever has the token', async () => {
  const token = 'a token of sixteen or more'
  const server = await start({ metrics: { token } })
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/metrics`, { headers })).status
  expect(await read({})).toBe(200)
  expect(await statusFor(server, '/metrics', 'evil.example')).toBe('403')
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
    expect(await read({ [name]: '203.0.113.9', Authorization: `Bearer ${token}` })).toBe(200)
  }
  for (const wrong of ['', 'Bearer ', `Bearer ${token}!`, token, 'Bearer undefined'])
    expect([wrong, await read({ Via: '1.1 proxy', Authorization: wrong })]).toEqual([wrong, 403])
})

test('the outbox answers a local Host alone: a page elsewhere whose name was pointed here reads nothing', async () => {
  const server = await start({ showsOutbox: true })
  for (const host of ['localhost', '127.0.0.1:4322', '[::1]:4322', 'LOCALHOST:80'])
    expect([host, await statusFor(server, '/outbox', host)]).toEqual([host, '200'])
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:4322'
  ])
    expect([host, await statusFor(server, '/outbox', host)]).toEqual([host, '403'])
})

test('a client that does not read is dropped, and others are served', async () => {
  const server = await start({ connectionLimits: { stallMs: 500 } })
  const socket = await open(server)
  askWithoutReading(socket)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await wasDropped(socket, 3000)).toBe(true)
})

test('an answer that is not finished in time is dropped, however much progress it makes', async () => {
  const server = await start({ connectionLimits: { answerMs: 700, stallMs: 60_000 } })
  const socket = await open(server)
  askWithoutReading(socket)
  expect(await wasDropped(socket, 3000)).toBe(true)
})

test('an address whose answers wait unread beyond the limit loses the connections that do not read', async () => {
  const server = await start({ connectionLimits: { unreadBytes: 1000 } })
  const socket = await open(server)
  askWithoutReading(socket)
  await pause(500)
  await fetch(`${server.url}/healthz`).catch(() => null)
  expect(await wasDropped(socket, 3000)).toBe(true)
})

test('an address has so many connections and no more, and gets them back', async () => {
  const server = await start({ connectionLimits: { perAddress: 5 } })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(server)))
  expect(await endsWithin(await open(server), 5000)).toBe(true)
  sockets[0]?.destroy()
  await pause(200)
  expect(await statusFor(server, '/healthz', 'localhost')).toBe('200')
  for (const socket of sockets) socket.destroy()
})

test('only connections of a trusted proxy are not counted, whatever others send', async () => {
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

test('whoever reaches the port without the proxy has one address, whatever they say', async () => {
  const server = await start({ trustedProxies: readTrustedProxies('203.0.113.0/24')! })
  const statuses: number[] = []
  for (let count = 0; count <= 30; count++) {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${count}` }
    const reply = await fetch(`${server.url}/api/v1/auth/login/`, { method: 'POST', headers, body: '{}' })
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429])
})
