import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { mayCallFrom, type RunningProgramme } from './programme.ts'

const EXPOSED = ['Content-Disposition', 'Date', 'ETag', 'Retry-After', 'X-Request-Id']

/** How long browsers cache a preflight reply; two hours is their maximum. */
const PREFLIGHT_SECONDS = 7200

/** Allows cross-origin calls from the programmes' own sites only, never with cookies. */
export function allowOrigins(programmes: readonly RunningProgramme[]): MiddlewareHandler {
  const preflight = cors({
    origin: origin => (mayCallFrom(programmes, origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS
  })
  return async (context, next) => {
    if (context.req.method === 'OPTIONS') return preflight(context, next)
    await next()
    // Set last: if headers are set before the reply, Hono copies it and sends the copy as a stream, which
    // took half the time of a chart.
    const { headers } = context.res
    const origin = context.req.header('Origin') ?? ''
    if (mayCallFrom(programmes, origin)) headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', EXPOSED.join(','))
    headers.append('Vary', 'Origin, Authorization, Accept-Encoding')
    return undefined
  }
}

/** The server's time in every reply: browsers measure by it how long a session lasts (src/lib/time/server-clock.ts). */
export const dateReplies =
  (clock: () => Date): MiddlewareHandler =>
  async (context, next) => {
    await next()
    context.res.headers.set('Date', clock().toUTCString())
  }

/** Replies are data for the island: never cached by a proxy, framed, sniffed or executed. A browser caches only those that allow it. */
export const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Content-Type-Options', 'nosniff')
}
