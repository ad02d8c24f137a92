import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'

export const CurrentUser = v.object({
  user_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email_address: v.string(),
  role_type_id: Id,
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  programme_id: Id,
  otp_enabled: v.boolean(),
  otp_required: v.boolean(),
  password_expires_at: v.nullable(Timestamp)
})
export type CurrentUser = v.InferOutput<typeof CurrentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: 'users/me',
  access: 'viewer',
  summary: 'Details of the user whose token it is.',
  reply: CurrentUser
})
