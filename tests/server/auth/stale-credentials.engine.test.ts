// While a login hashes the password, its credential may be replaced: then the login fails, so no session outlives its credential.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, QueryId } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { enableOtp, generateOtp } from '#contract/otp.ts'
import { changePassword } from '#contract/password-change.ts'
import { resetOtp } from '#contract/user-admin.ts'
import { getCurrentUser, updateUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { hashOf, type ValidCode } from '#server/auth/second-factor.ts'
import { configuredSecret } from '#server/auth/secrets.ts'
import { startSession } from '#server/auth/sessions.ts'
import { SECRET, codeFor, newUser, openSessionsOf } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer, type Reply, type TestServer } from '#tests/support/server.ts'

/** Set for a login as soon as the server has redeemed its recovery code. */
const redemptions = new AsyncLocalStorage<{ isRedeemed: boolean }>()
const redeeming = new WeakSet<QueryId>()
const plugin: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('"recovery_codes"'))
      redeeming.add(queryId)
    return node
  },
  async transformResult({ queryId, result }) {
    const current = redemptions.getStore()
    if (current && redeeming.has(queryId) && result.numAffectedRows === 1n) current.isRedeemed = true
    return result
  }
}

const here = useServer({ plugin })
const servers =
  process.env['TEST_DATABASE_URL'] === undefined ? [here] : [here, useServer({ beside: here, plugin })]
const programme_id = 1
const ROUNDS = 2
const AT_ONCE = 3

interface Person {
  user_id: number
  email_address: string
  /** Of a session that stays open for the change. */
  token: string
  /** One recovery code after the other; null for someone without a second factor. */
  nextCode: () => string | null
}

async function someone(hasSecondFactor: boolean): Promise<Person> {
  const fields = hasSecondFactor ? { otp_enabled: true, otp_secret: SECRET, has_long_password: true } : {}
  const { user_id, email_address } = await newUser(here, 'viewer', fields)
  const codes = hasSecondFactor ? Array.from({ length: 40 }, (_, index) => `RECOVERY${index}CODE`) : []
  for (const code of codes)
    await here.database
      .insertInto('recovery_codes')
      .values({ programme_id, user_id, code_hash: hashOf(code), used_at: null })
      .execute()
  const token = await here.tokenOfUser(email_address)
  return { user_id, email_address, token, nextCode: () => codes.pop() ?? null }
}

const timeCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })

const ok = ({ status, body }: Reply<object>): void => expect([status, body.detail]).toEqual([200, undefined])

/** What replaces a credential, and whether its owner has a second factor before. */
const changes: Record<
  string,
  { hasSecondFactor: boolean; make: (person: Person, server: TestServer) => Promise<void> }
> = {
  'the second factor is turned on': {
    hasSecondFactor: false,
    async make({ token }, server) {
      const { secret } = (await server.call(generateOtp, {}, token)).body
      ok(await server.call(enableOtp, { body: { enabled: true, token: timeCode(secret) } }, token))
    }
  },
  'an admin resets the second factor': {
    hasSecondFactor: true,
    make: async ({ user_id }, server) =>
      ok(await server.call(resetOtp, { params: { id: user_id } }, await server.tokenOf('admin')))
  },
  'the password is changed': {
    hasSecondFactor: false,
    async make({ token }, server) {
      const body = { current_password: DEMO_PASSWORD, new_password: 'another long password' }
      expect((await server.call(changePassword, { body }, token)).status).toBe(200)
    }
  },
  'the password is set by a mailed code': {
    hasSecondFactor: false,
    async make({ email_address }, server) {
      const code = await codeFor(server, email_address, 'reset_password')
      const body = { code, new_password: 'another long password' }
      expect((await server.call(changePassword, { body })).status).toBe(200)
    }
  },
  'the account is suspended': {
    hasSecondFactor: false,
    make: async ({ user_id }, server) =>
      ok(
        await server.call(
          updateUser,
          { params: { id: user_id }, body: { status: 'suspended' } },
          await server.tokenOf('admin')
        )
      )
  }
}

/**
 * Logs in over and over with the old credential until the change is made. Returns the tokens of those logins. Once the second factor is gone the
 * password alone opens a session and a code is ignored, so where there is one only logins that redeemed their code count.
 */
async function loginsDuring(
  person: Person,
  change: (server: TestServer) => Promise<void>
): Promise<string[]> {
  const tokens: string[] = []
  const logIn = async (index: number): Promise<void> => {
    const body = {
      programme_id,
      email_address: person.email_address,
      password: DEMO_PASSWORD,
      otp: person.nextCode()
    }
    const redemption = { isRedeemed: body.otp === null }
    const reply = await redemptions.run(redemption, () =>
      servers[index % servers.length]!.call(login, { body })
    )
    if (reply.status === 200 && redemption.isRedeemed) tokens.push(reply.body.access_token)
  }
  await logIn(0)
  expect(tokens).toHaveLength(1)
  const made = new AbortController()
  const keepLoggingIn = async (_: unknown, index: number): Promise<void> => {
    while (!made.signal.aborted) await logIn(index)
  }
  const logins = Array.from({ length: AT_ONCE }, keepLoggingIn)
  await change(servers.at(-1)!).finally(() => made.abort())
  await Promise.all(logins)
  return tokens
}

test.each(Object.entries(changes))('while %s', async (_, { hasSecondFactor, make }) => {
  for (let round = 0; round < ROUNDS; round++) {
    const person = await someone(hasSecondFactor)
    const tokens = await loginsDuring(person, server => make(person, server))
    await change(person, { status: 'active' })
    const statuses = await Promise.all(
      tokens.map(async token => (await here.call(getCurrentUser, {}, token)).status)
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  }
})

const change = ({ user_id }: { user_id: number }, fields: object) =>
  here.database
    .updateTable('users')
    .set(fields)
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .execute()

const secondFactor = { otp_enabled: true, otp_secret: SECRET }

test.each<[string, object, object, string]>([
  ['the password', {}, { password_hash: 'another' }, LOGIN_FAILURE.incorrect],
  ['that there is no second factor', {}, secondFactor, LOGIN_FAILURE.missingOtp],
  ['the second factor', secondFactor, { otp_secret: 'JBSWY3DPEHPK3PXQ' }, LOGIN_FAILURE.missingOtp],
  ['a second factor', secondFactor, { otp_enabled: false, otp_secret: null }, LOGIN_FAILURE.incorrect],
  ['an open account', {}, { status: 'suspended' }, LOGIN_FAILURE.incorrect]
])('no session is written for %s of before', async (_, before, after, refusal) => {
  const person = await newUser(here, 'viewer', before)
  await expect(startFor(person, () => change(person, after))).rejects.toThrow(refusal)
  expect(await openSessionsOf(here, person.user_id)).toBe(0)
})

test('no session is written for a recovery code of a set that was replaced', async () => {
  const person = await newUser(here, 'viewer', secondFactor)
  await expect(startFor(person, async () => undefined, { recoveryCodeHash: 'gone' })).rejects.toThrow(
    LOGIN_FAILURE.invalidOtp
  )
  expect(await openSessionsOf(here, person.user_id)).toBe(0)
})

/** Starts a session for what a person had proved before something happened. */
async function startFor(
  { user_id }: { user_id: number },
  happen: () => Promise<unknown>,
  code: ValidCode | null = null
): Promise<string> {
  const proved = await here.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  await happen()
  return startSession(here.database, configuredSecret('any'), { ...proved, code }, NOON)
}
