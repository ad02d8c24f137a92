// A programme that demands a second factor: until it is set up, a session opens nothing but the way to set it up. Read off the contract.

import { describe, expect, test } from 'vitest'
import { SECOND_FACTOR_DEMANDED } from '#contract/failures.ts'
import { minimalInput } from '#server/http/openapi/example.ts'
import { allEndpoints, sites, useServer } from '#tests/support/server.ts'

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
