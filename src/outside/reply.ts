// Calls other servers. Commands call them only here, where replies are limited and redirects are followed only on request.

import { formatCount } from '#lib/format.ts'
import { messageOf } from '#lib/text/message-of.ts'

/** A call without a usable reply; the message is a sentence. `isFinal`: a retry would not help. */
export class ReplyError extends Error {
  readonly isFinal: boolean

  constructor(message: string, { cause, isFinal = false }: { cause?: unknown; isFinal?: boolean } = {}) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

interface ReplyLimits {
  /** Of the decoded body, which may be a thousand times as large as the compressed one. */
  maxBytes: number
  /** From the call to the last byte. */
  timeoutMs: number
}

export interface OutsideReply {
  status: number
  headers: Headers
  body: Buffer
}

/** Sends a request and reads the whole reply. A redirect is returned like any other reply. */
export async function callOutside(
  request: string | Request,
  { maxBytes, timeoutMs, signal: stopped, ...init }: RequestInit & ReplyLimits
): Promise<OutsideReply> {
  const url = typeof request === 'string' ? request : request.url
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout
  try {
    const response = await fetch(request, { ...init, redirect: 'manual', signal })
    return {
      status: response.status,
      headers: response.headers,
      body: await readReplyBody(response, maxBytes)
    }
  } catch (error) {
    if (error instanceof ReplyError) throw error
    if (timeout.aborted)
      throw new ReplyError(`${originOf(url)} has not replied within ${timeoutMs / 1000} seconds.`, {
        cause: { code: 'ETIMEDOUT' }
      })
    throw new ReplyError(`${originOf(url)} cannot be reached: ${causeOf(error)}.`, {
      cause: error instanceof Error ? (error.cause ?? error) : error
    })
  }
}

/** How many redirects are followed. */
const MAX_FOLLOWED_REDIRECTS = 5

/** Reads an address and follows redirects to other addresses of the same origin. Any other redirect is returned as it is. */
export async function readWithinOrigin(url: string, limits: ReplyLimits): Promise<OutsideReply> {
  let at = url
  for (let count = 0; ; count++) {
    const reply = await callOutside(at, limits)
    const target = redirectOf(reply, at)
    if (target === undefined || new URL(target).origin !== new URL(url).origin) return reply
    if (count === MAX_FOLLOWED_REDIRECTS)
      throw new ReplyError(`${at} redirects more than ${MAX_FOLLOWED_REDIRECTS} times.`, { isFinal: true })
    at = target
  }
}

/** The target of a redirect, or undefined. */
export function redirectOf(
  { status, headers }: Pick<OutsideReply, 'status' | 'headers'>,
  url: string
): string | undefined {
  if (status < 300 || status > 399 || status === 304) return undefined
  return URL.parse(headers.get('location') ?? '', url)?.href
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url

/** The reason of a failed call: `fetch` has it in the cause of its error. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : messageOf(cause)
}

async function readReplyBody(response: Response, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new ReplyError(`${response.url} sends more than ${formatCount(maxBytes)} bytes.`, {
      isFinal: true
    })
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
