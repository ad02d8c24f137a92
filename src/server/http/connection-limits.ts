// A client that does not read its response must not hold a connection or memory for ever.

import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { addressGroup, readAddress } from './network-address.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export interface ConnectionLimits {
  /** Open connections per address, or per /64 network of IPv6, where clients connect directly. */
  perAddress: number
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

/** Connections of a trusted proxy are those of all its clients, which it limits itself: only the time limits apply to them. */
export function limitConnections(
  server: HttpServer,
  limits: ConnectionLimits,
  proxies: TrustedProxies | undefined
): void {
  const connections = new Map<string, Set<Socket>>()
  server.maxConnections = limits.total
  server.timeout = limits.stallMs
  server.on('connection', socket => {
    const address = connectionGroup(socket, proxies)
    if (address === null) return
    const own = connections.get(address) ?? new Set()
    if (own.size >= limits.perAddress) {
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
    const own = connections.get(connectionGroup(socket, proxies) ?? '') ?? new Set()
    if (unreadBytes(own) > limits.unreadBytes) {
      for (const one of own) if (one.writableLength > 0) one.destroy()
      return
    }
    // The handler may have run already.
    if (!deadlines.has(response)) endAfter(response, limits.answerMs)
  })
}

const deadlines = new WeakMap<ServerResponse, NodeJS.Timeout>()

/** Ends the connection if its reply takes longer. */
function endAfter(response: ServerResponse, milliseconds: number): void {
  clearTimeout(deadlines.get(response))
  const late = setTimeout(() => response.destroy(), milliseconds)
  deadlines.set(response, late)
  response.once('close', () => clearTimeout(late))
}

/** The longest time for a file that is made while it is sent. A client that stops reading is dropped long before (`stallMs`). */
const MAX_STREAM_MS = 60 * MINUTE_MS

/** Gives a reply that is made while it is sent more time than others. Without a connection there is nothing to limit. */
export const allowLongReply = (response: ServerResponse | undefined): void => {
  if (response !== undefined) endAfter(response, MAX_STREAM_MS)
}

/** The group in which a connection is counted; null for a proxy, whose connections are not counted. */
function connectionGroup({ remoteAddress = '' }: Socket, proxies: TrustedProxies | undefined): string | null {
  const address = readAddress(remoteAddress)
  return address !== null && proxies?.includes(address) ? null : addressGroup(remoteAddress)
}

const unreadBytes = (sockets: ReadonlySet<Socket>): number =>
  [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
