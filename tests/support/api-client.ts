// Calls the API over HTTP as a role's demo account, typed by the contract.

import { login } from '#contract/auth.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'

export type Ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>, role?: string) => Promise<ReplyOf<E>>

interface Asked {
  api: string
  programme: { programme_id: number; code: string }
}

/** Calls as the organisation's lead by default; each role logs in once. */
export function createAsk({ api, programme }: Asked): Ask {
  const tokens = new Map<string, string>()
  return async (endpoint, input, role = 'lead') => {
    const token = tokens.get(role) ?? (await logInAs({ api, programme }, role))
    tokens.set(role, token)
    return send(api, endpoint, input, token)
  }
}

/** An access token for the demo account of a role. */
export async function logInAs(
  { api, programme: { programme_id, code } }: Asked,
  role: string
): Promise<string> {
  const body = { programme_id, email_address: `${role}@${code}.example`, password: DEMO_PASSWORD }
  return (await send(api, login, { body })).access_token
}

async function send<E extends Endpoint>(
  api: string,
  endpoint: E,
  input: InputOf<E>,
  token?: string
): Promise<ReplyOf<E>> {
  const response = await request(api, endpoint, input, token)
  const text = await response.text()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`)
  return JSON.parse(text) as ReplyOf<E>
}

export function request<E extends Endpoint>(
  api: string,
  endpoint: E,
  input: InputOf<E>,
  token?: string
): Promise<Response> {
  const {
    params = {},
    query = {},
    body
  } = input as { params?: Record<string, unknown>; query?: Record<string, string>; body?: unknown }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return fetch(`${api}${API_PATH_PREFIX}/${path}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
}
