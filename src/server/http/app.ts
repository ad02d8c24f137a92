import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { GENERIC_FAILURE, MISSING_ROW } from '#contract/failures.ts'
import { withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { BusyDatabaseError } from '#server/database/connections/busy.ts'
import { MissingRowError } from '#server/database/locks.ts'
import { asProgramme } from '#server/database/transaction.ts'
import { ApiError } from './api-error.ts'
import { limitCall, type CallLimits } from './call-limits.ts'
import type { Caller } from './caller.ts'
import { allowLongReply } from './connection-limits.ts'
import { API_PATH_PREFIX, type AppEnvironment } from './environment.ts'
import { allowOrigins, dateReplies, secureHeaders } from './headers.ts'
import { healthRoutes, type HealthOptions } from './health.ts'
import { encodeReply, sendJson } from './json-reply.ts'
import { Metrics, measureRequests, metricsRoute, type MetricsAccess } from './metrics.ts'
import { addressGroup } from './network-address.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { discardBody, respondInTime, requireReplyWithin } from './operation-limits.ts'
import { programmeOfOrigin } from './programme.ts'
import { RateLimiter } from './rate-limiter.ts'
import { readInput, type Received } from './request-input.ts'
import type { EndpointName, RouteContext, Routes, Server } from './route.ts'
import { isSerialized } from './serialized-json.ts'
import { StreamedFile } from './streamed-file.ts'
import { clientAddress, type TrustedProxies } from './trusted-proxies.ts'

/** The longest User-Agent that is stored, in characters. */
const MAX_USER_AGENT = 300

export interface AppOptions extends Server, HealthOptions {
  /** Validates every reply against the contract before it is sent: for tests. */
  checksReplies?: boolean
  /** Proxies whose entries in X-Forwarded-For are trusted. */
  trustedProxies?: TrustedProxies
  /** Serves /metrics. */
  metrics?: MetricsAccess
}

/** What the app is composed of: it has no domain knowledge of its own. */
export interface AppParts {
  routes: Routes
  /** Authenticates and authorises the caller, and validates the call's input as soon as that is permitted. */
  admit: (call: IncomingCall, server: Server) => Promise<AdmittedCall>
}

export interface IncomingCall {
  endpoint: Endpoint
  authorization: string | undefined
  limits: CallLimits
  now: Date
  /** Reads and validates what the endpoint declares. */
  readInput: () => Promise<Received>
}

export interface AdmittedCall {
  input: Received
  caller: Caller | null
}

type Serving = AppOptions & AppParts & { limiter: RateLimiter }
type Served = (input: unknown, context: RouteContext<Endpoint['access']>) => Promise<unknown>

/**
 * The API as a plain function from request to response. Keeps only metrics and a cache that is revalidated against the database, so several
 * instances can share one database.
 */
export function createHttpApp(options: AppOptions, parts: AppParts): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>()
  const limiter = new RateLimiter()
  const metrics = new Metrics()
  app.use(logRequests(options))
  app.use(measureRequests(metrics))
  app.use(secureHeaders)
  app.use(dateReplies(options.clock))
  app.use(allowOrigins(options.programmes))
  healthRoutes(app, options)
  if (options.metrics) metricsRoute(app, metrics, options.metrics)
  openapiRoutes(app)
  for (const name of inOrderOfMatching(Object.keys(endpoints) as EndpointName[])) {
    const endpoint: Endpoint = endpoints[name]
    const path = `${API_PATH_PREFIX}/${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    // The record's type ties each route to its endpoint; here their types are erased.
    app.on(endpoint.method, path, context =>
      serve(context, endpoint, parts.routes[name] as Served, { ...options, ...parts, limiter })
    )
  }
  app.notFound(context =>
    context.json({ detail: `Address not found: ${context.req.method} ${context.req.path}` }, 404)
  )
  app.onError((error, context) => replyToError(error, context, options))
  return app
}

/** The first matching path wins, so `projects/about/` comes before `projects/{id}/`. */
function inOrderOfMatching(names: readonly EndpointName[]): EndpointName[] {
  const fixedFirst = (name: EndpointName): string => endpoints[name].path.replaceAll('{', '~')
  return names.toSorted((one, other) => (fixedFirst(one) < fixedFirst(other) ? -1 : 1))
}

async function serve(
  context: Context<AppEnvironment>,
  endpoint: Endpoint,
  route: Served,
  options: Serving
): Promise<Response> {
  const now = options.clock()
  const address = callerAddress(context, options)
  const limits = limitCall(options.limiter, endpoint, address, now)
  const requester = address === null ? 'here' : addressGroup(address)
  try {
    const answering = answer(context, endpoint, route, { ...options, limits, now, requester })
    const response = await respondInTime(endpoint, answering)
    // Hono answers HEAD with the head of the response to GET.
    if (context.req.method === 'HEAD') await discardBody(response)
    limits.settle(null)
    return response
  } catch (error) {
    limits.settle(error)
    throw error
  }
}

/** The caller's network address; null for a call from the same process, or if the connection is already closed. */
function callerAddress(context: Context<AppEnvironment>, { trustedProxies }: AppOptions): string | null {
  const incoming = context.env?.incoming
  if (incoming === undefined) return null
  return clientAddress(
    incoming.socket.remoteAddress ?? 'gone',
    context.req.header('X-Forwarded-For'),
    trustedProxies
  )
}

type Answering = Serving & Pick<RouteContext, 'limits' | 'now' | 'requester'>

async function answer(
  context: Context<AppEnvironment>,
  endpoint: Endpoint,
  route: Served,
  options: Answering
): Promise<Response> {
  const { now, limits } = options
  const authorization = context.req.header('Authorization')
  const { input, caller } = await options.admit(
    {
      endpoint,
      authorization,
      limits,
      now,
      readInput: () => readInput(endpoint, context.req.raw, context.req.param())
    },
    options
  )
  const siteProgramme = programmeOfOrigin(options.programmes, context.req.header('Origin'))
  const userAgent = (context.req.header('User-Agent') ?? '').slice(0, MAX_USER_AGENT)
  const isHead = context.req.method === 'HEAD'
  const work = () => route(input, { ...options, caller, siteProgramme, userAgent, isHead })
  const reply = await (caller === null ? work() : asProgramme(caller.programmeId, work))
  if (reply instanceof StreamedFile) {
    allowLongReply(context.env?.outgoing)
    return attachment(reply)
  }
  if (endpoint.reply === 'file') {
    requireReplyWithin(endpoint, (reply as File).size)
    return attachment(reply as File)
  }
  if (options.checksReplies)
    v.parse(
      endpoint.reply,
      isSerialized(reply) ? JSON.parse(new TextDecoder().decode(await encodeReply(reply))) : reply
    )
  return sendJson(context, { endpoint, caller }, reply as object)
}

/** A download: never displayed inline, and with a name that cannot break out of its header, imitate another one or contain a path. */
function attachment(file: File | StreamedFile): Response {
  const name = withoutDirectionControls(file.name).replaceAll(/[\p{Cc}/\\]+/gu, '_')
  const ascii = name.replaceAll(/[^\w. -]+/g, '_')
  // RFC 5987 allows fewer characters than encodeURIComponent leaves.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`
  )
  return new Response(file.stream(), {
    headers: {
      'Content-Type': file.type,
      ...(file instanceof File && { 'Content-Length': String(file.size) }),
      'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
    }
  })
}

