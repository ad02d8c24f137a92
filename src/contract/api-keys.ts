// API keys, with which programs read what the owner of the key may read.

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, ParamId, Password, QueryId, Timestamp, PageQuery } from './fields.ts'
import { MAX_KEY_DAYS } from './limits.ts'
import { OtpToken } from './otp.ts'

export const KeyScope = v.picklist(['answers:read', 'charts:read', 'completion:read'])
export type KeyScope = v.InferOutput<typeof KeyScope>

export const ApiKey = v.object({
  api_key_id: Id,
  key_name: describe('What the key is for.', v.string()),
  key_scopes: describe('What the key may read.', v.array(KeyScope)),
  user_id: Id,
  owner_name: describe('Name of the user to whom the key belongs.', v.string()),
  created_at: Timestamp,
  expires_at: describe('When the key stops working.', Timestamp),
  last_used_at: describe('When the key was last used, to the minute; null if never.', v.nullable(Timestamp)),
  is_paused: describe(
    'Whether the key is refused because its owner’s account is not active, or lacks the two-factor authentication that the programme requires.',
    v.boolean()
  )
})
export type ApiKey = v.InferOutput<typeof ApiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: 'auth/keys/',
  access: 'viewer',
  isAddition: true,
  summary: 'The caller’s API keys or, for admins who name the programme, everyone’s; newest first.',
  query: v.object({
    programme_id: v.optional(QueryId),
    ...PageQuery
  }),
  reply: v.object({ api_keys: describe('API keys.', v.array(ApiKey)), total: IdOrZero })
})

export const createApiKey = endpoint({
  method: 'POST',
  path: 'auth/keys/',
  access: 'viewer',
  isAddition: true,
  audits: ['key_created'],
  summary:
    'Creates an API key for the caller. Needs a code from the authenticator app or, without two-factor authentication, the password unless the caller has just logged in. The key is returned only once.',
  body: v.object({
    key_name: Name(100),
    key_scopes: v.pipe(
      v.array(KeyScope),
      v.minLength(1, 'must name at least one scope'),
      v.maxLength(KeyScope.options.length)
    ),
    valid_days: describe(
      'Days until the key stops working.',
      v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1), v.maxValue(MAX_KEY_DAYS))
    ),
    token: v.optional(OtpToken),
    current_password: v.optional(Password)
  }),
  reply: v.object({
    api_key: describe('The new key, as it is listed.', ApiKey),
    key_text: describe('The key itself, for the Authorization header. It is shown only here.', v.string())
  }),
  hasSecret: true
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: 'auth/keys/{id}',
  access: 'viewer',
  isAddition: true,
  audits: ['key_revoked'],
  summary: 'Revokes an API key of the caller or, for admins, of anyone.',
  params: ParamId,
  reply: v.object({ api_key_id: Id })
})
