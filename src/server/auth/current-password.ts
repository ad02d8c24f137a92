import type { Row } from '#server/database/column-types.ts'
import type { Database } from '#server/database/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import { forgetAttempts, mayAttempt, tooManyAttempts } from './lockout.ts'
import type { Passwords } from './passwords.ts'

interface CurrentPasswordHolder {
  programme_id: number
  user_id: number
  password_hash: string | null
}

const isWrong = () => invalid('current_password', 'is not correct')

/**
 * Returns the user of an account whose current password was typed. Shares the login's counter, so that this is no second way to guess;
 * an unknown user takes as long as a wrong password.
 */
export async function requireCurrentPassword<
  User extends { status: Row<'users'>['status'] } & CurrentPasswordHolder
>(
  { verify }: Passwords,
  database: Database,
  { programmeId, emailAddress }: { programmeId: number; emailAddress: string },
  user: User | undefined,
  typed: string,
  now: Date
): Promise<User> {
  const attempt = { programmeId, kind: 'password', subject: emailAddress } as const
  if (!(await mayAttempt(database, attempt, now))) throw tooManyAttempts()
  const isRight = await verify(typed, user?.password_hash ?? null)
  if (!isRight || user?.status !== 'active') throw isWrong()
  await forgetAttempts(database, attempt)
  return user
}

/** The proved password must still be the account's, now that it is locked: of two concurrent changes the second has proved an old one. */
export function requireSamePassword(
  current: Pick<CurrentPasswordHolder, 'password_hash'>,
  proved: Pick<CurrentPasswordHolder, 'password_hash'>
): void {
  if (current.password_hash !== proved.password_hash) throw isWrong()
}
