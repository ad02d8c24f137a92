import { isHTTPError, isNetworkError, type RetryOptions } from 'ky'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE, MISSING_ROW, NOT_OFFERED } from '#contract/failures.ts'
import { getCurrentUser } from '#contract/users.ts'
import { err, ok, type Result, type Err } from '#lib/result.ts'
import { parseJson, withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { noteWrite } from './cache/shared-reads.ts'
import { recordServerFailure } from './last-failure.ts'
import { isKnownToHaveAdditions, isOffered, recordAdditionReply, recordNotOffered } from './offered.ts'
import { readReply } from './read-reply.ts'
import { toSearchParams } from './search-params.ts'
import { readToken } from './token.ts'
import { reportRefusedToken, transport } from './transport.ts'

interface CallOptions {
  /** Spec 7: a caller's headers override the defaults. */
  headers?: Record<string, string>
  /** Milliseconds; exports and searches may take longer than the rest. */
  timeout?: number
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Input may be omitted if the operation has none. */
type Rest<E extends Endpoint> =
  {} extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/**
 * Calls an operation of the API. Never throws: a refusal, a lost connection, a timeout or an unreadable
 * reply is an error with the server's detail or the standard text, and the status if there was one (spec 7
 * and 8). An addition that the API lacks is asked for once.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Rest<E>
): Promise<Result<ReplyOf<E>>> {
  if (!isOffered(endpoint)) return err(NOT_OFFERED)
  try {
    const request = sendCall(endpoint, input ?? {}, options)
    if (endpoint.reply === 'file') return ok((await request.blob()) as ReplyOf<E>)
    const text = await request.text()
    if (endpoint.isAddition && !isKnownToHaveAdditions() && isHtml(await request))
      return refuseAddition(endpoint)
    const parsed = parseJson(text)
    if (endpoint.isAddition) recordAdditionReply()
    const reply = readReply(parsed, endpoint.reply)
    return reply ? ok(reply as ReplyOf<E>) : err(GENERIC_FAILURE)
  } catch (error) {
    if (endpoint.isAddition && (await isRefusalOfAddition(error))) return refuseAddition(endpoint)
    return explain(error, endpoint)
  }
}

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
}

/** Downloads a file chunk by chunk. Like `call`, never throws. */
export async function callFile<E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: InputOf<E>,
  { onProgress, signal }: FileOptions
): Promise<Result<Blob>> {
  try {
    const response = await sendCall(endpoint, input)
    const pieces: BlobPart[] = []
    let received = 0
    for await (const piece of response.body ?? []) {
      if (signal.aborted) return err(GENERIC_FAILURE)
      pieces.push(Uint8Array.from(piece))
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
  { headers, timeout }: CallOptions = {}
) {
  if (endpoint.method !== 'GET' && !endpoint.onlyReads) noteWrite()
  return transport()(callPath(endpoint, params), {
    method: endpoint.method,
    ...(query && { searchParams: toSearchParams(query) }),
    // Spec 7: every method except GET sends a body; an empty object if the operation has none.
    ...(endpoint.method !== 'GET' && { json: body ?? {} }),
    ...(headers && { headers }),
    ...(timeout !== undefined && { timeout }),
    ...((endpoint.onlyReads || endpoint.isAddition || endpoint.refusesWhenBusy) && {
      retry: retryRule(endpoint)
    })
  })
}

/** A refused login waits as long as the server says, twice at most. */
const BUSY_RETRIES = 2

const retryRule = ({ method, onlyReads, isAddition, refusesWhenBusy }: Endpoint): RetryOptions => ({
  // Only the refusal says that nothing was done: a lost reply may be to a login that succeeded.
  ...(refusesWhenBusy && {
    limit: BUSY_RETRIES,
    methods: [method.toLowerCase()],
    shouldRetry: ({ error }) =>
      isHTTPError(error) && error.response.status === 503 && error.response.headers.has('Retry-After')
  }),
  // Product 22.3: what only reads may be sent twice, whatever its method.
  ...(onlyReads && { methods: [method.toLowerCase()] }),
  // A refused connection may say that the API lacks the addition: `isRefusalOfAddition` finds out.
  ...(isAddition && { shouldRetry: ({ error }) => (isNetworkError(error) ? false : undefined) })
})

const callPath = (endpoint: Endpoint, params: Record<string, unknown>): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The address of a call below the API's prefix. */
export function callAddress<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const { params = {}, query = {} } = input as AnyInput
  const search = toSearchParams(query).toString()
  return callPath(endpoint, params) + (search === '' ? '' : `?${search}`)
}

/** Spec 8: the text is the server's detail if present; the status is the failure's status or statusCode, else null. */
function explain(error: unknown, { access, hasMemberReply }: Endpoint): Err {
  if (!isHTTPError(error)) return err(GENERIC_FAILURE)
  recordServerFailure(error.response)
  // On other open operations 401 refers to the input, for example a wrong password.
  const refersToToken = access !== 'open' || hasMemberReply
  if (error.response.status === 401 && refersToToken && readToken()) reportRefusedToken()
  const data: unknown = error.data
  const body: Record<string, unknown> =
    typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const text = typeof body['detail'] === 'string' && body['detail'] !== '' ? body['detail'] : GENERIC_FAILURE
  return err(withoutDirectionControls(text), error.response.status)
}
