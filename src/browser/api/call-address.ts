import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { toSearchParams } from './search-params.ts'

/** What an operation may be called with. */
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface CallOptions {
  /** Spec 7: a caller's headers override the defaults. */
  headers?: Record<string, string>
  /** Milliseconds; exports and searches may take longer than the rest. */
  timeout?: number
  /** Sent without the token: about an account that may not be the one that is logged in. */
  isAnonymous?: boolean
}

/** The path of a call below the API's prefix, with its parameters. */
export const callPath = (endpoint: Endpoint, params: Record<string, unknown>): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The address of a call below the API's prefix. */
export function callAddress<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const { params = {}, query = {} } = input as AnyInput
  const search = toSearchParams(query).toString()
  return callPath(endpoint, params) + (search === '' ? '' : `?${search}`)
}
