// A proxy between site and API that injects faults. It is outside the page, so that tests exercise the browser's real behaviour;
// point a site's apiBase at `url`.

import { once } from 'node:events'
import {
  createServer,
  request as call,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { faults, passedOn, type ApiAnswer, type Fault, type FaultName, type Passage } from './faults.ts'

/** The requests that a fault applies to. Preflights (OPTIONS) are matched only explicitly. */
export interface Match {
  method?: string
  /** Matched against the path with its query. */
  path?: RegExp
  /** Matched against the body as text. */
  body?: RegExp
}

export interface PassedRequest {
  method: string
  path: string
  body: string
  headers: IncomingHttpHeaders
  fault: string | null
  /** How often it reached the API, and the API's last reply. */
  deliveries: number
  status: number | null
  isDone: boolean
}

export interface FaultyProxy {
  /** Origin of the proxy, without a slash at the end. */
  url: string
  /** All requests, in order. */
  log: PassedRequest[]
  /**
   * Applies a fault to the first `times` requests that match after `skip` matching ones were forwarded, or to all of them until it is lifted. Later
   * rules wait for earlier ones.
   */
  fault: (
    fault: FaultName | Fault,
    match?: Match,
    limits?: { times?: number; skip?: number }
  ) => { lift: () => void }
  /** Stops listening: new connections are refused, open ones are reset. */
  refuse: () => Promise<void>
  /** Listens again, at the same port. */
  accept: () => Promise<void>
  /** Removes all faults. Requests that are already held stay held. */
  clear: () => void
  /** Resolves once a request that meets the condition has been logged and completed, including earlier ones. */
  seen: (condition: (request: PassedRequest) => boolean) => Promise<PassedRequest>
  close: () => Promise<void>
}

interface Rule {
  name: string
  fault: Fault
  match: Match
  times: number
  skip: number
}

/** Opens a proxy in front of `target`, an origin such as http://127.0.0.1:4322; without a port it takes a free one. */
export async function openFaultyProxy(target: string, port = 0): Promise<FaultyProxy> {
  const log: PassedRequest[] = []
  const watchers = new Set<() => void>()
  const closing = new AbortController()
  let rules: Rule[] = []

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.socket?.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { method = 'GET', url: path = '/', headers } = request
    const entry: PassedRequest = {
      method,
      path,
      body: body.toString(),
      headers,
      fault: null,
      deliveries: 0,
      status: null,
      isDone: false
    }
    log.push(entry)
    const rule = ruleFor(rules, entry)
    entry.fault = rule?.name ?? null
    const passage = passageOf(target, request, response, body, entry, closing.signal)
    response.once('close', () => {
      entry.isDone = true
      for (const watcher of watchers) watcher()
    })
    if (rule === null) passage.pass(await passage.forward())
    else await rule.fault(passage)
  }

  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  const stop = (): Promise<void> =>
    new Promise(done => {
      server.close(() => done())
      server.closeAllConnections()
    })

  await listen(port)
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    log,
    fault: (fault, match = {}, { times = Infinity, skip = 0 } = {}) => {
      const isNamed = typeof fault === 'string'
      const rule = {
        name: isNamed ? fault : fault.name || 'of the test',
        fault: isNamed ? faults[fault] : fault,
        match,
        times,
        skip
      }
      rules.push(rule)
      return { lift: () => void (rules = rules.filter(other => other !== rule)) }
    },
    refuse: stop,
    accept: () => (server.listening ? Promise.resolve() : listen(own)),
    clear: () => void (rules = []),
    seen: condition =>
      new Promise(resolve => {
        const look = (): void => {
          const found = log.find(entry => entry.isDone && condition(entry))
          if (found === undefined) return
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
      }),
    close: async () => {
      closing.abort()
      if (server.listening) await stop()
    }
  }
}

/** The first matching rule that still applies; counts the request. */
function ruleFor(rules: readonly Rule[], request: PassedRequest): Rule | null {
  for (const rule of rules) {
    if (rule.times <= 0 || !isMatch(rule.match, request)) continue
    if (rule.skip > 0) {
      rule.skip -= 1
      continue
    }
    rule.times -= 1
    return rule
  }
  return null
}

function isMatch({ method, path, body }: Match, request: PassedRequest): boolean {
  if (method === undefined ? request.method === 'OPTIONS' : request.method !== method) return false
  return (path?.test(request.path) ?? true) && (body?.test(request.body) ?? true)
}

function passageOf(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  entry: PassedRequest,
  closing: AbortSignal
): Passage {
  const { origin } = request.headers
  const openToPage: Record<string, string> =
    origin === undefined
      ? {}
      : {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'Retry-After',
          vary: 'Origin'
        }
  return {
    response,
    openToPage,
    forward: async () => {
      entry.deliveries += 1
      const answer = await forwarded(target, request, body)
      entry.status = answer.status
      return answer
    },
    pass: answer => {
      response.writeHead(answer.status, passedOn(answer.headers))
      response.end(answer.body)
    },
    wait: milliseconds => patience(milliseconds, response, closing)
  }
}

function forwarded(
  target: string,
  { method, url = '/', headers }: IncomingMessage,
  body: Buffer
): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    // Each delivery uses a new connection, and the host that the site requested.
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
    const onward = call(
      `${target}${url}`,
      { method, headers: { ...passedOn(headers), ...length, connection: 'close' }, agent: false },
      reply => {
        bodyOf(reply).then(
          whole => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: whole }),
          reject
        )
      }
    )
    onward.once('error', reject)
    onward.end(body)
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function patience(milliseconds: number, response: ServerResponse, closing: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      closing.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    response.once('close', end)
    closing.addEventListener('abort', end)
  })
}
