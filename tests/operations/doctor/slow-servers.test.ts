// Servers that reply, but so slowly that a check would never end.

import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { examineApi } from '#operations/doctor/api.ts'
import { examineMail } from '#operations/doctor/mail.ts'
import { examineSite } from '#operations/doctor/site.ts'

const CHECK_MS = 300
const PAUSE_MS = 20
const IN_TIME = 'it does not reply in time. Check that it is running and reachable (ETIMEDOUT)'

const sockets = new Set<Socket>()
const servers: Server[] = []

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise(done => server.close(done))
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends a piece again and again, so that no pause is ever long. */
function trickle(piece: string, target: { write: (piece: string) => void }, socket: Socket): void {
  const timer = setInterval(() => target.write(piece), PAUSE_MS)
  socket.on('close', () => clearInterval(timer))
}

const faultsIn = (findings: readonly { level: string; text: string }[]): string[] =>
  findings.filter(({ level }) => level === 'fault').map(({ text }) => text)

test('a mail server whose reply never ends', async () => {
  const at = await listen(
    createServer(socket => {
      socket.write('220 here\r\n')
      socket.once('data', () => trickle('250-one more\r\n', socket, socket))
    })
  )
  const [smtp] = faultsIn(await examineMail(`smtp://${at}`, 'admin@wards.invalid', CHECK_MS))
  expect(smtp).toBe(`cannot be checked: ${IN_TIME}`)
  expect([...sockets].every(socket => socket.destroyed || socket.readableEnded)).toBe(true)
})

test('a mail server that never says anything', async () => {
  const at = await listen(createServer())
  const [smtp] = faultsIn(await examineMail(`smtp://${at}`, 'admin@wards.invalid', CHECK_MS))
  expect(smtp).toBe(`cannot be checked: ${IN_TIME}`)
})

test('a site whose page never ends', async () => {
  const at = await listen(
    createHttpServer((request, response) => {
      response.writeHead(200)
      trickle('<p>', response, request.socket)
    })
  )
  const site = { code: 'alpha', origin: `http://${at}`, apiBase: 'http://api.example' }
  expect(faultsIn(await examineSite(site, CHECK_MS))).toEqual([`cannot be checked: ${IN_TIME}`])
})

test('a site that begins to encrypt and never ends', async () => {
  const at = await listen(createServer(socket => trickle('\u0016', socket, socket)))
  const site = { code: 'alpha', origin: `https://${at}`, apiBase: 'http://api.example' }
  expect(faultsIn(await examineSite(site, CHECK_MS))).toHaveLength(1)
})

test('an API that takes its time for each of several calls: the check as a whole ends', async () => {
  const at = await listen(
    createHttpServer((request, response) => {
      if (request.url === '/readyz') return void response.end('ready')
      setTimeout(() => response.writeHead(404).end(), CHECK_MS * 0.7)
    })
  )
  const findings = await examineApi(`http://${at}`, [], CHECK_MS)
  expect(findings.map(({ text }) => text)).toContain(`cannot be checked: ${IN_TIME}`)
})
