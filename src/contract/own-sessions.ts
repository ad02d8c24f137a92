import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { IdOrZero, Timestamp } from './fields.ts'

export const OwnSession = v.object({
  session_id: v.string(),
  device_name: describe('Browser and system of a session, such as Firefox on Windows.', v.string()),
  created_at: Timestamp,
  last_seen_at: describe('When the session last called.', Timestamp),
  is_current: describe('Whether this call is made in this session.', v.boolean())
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: 'auth/sessions/',
  access: 'viewer',
  isAddition: true,
  summary: 'The caller’s open sessions, this one first.',
  reply: v.object({ sessions: describe('Sessions of the caller.', v.array(OwnSession)) })
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: 'auth/sessions/{id}',
  access: 'viewer',
  isAddition: true,
  summary: 'Ends one of the caller’s sessions.',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  reply: v.object({ session_id: v.string() })
})

export const endOwnSessions = endpoint({
  method: 'DELETE',
  path: 'auth/sessions/',
  access: 'viewer',
  isAddition: true,
  summary: 'Ends all of the caller’s sessions, including this one.',
  reply: v.object({ ended_count: describe('Number of sessions ended.', IdOrZero) })
})
