// Calls operations of the API. Every request to it goes through here; product 22.3 says which are retried.

import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE, MISSING_ROW, NOT_OFFERED, TRANSIENT_STATUSES } from '#contract/failures.ts'
import { getCurrentUser } from '#contract/users.ts'
import { isRecord } from '#lib/is-record.ts'
import { err, ok, type Result, type Err } from '#lib/result.ts'
import { parseJson, withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { noteReply } from '#lib/time/server-clock.ts'
import { deduplicateReads, notePostedRead } from './cache/deduplicate-reads.ts'
import { callPath, type AnyInput, type CallOptions } from './call-address.ts'
import { recordServerFailure } from './last-failure.ts'
import { isKnownToHaveAdditions, recordAdditionReply, recordNotOffered } from './offered.ts'
import { readReply } from './read-reply.ts'
import { toSearchParams } from './search-params.ts'
import { sendRequest, type Outcome } from './send-request.ts'
import { readToken } from './token.ts'
import { transportSettings, type TransportSettings } from './transport.ts'

/** Spec 7: all paths are under this prefix, on the base address of the API. */
const RELATIVE_API_PREFIX = 'api/v1'
const CALL_TIMEOUT_MS = 30_000

interface Transport {
  settings: TransportSettings
  send: typeof globalThis.fetch
  prefix: string
}

let current: Transport | undefined

function transport(): Transport {
  const settings = transportSettings()
  if (current?.settings !== settings) current = createTransport(settings)
  return current
}

function createTransport(settings: TransportSettings): Transport {
  const { apiBase, fetch = globalThis.fetch.bind(globalThis) } = settings
  const prefix = `${apiBase.replace(/\/+$/, '')}/${RELATIVE_API_PREFIX}/`
  return { settings, send: deduplicateReads(withServerTime(fetch), prefix), prefix }
}

/** Every reply has the server's time in its `Date` header. */
const withServerTime =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    noteReply(response)
    return response
  }

/** `call` once this code is there. */
export async function callNow<E extends Endpoint>(
  endpoint: E,
  input: AnyInput,
  options?: CallOptions
): Promise<Result<ReplyOf<E>>> {
  if (endpoint.reply === 'file') {
    const file = await sendCall(endpoint, input, response => response.blob(), options)
    return file.state === 'replied' ? ok(file.body as ReplyOf<E>) : refuse(file, endpoint)
  }
  const outcome = await sendCall(endpoint, input, response => response.text(), options)
  if (outcome.state !== 'replied') return refuse(outcome, endpoint)
  if (endpoint.isAddition && !isKnownToHaveAdditions() && isHtml(outcome.response))
    return refuseAddition(endpoint)
  try {
    const parsed = parseJson(outcome.body)
    if (endpoint.isAddition) recordAdditionReply()
    const reply = readReply(parsed, endpoint.reply)
    return reply ? ok(reply as ReplyOf<E>) : err(GENERIC_FAILURE)
  } catch {
    // Not JSON.
    return err(GENERIC_FAILURE)
  }
}

const refuse = async (outcome: Outcome<unknown>, endpoint: Endpoint): Promise<Err> =>
  endpoint.isAddition && (await isRefusalOfAddition(outcome))
    ? refuseAddition(endpoint)
    : explain(outcome, endpoint)

/** A static host replies to an unknown address with a page of its own. */
const isHtml = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false

function refuseAddition(endpoint: Endpoint): Err {
  recordNotOffered(endpoint)
  return err(NOT_OFFERED)
}

/**
 * Whether a failed call to an addition says that the API lacks it: the address or the method is unknown, or only this address cannot be
 * reached. A 404 of an API that has the operation says that a row is missing.
 */
async function isRefusalOfAddition(outcome: Outcome<unknown>): Promise<boolean> {
  if (outcome.state === 'unreachable') return !isKnownToHaveAdditions() && answersOtherCalls()
  if (outcome.state !== 'refused') return false
  const { status } = outcome.response
  return status === 405 || status === 501 || (status === 404 && !isMissingRow(outcome.data))
}

const isMissingRow = (body: unknown): boolean => isRecord(body) && MISSING_ROW in body

