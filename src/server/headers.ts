import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { mayCallFrom, type Programme } from './programme.ts'

/** Cross-origin calls from the programmes' own sites and from nowhere else; no cookies ever. */
export const allowOrigins = (programmes: readonly Programme[]): MiddlewareHandler =>
  cors({
    origin: origin => (mayCallFrom(programmes, origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Content-Disposition', 'Retry-After', 'X-Request-Id'],
    maxAge: 600
  })

/** Answers are data for the island: never stored by a proxy, framed, sniffed or run. */
export const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  headers.set('Cache-Control', 'no-store')
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Content-Type-Options', 'nosniff')
}
