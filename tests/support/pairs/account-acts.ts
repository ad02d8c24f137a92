// Changes to the accounts of people who are entering data.

import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { createKeyFor, NEW_KEY } from '#tests/support/api-keys.ts'
import { codeFor, newUser, PROGRAMME, register, SECRET } from '#tests/support/races/race-accounts.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import { NOON } from '#tests/support/server.ts'
import type { Act } from './act.ts'
import type { Stage } from './stage.ts'

const address = (word: string): string => `${fresh(word).replace(' ', '-')}@pair.example`
const code = (): string =>
  new TOTP({ secret: Secret.fromBase32(SECRET), digits: 6, period: 30 }).generate({
    timestamp: NOON.getTime()
  })

/** Gives the contributor a secret, so that a code can be requested. */
const withSecret = ({ server, contributor }: Stage, otp_enabled: boolean) =>
  server.database
    .updateTable('users')
    .set({ otp_secret: SECRET, otp_enabled })
    .where('programme_id', '=', PROGRAMME)
    .where('user_id', '=', contributor.user_id)
    .execute()

const own =
  (name: 'logout' | 'endOwnSessions' | 'generateOtp'): Act =>
  stage =>
    callOf(name, {}, stage.tokens.contributor)

export const accountActs = {
  login: [
    ({ contributor }) =>
      callOf('login', {
        body: {
          programme_id: PROGRAMME,
          email_address: contributor.email_address,
          password: DEMO_PASSWORD,
          otp: null
        }
      })
  ],
  logout: [own('logout')],
  endOwnSessions: [own('endOwnSessions')],
  endOwnSession: [
    async ({ server, contributor, tokens }) => {
      const { sid } = decodeJwt<{ sid: string }>(await server.logIn(contributor.email_address))
      return callOf('endOwnSession', { params: { id: sid } }, tokens.contributor)
    }
  ],
  createApiKey: [
    ({ tokens }) =>
      callOf('createApiKey', { body: { ...NEW_KEY, current_password: DEMO_PASSWORD } }, tokens.contributor)
  ],
  deleteApiKey: [
    async ({ server, tokens }) => {
      const { id } = await createKeyFor(server, tokens.contributor)
      return callOf('deleteApiKey', { params: { id } }, tokens.admin)
    }
  ],
  generateOtp: [own('generateOtp')],
  enableOtp: [
    async stage => {
      await withSecret(stage, false)
      const body = { enabled: true, token: code(), current_password: DEMO_PASSWORD }
      return callOf('enableOtp', { body }, stage.tokens.contributor)
    }
  ],
  renewRecoveryCodes: [
    async stage => {
      await withSecret(stage, true)
      return callOf('renewRecoveryCodes', { body: { token: code() } }, stage.tokens.contributor)
    }
  ],
  resetOtp: [
    async stage => {
      await withSecret(stage, true)
      return callOf('resetOtp', { params: { id: stage.contributor.user_id } }, stage.tokens.admin)
    }
  ],
  registerUser: [() => register(address('new'), 1)],
  resetPassword: [
    ({ contributor }) =>
      callOf('resetPassword', { body: { programme_id: PROGRAMME, email_address: contributor.email_address } })
  ],
  changePassword: [
    async ({ server, contributor }) => {
      const reset = await codeFor(server, contributor.email_address, 'reset_password')
      return callOf('changePassword', { body: { code: reset, new_password: 'eighteen grey herons' } })
    },
    ({ tokens }) =>
      callOf(
        'changePassword',
        { body: { current_password: DEMO_PASSWORD, new_password: 'seventeen grey herons' } },
        tokens.contributor
      )
  ],
  inviteUser: [
    ({ place, tokens }) =>
      callOf(
        'inviteUser',
        {
          body: {
            programme_id: PROGRAMME,
            email_address: address('invited'),
            first_name: 'Ines',
            last_name: 'Roth',
            role_type_id: 4,
            organisation_id: place.organisation_id
          }
        },
        tokens.admin
      )
  ],
  decideUsers: [
    async ({ server, tokens }) => {
      const { user_id } = await newUser(server, 'viewer', { status: 'awaiting_approval' })
      const body = { users: [{ user_id, decision: 'approve' as const }] }
      return callOf('decideUsers', { params: { id: user_id }, body }, tokens.admin)
    }
  ],
  updateUser: [
    ({ contributor, tokens }) =>
      callOf(
        'updateUser',
        { params: { id: contributor.user_id }, body: { status: 'suspended' } },
        tokens.admin
      ),
    ({ contributor, tokens }) =>
      callOf('updateUser', { params: { id: contributor.user_id }, body: { role_type_id: 5 } }, tokens.admin)
  ],
  deleteUser: [
    ({ contributor, tokens }) =>
      callOf('deleteUser', { params: { id: contributor.user_id }, body: {} }, tokens.admin)
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