/** Distinguishes a refused address from a lost connection by a call that every API has: any status counts as a reply. */
async function answersOtherCalls(): Promise<boolean> {
  const { state } = await sendCall(getCurrentUser, {}, async () => null, { isSentOnce: true })
  return state === 'replied' || state === 'refused'
}

interface FileOptions {
  /** Called with the number of bytes received so far. */
  onProgress: (received: number) => void
  /** Aborts the download at the next chunk. */
  signal: AbortSignal
}

/** Downloads a file chunk by chunk. Like `call`, never throws. */
export async function callFile<E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: InputOf<E>,
  { onProgress, signal }: FileOptions
): Promise<Result<Blob>> {
  const outcome = await sendCall(endpoint, input, async ({ body }) => body)
  if (outcome.state !== 'replied') return explain(outcome, endpoint)
  try {
    const pieces: BlobPart[] = []
    let received = 0
    for await (const piece of outcome.body ?? []) {
      if (signal.aborted) return err(GENERIC_FAILURE)
      pieces.push(Uint8Array.from(piece))
      received += piece.byteLength
      onProgress(received)
    }
    const type = outcome.response.headers.get('Content-Type') ?? ''
    return signal.aborted ? err(GENERIC_FAILURE) : ok(new Blob(pieces, { type }))
  } catch {
    // The download broke off.
    return err(GENERIC_FAILURE)
  }
}

function sendCall<T>(
  endpoint: Endpoint,
  { params = {}, query = {}, body = {} }: AnyInput,
  read: (response: Response) => Promise<T>,
  { headers, timeout = CALL_TIMEOUT_MS, isSentOnce = false }: CallOptions & { isSentOnce?: boolean } = {}
): Promise<Outcome<T>> {
  const { send, prefix } = transport()
  const path = callPath(endpoint, params)
  if (endpoint.onlyReads) notePostedRead(path)
  const search = toSearchParams(query).toString()
  const token = readToken()
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'omit',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers
    },
    // Spec 7: every method except GET sends a body; an empty object if the operation has none.
    ...(endpoint.method !== 'GET' && { body: JSON.stringify(body) })
  }
  const address = `${prefix}${path}${search === '' ? '' : `?${search}`}`
  return sendRequest({
    create: signal => new Request(address, { ...init, signal }),
    send,
    read,
    timeoutMs: timeout,
    isRepeated: (outcome, attempts) => !isSentOnce && isRepeated(endpoint, outcome, attempts)
  })
}

/** A refused login waits as long as the server says, twice at most. */
const BUSY_RETRIES = 2

/** Product 22.3: what only reads may be sent twice, whatever its method; a login only if its refusal says that nothing was done. */
function isRepeated(
  { method, onlyReads, isAddition, refusesWhenBusy }: Endpoint,
  outcome: Outcome<unknown>,
  attempts: number
): boolean {
  if (refusesWhenBusy)
    return (
      attempts <= BUSY_RETRIES &&
      outcome.state === 'refused' &&
      outcome.response.status === 503 &&
      outcome.response.headers.has('Retry-After')
    )
  if (attempts > 1 || (method !== 'GET' && !onlyReads)) return false
  // A refused connection may say that the API lacks the addition: `isRefusalOfAddition` finds out.
  if (outcome.state === 'unreachable') return !isAddition
  return outcome.state === 'refused' && TRANSIENT_STATUSES.includes(outcome.response.status)
}

/** Spec 8: the text is the server's detail if present; the status is the failure's status or statusCode, else null. */
function explain(outcome: Outcome<unknown>, { access, hasMemberReply }: Endpoint): Err {
  if (outcome.state !== 'refused') return err(GENERIC_FAILURE)
  const { response, data } = outcome
  recordServerFailure(response)
  // On other open operations 401 refers to the input, for example a wrong password.
  const refersToToken = access !== 'open' || hasMemberReply
  if (response.status === 401 && refersToToken && readToken()) transportSettings().onUnauthorised?.()
  const detail = isRecord(data) ? data['detail'] : undefined
  const text = typeof detail === 'string' && detail !== '' ? detail : GENERIC_FAILURE
  return err(withoutDirectionControls(text), response.status)
}
