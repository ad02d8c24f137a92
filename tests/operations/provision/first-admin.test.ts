// `npm run provision -- --admin` with the address of someone who has an account.

import { expect, test } from 'vitest'
import { inviteAdmin } from '#operations/provision/first-admin.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()

test.each(['email_unverified', 'awaiting_approval', 'invited'] as const)(
  'someone whose account is %s becomes a superuser by an invitation of provisioning',
  async status => {
    const admin = { emailAddress: `${status}@wards.example`, firstName: 'Ines', lastName: 'Roth' }
    const { organisation_id } = await server.database
      .selectFrom('organisations')
      .select('organisation_id')
      .where('programme_id', '=', wards.programmeId)
      .executeTakeFirstOrThrow()
    await server.database
      .insertInto('users')
      .values({
        programme_id: wards.programmeId,
        organisation_id,
        email_address: admin.emailAddress,
        first_name: 'Someone',
        last_name: 'Else',
        job_title: '',
        role_type_id: 5,
        status,
        otp_enabled: false,
        created_at: NOON
      })
      .execute()
    const invitation = await inviteAdmin(server.database, wards, admin, { now: NOON, isMailed: true })
    expect(invitation).toEqual({ outcome: 'invited by email' })
    const user = await server.database
      .selectFrom('users')
      .select(['user_id', 'role_type_id', 'status', 'first_name', 'organisation_id'])
      .where('programme_id', '=', wards.programmeId)
      .where('email_address', '=', admin.emailAddress)
      .executeTakeFirstOrThrow()
    const isConfirmed = status !== 'email_unverified'
    expect(user).toEqual({
      user_id: expect.any(Number),
      role_type_id: 1,
      status: 'invited',
      first_name: isConfirmed ? 'Someone' : 'Ines',
      organisation_id: isConfirmed ? organisation_id : null
    })
    const acts = await server.database
      .selectFrom('audit_events')
      .select(['event_kind', 'acted_by', 'value_before', 'value_after'])
      .where('programme_id', '=', wards.programmeId)
      .where('user_id', '=', user.user_id)
      .execute()
    const acted_by = 'provisioning'
    expect(acts).toContainEqual({
      event_kind: 'role_changed',
      acted_by,
      value_before: 'Viewer',
      value_after: 'Superuser'
    })
  }
)
