// A sender who goes away in the middle of a body is no fault of the server: neither the log nor the metrics say so.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { eventually } from '#tests/support/patience.ts'
import { wards } from '#tests/support/server.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'aborted-'))
const entries: { level: string; message: string; fields: Record<string, unknown> }[] = []
let server: RunningServer

beforeAll(async () => {
  const log = (level: string, message: string, fields: Record<string, unknown> = {}) =>
    void entries.push({ level, message, fields })
  await initialiseData(dataDirectory)
  server = await startServer({ port: 0, dataDirectory, programmes: [wards], log, metrics: {} })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

test.each([
  ['with a length', 'Content-Length: 1000', '{"programme_id":1,'],
  ['in chunks', 'Transfer-Encoding: chunked', '12\r\n{"programme_id":1,\r\n']
])('a body %s that is cut off', async (_, header, part) => {
  entries.length = 0
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1/users/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n${part}`
  )
  // The head has arrived once another request on a connection of its own is answered.
  await fetch(`${server.url}/readyz`)
  socket.destroy()
  const seen = () => entries.find(({ fields }) => fields['path'] === '/api/v1/users/register')
  await eventually(() => expect(seen()).toBeDefined())
  expect(seen()?.fields['status']).toBe(400)
  expect(entries.filter(({ level }) => level === 'error')).toEqual([])
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('route="/api/v1/users/register",status="400"')
  expect(metrics).not.toContain('status="500"')
})
