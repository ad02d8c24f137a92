// Creates accounts for races and reads their state.

import { expect } from 'vitest'
import { issueCode, type CodeAction } from '#server/auth/one-time-codes.ts'
import type { ConfirmedRegistration, Row } from '#server/database/column-types.ts'
import { NOON, type Role, type TestServer } from '#tests/support/server.ts'
import { callOf, fresh } from './race.ts'

export const PROGRAMME = 1
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** A copy of a demo account with a new address. */
export async function newUser(
  { database }: TestServer,
  role: Role,
  fields: Partial<Omit<Row<'users'>, 'user_id'>> = {}
) {
  const { user_id: _, ...like } = await database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', PROGRAMME)
    .where('email_address', '=', `${role}@wards.example`)
    .executeTakeFirstOrThrow()
  const email_address = `${fresh(role).replace(' ', '-')}@race.example`
  return database
    .insertInto('users')
    .values({ ...like, email_address, ...fields })
    .returning(['programme_id', 'user_id', 'email_address'])
    .executeTakeFirstOrThrow()
}

export async function mailsTo({ database }: TestServer, recipient: string): Promise<number> {
  const rows = await database
    .selectFrom('mails')
    .select('mail_id')
    .where('programme_id', '=', PROGRAMME)
    .where('recipient', '=', recipient)
    .execute()
  return rows.length
}

export async function usersWhere(
  { database }: TestServer,
  fields: Partial<Pick<Row<'users'>, 'email_address' | 'status' | 'role_type_id'>>
) {
  let users = database.selectFrom('users').selectAll().where('programme_id', '=', PROGRAMME)
  for (const [column, value] of Object.entries(fields))
    users = users.where(column as 'status', '=', value as 'active')
  return users.execute()
}

export const codeFor = (
  { database }: TestServer,
  emailAddress: string,
  action: CodeAction,
  confirms: ConfirmedRegistration | null = null
) => issueCode(database, { programmeId: PROGRAMME, emailAddress }, action, NOON, confirms)

export async function openCodes({ database }: TestServer, userId: number): Promise<number> {
  const rows = await database
    .selectFrom('one_time_codes')
    .select('code_hash')
    .where('programme_id', '=', PROGRAMME)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

export async function openSessionsOf({ database }: TestServer, userId: number): Promise<number> {
  const rows = await database
    .selectFrom('sessions')
    .select('session_id')
    .where('programme_id', '=', PROGRAMME)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.length
}

export const hasSuperuser = async (server: TestServer): Promise<void> =>
  expect((await usersWhere(server, { role_type_id: 1, status: 'active' })).length).toBeGreaterThan(0)

/** Two superusers, and nobody else who could restore one. */
export async function twoSuperusers(server: TestServer) {
  const pair = [await newUser(server, 'super'), await newUser(server, 'super')] as const
  const tokens = [
    await server.tokenOfUser(pair[0].email_address),
    await server.tokenOfUser(pair[1].email_address)
  ] as const
  return { pair, tokens }
}

export async function oneLeft(server: TestServer, pair: readonly { user_id: number }[]): Promise<void> {
  const active = (await usersWhere(server, { status: 'active' })).filter(user =>
    pair.some(one => one.user_id === user.user_id)
  )
  expect(active).toHaveLength(1)
  await hasSuperuser(server)
}

export const register = (email_address: string, index: number) =>
  callOf('registerUser', {
    body: {
      programme_id: PROGRAMME,
      email_address,
      first_name: `First ${index}`,
      last_name: 'Last',
      organisation_id: null,
      terms_accepted: true
    }
  })
