// Network faults between a site and its API, by names for test tables.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** A reply as the API sent it. */
export interface ApiAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One request on its way through the proxy. */
export interface Passage {
  /** Sends the request to the API and waits for the whole reply; each call is a separate delivery. */
  forward: () => Promise<ApiAnswer>
  /** Forwards a reply of the API, whole and at once. */
  pass: (answer: ApiAnswer) => void
  response: ServerResponse
  /** The CORS headers that allow a page to read a reply from another origin. */
  openToPage: Record<string, string>
  /** Waits; ends early if the site disconnects or the proxy closes. */
  wait: (milliseconds: number) => Promise<void>
}

export type Fault = (passage: Passage) => void | Promise<void>

const JSON_TYPE = { 'content-type': 'application/json' }

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  ({ response, openToPage }) => {
    response.writeHead(code, { ...openToPage, ...JSON_TYPE, ...headers })
    response.end(JSON.stringify({ detail: `The proxy says ${code}.` }))
  }

const content =
  (body: string, type: string, code = 200): Fault =>
  ({ response, openToPage }) => {
    response.writeHead(code, { ...openToPage, 'content-type': type })
    response.end(body)
  }

/** Resets the connection instead of closing it. */
const breakOff = ({ response }: Passage): void => void response.socket?.resetAndDestroy()

/** Sends the head of a reply with its true length, and only the first part of its body. */
async function begin(
  { response, openToPage }: Passage,
  { status: code, headers, body }: ApiAnswer,
  bytes: number
): Promise<void> {
  response.writeHead(code, { ...passedOn(headers), ...openToPage, 'content-length': String(body.length) })
  response.flushHeaders()
  if (bytes > 0) await new Promise(sent => response.write(body.subarray(0, bytes), sent))
}

const half = ({ body }: ApiAnswer): number => Math.floor(body.length / 2)

/** Hop-by-hop headers are not forwarded. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers
  return rest
}

const page = '<!doctype html><title>Sign in to the network</title><p>Please sign in.</p>'
const PIECES = 8
const FOREVER = 24 * 60 * 60 * 1000

/** Faults of one request. If a name does not mention the API, the request never reached it. */
export const faults = {
  'status 400': status(400),
  'status 401': status(401),
  'status 403': status(403),
  'status 404': status(404),
  'status 408': status(408),
  'status 409': status(409),
  'status 413': status(413),
  'status 422': status(422),
  'status 423': status(423),
  'status 425': status(425),
  'status 429': status(429),
  'status 429 with Retry-After': status(429, { 'retry-after': '1' }),
  'status 500': status(500),
  'status 502': content(page, 'text/html', 502),
  'status 503': status(503),
  'status 503 with Retry-After': status(503, { 'retry-after': '1' }),
  'status 504': content(page, 'text/html', 504),
  /** As from a gateway without CORS headers: the page cannot even read the status. */
  'status 503 without leave for the page': ({ response }) => void response.writeHead(503).end('busy'),
  'reset at once': breakOff,
  'reset before the body, work done': async passage => {
    const answer = await passage.forward()
    await begin(passage, answer, 0)
    await passage.wait(20)
    breakOff(passage)
  },
  'reset in the middle of the body, work done': async passage => {
    const answer = await passage.forward()
    await begin(passage, answer, half(answer))
    await passage.wait(20)
    breakOff(passage)
  },
  'body shorter than its length, work done': async passage => {
    const answer = await passage.forward()
    await begin(passage, answer, half(answer))
    passage.response.socket?.end()
  },
  'body cut with a matching length, work done': async passage => {
    const answer = await passage.forward()
    const body = answer.body.subarray(0, half(answer))
    passage.pass({ ...answer, headers: { ...answer.headers, 'content-length': String(body.length) }, body })
  },
  'answer lost, work done': async passage => {
    await passage.forward()
    breakOff(passage)
  },
  'no answer, work done': async passage => {
    await passage.forward()
    await passage.wait(FOREVER)
  },
  'no answer': ({ wait }) => wait(FOREVER),
  'delivered twice': async passage => {
    await passage.forward()
    passage.pass(await passage.forward())
  },
  'delivered twice at once': async passage => {
    const [answer] = await Promise.all([passage.forward(), passage.forward()])
    passage.pass(answer)
  },
  'slow trickle': async passage => {
    const answer = await passage.forward()
    await begin(passage, answer, 0)
    const piece = Math.max(1, Math.ceil(answer.body.length / PIECES))
    for (let at = 0; at < answer.body.length; at += piece) {
      passage.response.write(answer.body.subarray(at, at + piece))
      await passage.wait(100)
    }
    passage.response.end()
  },
  'HTML with status 200': content(page, 'text/html'),
  'HTML that says it is JSON': content(page, 'application/json'),
  'empty with status 200': content('', 'application/json'),
  'empty with status 204': ({ response, openToPage }) => void response.writeHead(204, openToPage).end(),
  'bad JSON': content('{"saved":[{"question_id":1,', 'application/json'),
  'JSON of another shape': content('{"saved":"yes","conflicts":null}', 'application/json'),
  'JSON that is null': content('null', 'application/json')
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

export const faultNames = Object.keys(faults) as FaultName[]
