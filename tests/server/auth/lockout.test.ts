import { describe, expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts.ts'
import { login } from '#contract/auth.ts'
import { changePassword } from '#contract/password-change.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const chosen = 'four words and a comma, please'

const logIn = (email_address: string, password: string) =>
  server.call(login, { body: { programme_id, email_address, password, otp: null } })

describe('a lockout', () => {
  const email = 'viewer@wards.example'

  test('ends fifteen minutes after the failures, despite further attempts', async () => {
    for (let count = 0; count < 5; count++) await logIn(email, 'wrong')
    for (let minute = 1; minute < 15; minute++) {
      server.clock.now = new Date(NOON.getTime() + minute * 60_000)
      expect((await logIn(email, DEMO_PASSWORD)).status).toBe(429)
    }
    server.clock.now = new Date(NOON.getTime() + 15 * 60_000 + 1)
    expect((await logIn(email, DEMO_PASSWORD)).status).toBe(200)
    server.clock.now = NOON
  })

  test('ends at once when the user sets a new password by mail', async () => {
    for (let count = 0; count < 6; count++) await logIn(email, 'wrong')
    await server.call(resetPassword, { body: { programme_id, email_address: email } })
    const { body_text } = await server.database
      .selectFrom('mails')
      .select('body_text')
      .where('programme_id', '=', programme_id)
      .where('recipient', '=', email)
      .orderBy('mail_id', 'desc')
      .executeTakeFirstOrThrow()
    const code = /code=([\w-]+)/.exec(body_text)?.[1] ?? ''
    await server.call(changePassword, { body: { code, new_password: chosen } })
    expect((await logIn(email, chosen)).status).toBe(200)
  })
})
