// Logging in and out, and the second factor: a code is used once, and a session that one call ends is not revived by another.

import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { hashOf } from '#server/auth/second-factor.ts'
import { createKeyFor, keysOfUser, NEW_KEY } from '#tests/support/api-keys.ts'
import { NOON } from '#tests/support/server.ts'
import { PROGRAMME, SECRET, newUser, usersWhere, openSessionsOf } from './race-accounts.ts'
import { AT_ONCE, byTurns, callOf, times, type Scenario, type WritingName } from './race.ts'

export const sessionRaces = {
  login: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer')
    const call = callOf('login', {
      body: { programme_id: PROGRAMME, email_address, password: DEMO_PASSWORD, otp: null }
    })
    return {
      calls: times(5, () => call),
      winners: [1, 5],
      async after(replies) {
        const sessions = await server.database
          .selectFrom('sessions')
          .select('session_id')
          .where('programme_id', '=', PROGRAMME)
          .where('user_id', '=', user_id)
          .execute()
        expect(sessions).toHaveLength(replies.filter(reply => reply.status === 200).length)
      }
    }
  },
  logout: async ({ server }) => {
    const token = await server.tokenOfUser((await newUser(server, 'viewer')).email_address)
    return {
      calls: times(AT_ONCE, () => callOf('logout', {}, token)),
      winners: [1, AT_ONCE],
      after: async () => expect((await server.send('GET', 'users/me', { token })).status).toBe(401)
    }
  },
  endOwnSession: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer')
    const [token, other] = [await server.logIn(email_address), await server.logIn(email_address)]
    const otherId = decodeJwt<{ sid: string }>(other).sid
    return {
      calls: times(AT_ONCE, () => callOf('endOwnSession', { params: { id: otherId } }, token)),
      winners: 1,
      after: async () => expect(await openSessionsOf(server, user_id)).toBe(1)
    }
  },
  endOwnSessions: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer')
    const token = await server.tokenOfUser(email_address)
    return {
      calls: times(AT_ONCE, () => callOf('endOwnSessions', {}, token)),
      winners: [1, AT_ONCE],
      async after(replies) {
        const ended = replies.filter(reply => reply.status === 200).map(reply => reply.body['ended_count'])
        expect(ended.filter(count => count === 1)).toHaveLength(1)
        expect(await openSessionsOf(server, user_id)).toBe(0)
      }
    }
  },
  createApiKey: async ({ server }) => {
    const fields = { otp_secret: SECRET, otp_enabled: true }
    const { email_address, user_id } = await newUser(server, 'viewer', fields)
    const token = await server.tokenOfUser(email_address)
    const code = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOON.getTime() })
    return {
      // A code proves the account once.
      calls: times(AT_ONCE, () => callOf('createApiKey', { body: { ...NEW_KEY, token: code } }, token)),
      winners: 1,
      after: async () => expect(await keysOfUser(server, user_id)).toHaveLength(1)
    }
  },
  deleteApiKey: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer')
    const token = await server.tokenOfUser(email_address)
    const { id } = await createKeyFor(server, token)
    const revoke = (by: string) => callOf('deleteApiKey', { params: { id } }, by)
    return {
      calls: byTurns(revoke(token), revoke(await server.tokenOf('admin'))),
      winners: 1,
      after: async () => expect(await keysOfUser(server, user_id)).toEqual([])
    }
  },
  generateOtp: async ({ server }) => {
    const { email_address } = await newUser(server, 'viewer')
    const token = await server.tokenOfUser(email_address)
    return {
      calls: times(AT_ONCE, () => callOf('generateOtp', {}, token)),
      winners: AT_ONCE,
      async after(replies) {
        const [user] = await usersWhere(server, { email_address })
        expect(replies.map(reply => reply.body['secret'])).toContain(user?.otp_secret)
      }
    }
  },
  enableOtp: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer', { otp_secret: SECRET })
    const token = await server.tokenOfUser(email_address)
    const totp = new TOTP({ secret: Secret.fromBase32(SECRET), digits: 6, period: 30 })
    const at = (timestamp: number) => {
      const code = totp.generate({ timestamp })
      return callOf(
        'enableOtp',
        { body: { enabled: true, token: code, current_password: DEMO_PASSWORD } },
        token
      )
    }
    return {
      // Two codes that are valid at the same time.
      calls: byTurns(at(NOON.getTime()), at(NOON.getTime() + 30_000), 4),
      winners: 1,
      async after() {
        const codes = await server.database
          .selectFrom('recovery_codes')
          .select('code_hash')
          .where('programme_id', '=', PROGRAMME)
          .where('user_id', '=', user_id)
          .execute()
        expect(codes).toHaveLength(10)
      }
    }
  },
  renewRecoveryCodes: async ({ server }) => {
    const fields = { otp_secret: SECRET, otp_enabled: true }
    const { email_address, user_id } = await newUser(server, 'viewer', fields)
    const token = await server.tokenOfUser(email_address)
    const totp = new TOTP({ secret: Secret.fromBase32(SECRET), digits: 6, period: 30 })
    const at = (timestamp: number) =>
      callOf('renewRecoveryCodes', { body: { token: totp.generate({ timestamp }) } }, token)
    return {
      // Two codes that are valid at the same time: the later one may come first, and invalidates the other.
      calls: byTurns(at(NOON.getTime()), at(NOON.getTime() + 30_000), 4),
      winners: [1, 2],
      async after(replies) {
        const rows = await server.database
          .selectFrom('recovery_codes')
          .select('code_hash')
          .where('programme_id', '=', PROGRAMME)
          .where('user_id', '=', user_id)
          .execute()
        const known = rows.map(row => row.code_hash).toSorted()
        const shown = replies
          .filter(reply => reply.status === 200)
          .map(reply =>
            (reply.body['recovery_codes'] as string[]).map(code => hashOf(code.replaceAll('-', '')))
          )
        expect(shown.map(hashes => hashes.toSorted())).toContainEqual(known)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
