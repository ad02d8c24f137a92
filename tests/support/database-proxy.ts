// A proxy in front of PostgreSQL that behaves like a pooler: it refuses what poolers refuse at the start of a connection and reports process ids
// of its own. It can stop responding while its connections stay open, like a machine that has lost its network.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const SSL_REQUEST = 80_877_103
const POOLERS_KNOW = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'DateStyle',
  'TimeZone'
])

export interface DatabaseProxy {
  url: string
  /** The parameters with which each connection began. */
  started: Record<string, string>[]
  /** How many packets clients have sent so far. */
  packetCount(): number
  /** Sends new connections to another server. */
  pointTo(target: string): void
  /** Stops forwarding on open connections. New ones work. */
  fallSilent(): void
  close(): Promise<void>
}

export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  let place = new URL(target)
  const started: Record<string, string>[] = []
  const sockets = new Set<Socket>()
  let silence = new AbortController()
  let packets = 0
  const server = createServer(client => {
    const database = connect(Number(place.port), place.hostname)
    const { signal } = silence
    const pass = (from: Socket, to: Socket, change: (bytes: Buffer) => Buffer | null): void => {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        if (!signal.aborted) to.destroy()
      })
      from.on('data', (bytes: Buffer) => {
        const changed = signal.aborted ? null : change(bytes)
        if (changed !== null) to.write(changed)
      })
    }
    let isStarted = false
    pass(client, database, bytes => {
      packets += 1
      if (isStarted) return bytes
      if (bytes.readInt32BE(4) === SSL_REQUEST) {
        client.write('N')
        return null
      }
      isStarted = true
      const parameters = parametersOf(bytes)
      started.push(parameters)
      const refused = Object.keys(parameters).find(name => !POOLERS_KNOW.has(name))
      if (refused === undefined) return bytes
      client.end(refusal(`unsupported startup parameter: ${refused}`))
      return null
    })
    let isReady = false
    pass(database, client, bytes => {
      if (!isReady) isReady = hideProcess(bytes)
      return bytes
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  // A socket in the address would bypass the proxy.
  url.searchParams.delete('host')
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    started,
    packetCount: () => packets,
    pointTo(next) {
      place = new URL(next)
    },
    fallSilent() {
      silence.abort()
      silence = new AbortController()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

function parametersOf(packet: Buffer): Record<string, string> {
  const words = packet.subarray(8).toString().split('\0')
  const parameters: Record<string, string> = {}
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) parameters[words[at]!] = words[at + 1]!
  return parameters
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Replaces the number of the process among the messages of the start. Returns whether it was there. */
function hideProcess(bytes: Buffer): boolean {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes.toString('latin1', at, at + 1) !== 'K') continue
    bytes.writeInt32BE(1, at + 5)
    return true
  }
  return false
}
