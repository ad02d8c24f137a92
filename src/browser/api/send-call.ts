// Calls operations with ky. Every API request goes through it; product 22.3 says which are retried.

import ky, { isHTTPError, isNetworkError, type KyInstance, type RetryOptions } from 'ky'
import { login } from '#contract/auth.ts'
import { limitsOf, type Endpoint, type InputOf, type ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE, MISSING_ROW, NOT_OFFERED, TRANSIENT_STATUSES } from '#contract/failures.ts'
import { getCurrentUser } from '#contract/users.ts'
import { isRecord } from '#lib/is-record.ts'
import { err, ok, type Result, type Err } from '#lib/result.ts'
import { parseJson, withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { noteReply } from '#lib/time/server-clock.ts'
import { signal as sharedSignal } from './abort.ts'
import { deduplicateReads, notePostedRead } from './cache/deduplicate-reads.ts'
import { callPath, type AnyInput, type CallOptions } from './call-address.ts'
import { recordServerFailure } from './last-failure.ts'
import { isKnownToHaveAdditions, recordAdditionReply, recordNotOffered } from './offered.ts'
import { readReply } from './read-reply.ts'
import { toSearchParams } from './search-params.ts'
import { readToken } from './token.ts'
import { transportSettings, type TransportSettings } from './transport.ts'

/** Spec 7: all paths are under this prefix, on the base address of the API. */
const RELATIVE_API_PREFIX = 'api/v1'
const MAX_RETRY_AFTER_MS = 5000
const CALL_TIMEOUT_MS = 30_000

let instance: { settings: TransportSettings; send: KyInstance } | undefined

function transport(): KyInstance {
  const settings = transportSettings()
  if (instance?.settings !== settings) instance = { settings, send: createTransport(settings) }
  return instance.send
}

function createTransport({
  apiBase,
  fetch = globalThis.fetch.bind(globalThis)
}: TransportSettings): KyInstance {
  const prefix = `${apiBase.replace(/\/+$/, '')}/${RELATIVE_API_PREFIX}/`
  const { origin } = new URL(prefix)
  return ky.create({
    fetch: deduplicateReads(withServerTime(fetch), prefix),
    signal: sharedSignal,
    prefix,
    timeout: CALL_TIMEOUT_MS,
    // Retry only safe requests (`sendCall` adds the reads by POST): once, immediately, or after the server's Retry-After of up to five seconds.
    retry: {
      limit: 1,
      methods: ['get', 'head'],
      statusCodes: [...TRANSIENT_STATUSES],
      afterStatusCodes: [...TRANSIENT_STATUSES],
      maxRetryAfter: MAX_RETRY_AFTER_MS,
      delay: () => 0
    },
    credentials: 'omit',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    hooks: {
      beforeRequest: [
        ({ request, options }) => {
          const token = options.context['isAnonymous'] ? null : readToken()
          const goesToApi = new URL(request.url).origin === origin
          if (!token || !goesToApi || request.headers.has('authorization')) return
          if (transportSettings().mayUseToken?.() === false) throw new Error(GENERIC_FAILURE)
          request.headers.set('authorization', bearerOf(token))
        }
      ]
    }
  })
}

const bearerOf = (token: string): string => `Bearer ${token}`

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
  try {
    const request = sendCall(endpoint, input, options)
    if (endpoint.reply === 'file') return ok((await request.blob()) as ReplyOf<E>)
    const text = await request.text()
    if (endpoint.isAddition && !isKnownToHaveAdditions() && isHtml(await request))
      return refuseAddition(endpoint)
    const parsed = parseJson(text)
    if (endpoint.isAddition) recordAdditionReply()
    const refusal = loginError(endpoint, parsed)
    if (refusal) return err(detailText(refusal))
    const reply = readReply(parsed, endpoint.reply)
    return reply ? ok(reply as ReplyOf<E>) : err(GENERIC_FAILURE)
  } catch (error) {
    if (endpoint.isAddition && (await isRefusalOfAddition(error))) return refuseAddition(endpoint)
    return explain(error, endpoint)
  }
}

/** Spec 7: a login responds with a token or an error. */
const loginError = ({ path }: Endpoint, parsed: unknown): unknown =>
  path === login.path && isRecord(parsed) ? parsed['error'] : null

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
async function isRefusalOfAddition(error: unknown): Promise<boolean> {
  if (isNetworkError(error)) return !isKnownToHaveAdditions() && answersOtherCalls()
  if (!isHTTPError(error)) return false
  const { status } = error.response
  return status === 405 || status === 501 || (status === 404 && !isMissingRow(error.data))
}

