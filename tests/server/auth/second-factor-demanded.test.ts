// A programme that demands a second factor: until it is set up, a session opens nothing but the way to set it up. Read off the contract.

import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createApiKey, listApiKeys } from '#contract/api-keys.ts'
import { SECOND_FACTOR_DEMANDED } from '#contract/failures.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { minimalInput } from '#server/http/openapi/example.ts'
import { NEW_KEY } from '#tests/support/api-keys.ts'
import { newUser, SECRET } from '#tests/support/races/race-accounts.ts'
import { allEndpoints, NOON, sites, useServer } from '#tests/support/server.ts'

const server = useServer({ demandsSecondFactor: true })

const setFactor = (otp_enabled: boolean) =>
  server.database
    .updateTable('users')
    .set({ otp_enabled })
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'super@wards.example')
    .execute()

test('allows only these calls before it is set up', () => {
  const names = allEndpoints.filter(([, endpoint]) => endpoint.isBeforeSecondFactor).map(([name]) => name)
  expect(names.toSorted()).toEqual(['enableOtp', 'generateOtp', 'getCurrentUser', 'logout'])
})

test('an API key opens nothing while its owner has none', async () => {
  const { user_id, email_address } = await newUser(server, 'super', { otp_secret: SECRET, otp_enabled: true })
  const token = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOON.getTime() })
  const session = await server.tokenOfUser(email_address)
  const { body } = await server.call(createApiKey, { body: { ...NEW_KEY, token } }, session)
  const read = () => server.call(listTimePeriods, { query: { programme_id: 1 } }, body.key_text)
  expect((await read()).status).toBe(200)
  await server.database
    .updateTable('users')
    .set({ otp_enabled: false })
    .where('programme_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  expect((await read()).body.detail).toBe(SECOND_FACTOR_DEMANDED)
  // Nor does it get the reply for anyone, which a program would take for its owner's.
  const open = await server.call(listOrganisations, { query: { programme_id: 1 } }, body.key_text)
  expect(open).toMatchObject({ status: 403, body: { detail: SECOND_FACTOR_DEMANDED } })
  const isPaused = async () => {
    const admin = await newUser(server, 'admin', { otp_secret: SECRET, otp_enabled: true })
    const query = { programme_id: 1 }
    const reply = await server.call(listApiKeys, { query }, await server.tokenOfUser(admin.email_address))
    return reply.body.api_keys.find(key => key.user_id === user_id)?.is_paused
  }
  expect(await isPaused()).toBe(true)
  await server.database
    .updateTable('users')
    .set({ otp_enabled: true })
    .where('programme_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  expect(await isPaused()).toBe(false)
})

describe.each(allEndpoints)('%s', (_, endpoint) => {
  /** A call that is well formed, with ids that do not exist. */
  const input = minimalInput(endpoint, () => 99_999_999) as never
  const call = async (token?: string) => {
    const { status, body } = await server.call(endpoint, input, token)
    return { status, body }
  }
  const refusal = { status: 403, body: { detail: SECOND_FACTOR_DEMANDED } }

  test('a superuser without a second factor', async () => {
    const reply = await call(await server.tokenOf('super'))
    if (endpoint.isBeforeSecondFactor) expect([401, 403]).not.toContain(reply.status)
    else expect(reply).toEqual(endpoint.access === 'open' ? await call() : refusal)
  })

  test('a superuser who has it, and one of a programme that does not demand it', async () => {
    await setFactor(true)
    const own = await call(await server.tokenOf('super'))
    await setFactor(false)
    expect(own).not.toEqual(refusal)
    expect(await call(await server.tokenOf('super', sites))).not.toEqual(refusal)
  })
})
