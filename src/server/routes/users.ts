import { roleName } from '#domain/roles.ts'
import type { RouteOf } from '../route.ts'

export const getCurrentUser: RouteOf<'getCurrentUser'> = async (_, { database, caller, programmes }) => {
  const user = await database
    .selectFrom('users as u')
    .leftJoin('organisations as o', join =>
      join.onRef('o.programme_id', '=', 'u.programme_id').onRef('o.organisation_id', '=', 'u.organisation_id')
    )
    .select(['u.user_id', 'u.first_name', 'u.last_name', 'u.email_address', 'u.role_type_id', 'u.organisation_id', 'o.organisation_name'])
    .select(['u.otp_enabled', 'u.password_expires_at'])
    .where('u.programme_id', '=', caller.programmeId)
    .where('u.user_id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    role_type_name: roleName(user.role_type_id),
    programme_id: caller.programmeId,
    otp_required: programmes.some(programme => programme.programmeId === caller.programmeId && programme.otpRequired === true),
    password_expires_at: user.password_expires_at?.toISOString() ?? null
  }
}
