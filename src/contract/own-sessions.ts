// The product's own, beside the 95 of spec 7 (docs/decisions/0032).
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdOrZero, Timestamp } from './fields.ts'

export const OwnSession = v.object({
  session_id: v.string(),
  /** 'Firefox on Windows', as far as the browser says what it is. */
  device_name: v.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  is_current: v.boolean()
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: 'auth/sessions/',
  access: 'viewer',
  summary: 'The caller’s open sessions, this one first.',
  reply: v.object({ sessions: v.array(OwnSession) })
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: 'auth/sessions/{id}',
  access: 'viewer',
  summary: 'Ends one of the caller’s sessions.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  reply: v.object({ session_id: v.string() })
})

export const endOwnSessions = endpoint({
  method: 'DELETE',
  path: 'auth/sessions/',
  access: 'viewer',
  summary: 'Ends all of the caller’s sessions, including this one.',
  reply: v.object({ ended_count: IdOrZero })
})
