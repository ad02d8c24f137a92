// Serves the API on a port.

import { createServer, type Server as HttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './connection-limits.ts'
import { LOOPBACK } from './network-address.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** A start that cannot succeed, explained in one sentence. */
export class StartupError extends Error {}

export interface ListenOptions {
  port: number
  /** The address to listen on: this machine alone if omitted. */
  host?: string
  /** Proxies in front of this server whose X-Forwarded-For entries are trusted. */
  trustedProxies?: TrustedProxies
  /** Overrides the limits: for tests. */
  connectionLimits?: Partial<ConnectionLimits>
}

export type RequestHandler = (request: Request, environment: object) => Response | Promise<Response>

export interface HttpListener {
  port: number
  /** Until this is called, every request is told that the server is starting. */
  handleWith(handler: RequestHandler): void
  /** Stops accepting calls and finishes those that run, also where nobody waits for the reply any more. */
  close(): Promise<void>
  /** Drops all connections at once. */
  abandon(): void
}

const CLOSE_MS = 10_000

/** Takes the port, or fails with a sentence that says what to do. */
export async function listen(options: ListenOptions): Promise<HttpListener> {
  let handle: RequestHandler = () =>
    Response.json({ detail: 'The server is starting.' }, { status: 503, headers: { 'Retry-After': '1' } })
  const running = new Set<Promise<unknown>>()
  const server = createServer(
    getRequestListener(async (request, environment) => {
      const replying = Promise.resolve(handle(request, environment))
      running.add(replying)
      try {
        return await replying
      } finally {
        running.delete(replying)
      }
    })
  )
  // Slow senders are dropped: 15 s for the head, 30 s for the whole request.
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than load balancers keep an idle connection (60 s), so that none sends into one that is being closed; and a member who pauses
  // between cells saves the next one without a new handshake.
  server.keepAliveTimeout = 65_000
  limitConnections(server, { ...CONNECTION_LIMITS, ...options.connectionLimits }, options.trustedProxies)
  await takePort(server, options)
  return {
    port: portOf(server),
    handleWith(handler) {
      handle = handler
    },
    async close() {
      await close(server)
      // A call whose caller has gone has no connection, and still uses the database.
      await Promise.allSettled(running)
    },
    abandon() {
      server.close()
      server.closeAllConnections()
    }
  }
}

function takePort(server: HttpServer, { port, host = LOOPBACK }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = refusedPort(error.code ?? '', port, host)
      reject(sentence === null ? error : new StartupError(sentence))
    })
    server.listen(port, host, resolve)
  })
}

function refusedPort(code: string, port: number, host: string): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what listens there, or choose another with PORT.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return `HOST is ${host}, which is not an address of this machine. Use one that is, or 0.0.0.0 for all addresses.`
  return null
}

function portOf(server: HttpServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function close(server: HttpServer): Promise<void> {
  // Waits for running calls, then closes their connections.
  server.keepAliveTimeout = 1
  await new Promise<void>(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
}
