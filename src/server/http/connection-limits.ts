// A client that does not read its response must not hold a connection or memory for ever.
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Open connections per address, where clients connect directly. */
  perAddress: number
  /** Open connections in total. */
  total: number
  /** Milliseconds from a request's head to the end of its reply; database statements end after 30 s. */
  answerMs: number
  /** Milliseconds within which a connection that sends or receives must make progress. */
  stallMs: number
  /** Bytes of replies that wait for one address to read them. */
  unreadBytes: number
}

/** A browser opens six connections per host; a hospital or university may share one address. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 512,
  total: 4096,
  answerMs: 120_000,
  stallMs: 45_000,
  unreadBytes: 64 * 1024 * 1024
}

/** Behind a proxy all connections are the proxy's: the proxy limits its own clients, and only the time limits apply here. */
export function limitConnections(
  server: HttpServer,
  limits: ConnectionLimits,
  { isBehindProxy }: { isBehindProxy: boolean }
): void {
  const connections = new Map<string, Set<Socket>>()
  server.maxConnections = limits.total
  server.timeout = limits.stallMs
  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const own = connections.get(address) ?? new Set()
    if (!isBehindProxy && own.size >= limits.perAddress) {
      socket.destroy()
      return
    }
    connections.set(address, own.add(socket))
    socket.once('close', () => {
      own.delete(socket)
      if (own.size === 0) connections.delete(address)
    })
  })
  server.on('request', ({ socket }, response) => {
    const own = connections.get(socket.remoteAddress ?? '') ?? new Set()
    if (!isBehindProxy && unread(own) > limits.unreadBytes) {
      for (const one of own) if (one.writableLength > 0) one.destroy()
      return
    }
    const late = setTimeout(() => socket.destroy(), limits.answerMs)
    response.once('close', () => clearTimeout(late))
  })
}

const unread = (sockets: ReadonlySet<Socket>): number =>
  [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
