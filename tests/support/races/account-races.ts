// Accounts: at least one superuser is left, every address has one account, a decision is made once and mailed once.
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { hashOf } from '#server/auth/second-factor.ts'
import { NOON } from '../server.ts'
import { AT_ONCE, byTurns, callOf, fresh, times, type Scenario, type WritingName } from './race.ts'
import {
  PROGRAMME,
  SECRET,
  newUser,
  mailsTo,
  usersWhere,
  codeFor,
  openCodes,
  openSessionsOf,
  twoSuperusers,
  oneLeft,
  register
} from './race-accounts.ts'

export const accountRaces = {
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
    const [token, other] = [await server.tokenOfUser(email_address), await server.tokenOfUser(email_address)]
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
    const at = (timestamp: number) =>
      callOf('enableOtp', { body: { enabled: true, token: totp.generate({ timestamp }) } }, token)
    return {
      // Two codes that are good at the same time.
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
      // Two codes that are good at the same time: the later of the two steps may come first, and ends the other.
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
  },
  inviteUser: async ({ server }) => {
    const email_address = `${fresh('invited').replace(' ', '-')}@race.example`
    const body = {
      programme_id: PROGRAMME,
      email_address,
      first_name: 'Ines',
      last_name: 'Roth',
      role_type_id: 2,
      organisation_id: null
    }
    const token = await server.tokenOf('super')
    return {
      calls: times(AT_ONCE, () => callOf('inviteUser', { body }, token)),
      winners: 1,
      async after() {
        expect(await usersWhere(server, { email_address })).toHaveLength(1)
        expect(await mailsTo(server, email_address)).toBe(1)
      }
    }
  },
  decideUsers: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer', { status: 'awaiting_approval' })
    const token = await server.tokenOf('admin')
    const decide = (decision: 'approve' | 'reject') =>
      callOf('decideUsers', { params: { id: user_id }, body: { users: [{ user_id, decision }] } }, token)
    return {
      calls: byTurns(decide('approve'), decide('reject')),
      winners: 1,
      hasWon: reply => (reply.body['users'] as unknown[]).length === 1,
      async after(replies) {
        const [made] = replies.flatMap(reply => reply.body['users'] as { status: string }[])
        expect((await usersWhere(server, { email_address }))[0]?.status).toBe(made?.status)
        expect(await mailsTo(server, email_address)).toBe(1)
      }
    }
  },
  updateUser: async ({ server }) => {
    const { pair, tokens } = await twoSuperusers(server)
    const suspend = (by: 0 | 1) =>
      callOf(
        'updateUser',
        { params: { id: pair[1 - by]!.user_id }, body: { status: 'suspended' } },
        tokens[by]
      )
    // The first one to be served stays, and may say the same again.
    return {
      calls: byTurns(suspend(0), suspend(1)),
      winners: [1, AT_ONCE / 2],
      after: () => oneLeft(server, pair)
    }
  },
  deleteUser: async ({ server }) => {
    const { pair, tokens } = await twoSuperusers(server)
    const remove = (by: 0 | 1) =>
      callOf('deleteUser', { params: { id: pair[1 - by]!.user_id }, body: {} }, tokens[by])
    return { calls: byTurns(remove(0), remove(1)), winners: 1, after: () => oneLeft(server, pair) }
  },
  resetOtp: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer', {
      otp_secret: SECRET,
      otp_enabled: true
    })
    const token = await server.tokenOf('admin')
    return {
      calls: times(AT_ONCE, () => callOf('resetOtp', { params: { id: user_id } }, token)),
      winners: AT_ONCE,
      after: async () =>
        expect((await usersWhere(server, { email_address }))[0]).toMatchObject({
          otp_enabled: false,
          otp_secret: null
        })
    }
  },
  resetPassword: async ({ server }) => {
    const { email_address, user_id } = await newUser(server, 'viewer')
    return {
      calls: times(AT_ONCE, () =>
        callOf('resetPassword', { body: { programme_id: PROGRAMME, email_address } })
      ),
      winners: AT_ONCE,
      async after() {
        const mails = await mailsTo(server, email_address)
        expect(mails).toBeGreaterThan(0)
        // Quality 2: three mails an hour.
        expect(mails).toBeLessThanOrEqual(3)
        // Each mail has a code of its own.
        expect(await openCodes(server, user_id)).toBe(mails)
      }
    }
  },
  changePassword: async ({ server }) => {
    const user = await newUser(server, 'viewer')
    const code = await codeFor(server, user.email_address, 'reset_password', 'active')
    return {
      calls: times(AT_ONCE, index =>
        callOf('changePassword', { body: { code, new_password: `another long password ${index}` } })
      ),
      winners: 1,
      after: async () => expect(await mailsTo(server, user.email_address)).toBe(1)
    }
  },
  registerUser: async ({ server }) => {
    const email_address = `${fresh('new').replace(' ', '-')}@race.example`
    return {
      calls: times(AT_ONCE, index => register(email_address, index)),
      winners: AT_ONCE,
      async after() {
        const users = await usersWhere(server, { email_address })
        expect(users).toHaveLength(1)
        const mails = await mailsTo(server, email_address)
        expect(mails).toBeGreaterThan(0)
        expect(mails).toBeLessThanOrEqual(3)
        expect(await openCodes(server, users[0]!.user_id)).toBe(mails)
      }
    }
  },
  verifyEmail: async ({ server }) => {
    const user = await newUser(server, 'viewer', { status: 'email_unverified' })
    const code = await codeFor(server, user.email_address, 'verify_email', 'email_unverified')
    return {
      calls: times(AT_ONCE, () => callOf('verifyEmail', { query: { code } })),
      winners: AT_ONCE,
      async after() {
        const [after] = await usersWhere(server, { email_address: user.email_address })
        expect(after?.status).toBe('awaiting_approval')
        expect(await openCodes(server, user.user_id)).toBe(0)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>

/** By the old password: of two who prove it at once, one changes it. */
export const changeByOldPassword: Scenario = async ({ server }) => {
  const { email_address } = await newUser(server, 'viewer')
  const token = await server.tokenOfUser(email_address)
  return {
    calls: times(4, index =>
      callOf(
        'changePassword',
        { body: { current_password: DEMO_PASSWORD, new_password: `another long password ${index}` } },
        token
      )
    ),
    winners: 1,
    after: async () => expect(await mailsTo(server, email_address)).toBe(1)
  }
}