const isMissingRow = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && MISSING_ROW in body

/** Distinguishes a refused address from a lost connection by a call that every API has: any status counts as a reply. */
async function answersOtherCalls(): Promise<boolean> {
  try {
    await transport()(getCurrentUser.path, { throwHttpErrors: false, retry: 0 })
    return true
  } catch {
    // No reply: the connection is lost, and nothing is known of the addition.
    return false
  }
}

interface FileOptions {
  /** Called with the number of bytes received so far. */
  onProgress: (received: number) => void
  /** Aborts the download at the next chunk. */
  signal: AbortSignal
  /** Takes each chunk, for files larger than memory; the file that is returned is then empty. */
  write?: ((piece: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined
}

/** Downloads a file chunk by chunk. Like `call`, never throws. */
export async function callFile<E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: InputOf<E>,
  { onProgress, signal, write }: FileOptions
): Promise<Result<Blob>> {
  try {
    const response = await sendCall(endpoint, input, { timeout: limitsOf(endpoint).seconds * SECOND_MS })
    const pieces: BlobPart[] = []
    let received = 0
    for await (const piece of response.body ?? []) {
      if (signal.aborted) return err(GENERIC_FAILURE)
      const bytes = Uint8Array.from(piece)
      if (write === undefined) pieces.push(bytes)
      else await write(bytes)
      received += piece.byteLength
      onProgress(received)
    }
    return signal.aborted
      ? err(GENERIC_FAILURE)
      : ok(new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' }))
  } catch (error) {
    return explain(error, endpoint)
  }
}

function sendCall(
  endpoint: Endpoint,
  { params = {}, query, body }: AnyInput,
  { headers, timeout, isAnonymous }: CallOptions = {}
) {
  const path = callPath(endpoint, params)
  if (endpoint.onlyReads) notePostedRead(path)
  return transport()(path, {
    method: endpoint.method,
    ...(query && { searchParams: toSearchParams(query) }),
    // Spec 7: every method except GET sends a body; an empty object if the operation has none.
    ...(endpoint.method !== 'GET' && { json: body ?? {} }),
    ...(headers && { headers }),
    ...(timeout !== undefined && { timeout }),
    ...(isAnonymous && { context: { isAnonymous } }),
    ...retryOf(endpoint)
  })
}

const retryOf = (endpoint: Endpoint): { retry?: RetryOptions } =>
  endpoint.onlyReads || endpoint.isAddition || endpoint.refusesWhenBusy ? { retry: retryRule(endpoint) } : {}

/** A refused login waits as long as the server says, twice at most. */
const BUSY_RETRIES = 2

const retryRule = ({ method, onlyReads, isAddition, refusesWhenBusy }: Endpoint): RetryOptions => ({
  // Only the refusal says that nothing was done: a lost reply may be to a login that succeeded.
  ...(refusesWhenBusy && {
    limit: BUSY_RETRIES,
    methods: [method.toLowerCase()],
    // Undefined, because true would send it again without waiting.
    shouldRetry: ({ error }) =>
      isHTTPError(error) && error.response.status === 503 && error.response.headers.has('Retry-After')
        ? undefined
        : false
  }),
  // Product 22.3: what only reads may be sent twice, whatever its method.
  ...(onlyReads && { methods: [method.toLowerCase()] }),
  // A refused connection may say that the API lacks the addition: `isRefusalOfAddition` finds out.
  ...(isAddition && { shouldRetry: ({ error }) => (isNetworkError(error) ? false : undefined) })
})

/** Spec 8: the text is the server's detail if present; the status is the failure's status or statusCode, else null. */
function explain(error: unknown, { access, hasMemberReply }: Endpoint): Err {
  if (!isHTTPError(error)) return err(GENERIC_FAILURE)
  recordServerFailure(error.response)
  // On other open operations 401 refers to the input, for example a wrong password.
  const refersToToken = access !== 'open' || hasMemberReply
  const token = readToken()
  if (error.response.status === 401 && refersToToken && token) {
    // A late refusal of an earlier token says nothing about this one.
    if (error.request.headers.get('authorization') !== bearerOf(token)) return err(GENERIC_FAILURE)
    transportSettings().onUnauthorised?.()
  }
  return err(detailText(isRecord(error.data) ? error.data['detail'] : null), error.response.status)
}

const detailText = (detail: unknown): string =>
  typeof detail === 'string' && detail !== '' ? withoutDirectionControls(detail) : GENERIC_FAILURE
