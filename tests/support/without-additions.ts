// An API with only the specification's operations: additions are refused in one of the ways in which servers refuse unknown addresses.

import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

const PAGE = '<!doctype html><title>Welcome</title>'

export const refusals = {
  '404': () => Response.json({ detail: 'Not found.' }, { status: 404 }),
  '501': () => new Response('', { status: 501 }),
  'a page': () => new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  'a refused connection': () => {
    throw new TypeError('Failed to fetch')
  }
}
export type Refusal = keyof typeof refusals

const additions = Object.values<Endpoint>(endpoints)
  .filter(({ isAddition }) => isAddition)
  .map(({ method, path }) => ({
    method,
    path: new RegExp(`/api/v1/${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  }))

export const isAdditionCall = ({ method, url }: Request): boolean => {
  const { pathname } = new URL(url)
  return additions.some(addition => addition.method === method && addition.path.test(pathname))
}

/** A network in front of a server that has no additions. */
export const withoutAdditions =
  (fetch: typeof globalThis.fetch, refusal: () => Response): typeof globalThis.fetch =>
  async (input, init) =>
    isAdditionCall(input as Request) ? refusal() : fetch(input, init)

/** Keys of the replies of the specification's operations that decision 0032 adds. */
const addedKeys = new Set([
  'job_title',
  'recovery_codes_left',
  'document',
  'corrected_query',
  'withdrawal_reason',
  'is_account_closed',
  'hidden_output_names',
  'updated_by',
  'factor',
  'organisation_count',
  'oldest_created_at',
  'may_change',
  'definition',
  'version',
  'total',
  'status_counts',
  'search_filters',
  'is_capped',
  'answer_count',
  'updated_by_user_id',
  'is_changed_after_sign_off',
  'changed_after_sign_off_at',
  'otp_required',
  'explorer_types',
  'quartile_method'
])

/** A server whose replies contain only the specification's fields. */
export const withoutAddedKeys =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.headers.get('Content-Type')?.includes('json')) return response
    const body: unknown = JSON.parse(await response.text(), function (this: unknown, key, value: unknown) {
      return !Array.isArray(this) && addedKeys.has(key) ? undefined : value
    })
    const headers = new Headers(response.headers)
    headers.delete('Content-Length')
    return Response.json(body, { status: response.status, headers })
  }
