// The one ky instance. Every API request goes through it; product 22.3 says which are retried.

import ky, { type KyInstance } from 'ky'
import { TRANSIENT_STATUSES } from '#contract/failures.ts'
import { invariant } from '#lib/invariant.ts'
import { forgetServerTime, noteReply } from '#lib/time/server-clock.ts'
import { signal } from './abort.ts'
import { sharingGets } from './cache/shared-gets.ts'
import { forgetNotOffered } from './offered.ts'
import { readToken } from './token.ts'

/** Spec 7: all paths are under this prefix, on the base address of the API. */
const RELATIVE_API_PREFIX = 'api/v1'
const MAX_RETRY_AFTER_MS = 5000
const CALL_TIMEOUT_MS = 30_000

interface TransportSettings {
  apiBase: string
  /** Replaces the browser's fetch, for example to call a server in the same process. */
  fetch?: typeof globalThis.fetch
  /** Called when the server no longer accepts the token. */
  onUnauthorised?: () => void
}

let instance: KyInstance | undefined
let prefix = ''
let onRefusedToken: () => void = () => {}

export function configureTransport({
  apiBase,
  fetch = globalThis.fetch.bind(globalThis),
  onUnauthorised = () => {}
}: TransportSettings): void {
  onRefusedToken = onUnauthorised
  forgetServerTime()
  forgetNotOffered()
  prefix = `${apiBase.replace(/\/+$/, '')}/${RELATIVE_API_PREFIX}/`
  const { origin } = new URL(prefix)
  instance = ky.create({
    fetch: sharingGets(withServerTime(fetch)),
    signal,
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
        ({ request }) => {
          const token = readToken()
          const goesToApi = new URL(request.url).origin === origin
          if (token && goesToApi && !request.headers.has('authorization'))
            request.headers.set('authorization', `Bearer ${token}`)
        }
      ]
    }
  })
}

/** Every reply has the server's time in its `Date` header. */
const withServerTime =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    noteReply(response)
    return response
  }

export function transport(): KyInstance {
  invariant(instance, 'The transport is used before it is configured')
  return instance
}

/** The base address of every call. */
export const apiAddress = (): string => prefix

/** Tells the application that its token is no longer accepted. */
export const reportRefusedToken = (): void => onRefusedToken()
