// API keys of demo accounts, created as their owners create them.

import { createApiKey, KeyScope } from '#contract/api-keys.ts'
import type { TestServer } from './server.ts'

/** Without a proof: after a login within the last five minutes, none is required. */
export const NEW_KEY = { key_name: 'Weekly report', key_scopes: [...KeyScope.options], valid_days: 30 }

/** A new key of a session's user, and its id. */
export async function createKeyFor(
  server: TestServer,
  token: string,
  scopes: readonly KeyScope[] = KeyScope.options
): Promise<{ key: string; id: number }> {
  const { status, body } = await server.call(
    createApiKey,
    { body: { ...NEW_KEY, key_scopes: [...scopes] } },
    token
  )
  if (status !== 200) throw new Error(`${status} ${body.detail}`)
  return { key: body.key_text, id: body.api_key.api_key_id }
}

export const keysOfUser = ({ database }: TestServer, userId: number, programmeId = 1) =>
  database
    .selectFrom('api_keys')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .execute()