function replyToError(error: Error, context: Context<AppEnvironment>, { log }: Server): Response {
  if (error instanceof MissingRowError || (error instanceof ApiError && error.status === 404))
    return context.json({ detail: error.message, [MISSING_ROW]: true }, 404)
  if (error instanceof ApiError) return context.json({ detail: error.message }, error.status, error.headers)
  if (error instanceof BusyDatabaseError)
    return context.json({ detail: error.message }, 503, { 'Retry-After': String(error.retryAfterSeconds) })
  if (error instanceof HTTPException)
    return context.json({ detail: error.message || GENERIC_FAILURE }, error.status)
  const race = raceLost(error)
  if (race !== null) return context.json({ detail: race }, 409)
  const place = error.stack?.split('\n').find(line => line.includes('src/server')) ?? ''
  log('error', 'request failed', {
    request_id: context.get('requestId'),
    error: error.name,
    message: error.message,
    place: place.trim()
  })
  return context.json({ detail: GENERIC_FAILURE }, 500)
}

/** By SQLSTATE: the call's checks passed, but a concurrent change invalidated its write. */
function raceLost(error: Error): string | null {
  const code = 'code' in error ? error.code : null
  // A foreign key: the referenced row has since been deleted.
  if (code === '23503') return 'This no longer exists. Reload the page.'
  if (code === '23505') return 'Someone else has just created the same thing. Reload the page.'
  return null
}

function logRequests({ log }: Server) {
  return async (context: Context<AppEnvironment>, next: () => Promise<void>): Promise<void> => {
    const started = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    await next()
    context.res.headers.set('X-Request-Id', requestId)
    const milliseconds = Math.round(performance.now() - started)
    log('info', 'request', {
      request_id: requestId,
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      milliseconds
    })
  }
}
