// Accounts: at least one superuser remains, every address has one account, a decision is made once and mailed once.

import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { withPasswords } from '#server/auth/passwords.ts'
import {
  PROGRAMME,
  SECRET,
  newUser,
  mailsTo,
  usersWhere,
  codeFor,
  openCodes,
  twoSuperusers,
  oneLeft,
  register
} from './race-accounts.ts'
import { AT_ONCE, byTurns, callOf, fresh, times, type Scenario, type WritingName } from './race.ts'

export const accountRaces = {
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
      callOf(
        'decideUsers',
        { params: { id: user_id }, body: { users: [{ user_id, decision, reason: 'Why.' }] } },
        token
      )
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
    // The first one processed stays, and may be repeated.
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
        // Each mail has its own code.
        expect(await openCodes(server, user_id)).toBe(mails)
      }
    }
  },
  changePassword: async ({ server }) => {
    const user = await newUser(server, 'viewer')
    const code = await codeFor(server, user.email_address, 'reset_password')
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
        // Three mails to each of two people.
        expect(mails).toBe(6)
        expect(await openCodes(server, users[0]!.user_id)).toBe(mails)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>

/** Two requests for one address, confirmed at the same time: one becomes the account, with its own password and names. */
export const confirmRequests: Scenario = async ({ server }) => {
  const { email_address, user_id } = await newUser(server, 'viewer', { status: 'email_unverified' })
  const request = {
    organisation_id: null,
    last_name: 'Roth',
    job_title: '',
    requested_organisation_name: null
  }
  const names = ['Ines', 'Eve']
  const codes = await Promise.all(
    names.map(first_name => codeFor(server, email_address, 'verify_email', { ...request, first_name }))
  )
  return {
    calls: times(AT_ONCE, index =>
      callOf('changePassword', {
        body: { code: codes[index % 2]!, new_password: `the password of ${names[index % 2]}, long` }
      })
    ),
    winners: 1,
    async after() {
      const [account] = await usersWhere(server, { email_address })
      expect(account?.status).toBe('awaiting_approval')
      expect(
        await withPasswords(({ verify }) =>
          verify(`the password of ${account?.first_name}, long`, account!.password_hash)
        )
      ).toBe(true)
      expect(await openCodes(server, user_id)).toBe(0)
    }
  }
}

/** With the old password: of two callers who prove it at the same time, one changes it. */
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
