import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE, NOT_OFFERED } from '#contract/failures.ts'
import { chunk } from '#lib/chunk.ts'
import { err, type Result } from '#lib/result.ts'
import { noteWrite } from './cache/shared-reads.ts'
import type { CallOptions } from './call-address.ts'
import { isOffered } from './offered.ts'

/** Input may be omitted if the operation has none. */
type Rest<E extends Endpoint> =
  {} extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

const client = chunk(() => import('./send-call.ts'))

/** Whether the code of the client is there. Without it a call fails that was never sent, which says nothing of the server. */
export const canCall = (): boolean => client.loaded() !== undefined

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
  if (endpoint.method !== 'GET' && !endpoint.onlyReads) noteWrite()
  // The code of the client comes after the first screen. What cannot load it has lost its connection.
  const code = client.loaded() ?? (await client.load().catch(() => null))
  return code === null ? err(GENERIC_FAILURE) : code.callNow(endpoint, input ?? {}, options)
}
