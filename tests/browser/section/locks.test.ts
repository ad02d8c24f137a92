import { describe, expect, test } from 'vitest'
import { lockText } from '#browser/section/state/locks.ts'
import { LockReason } from '#contract/lock-reason.ts'
import { ROLE } from '#domain/people/roles.ts'

const member = (roleTypeId: number) => ({ roleTypeId, organisation: 'Your organisation' })

describe('why nothing can be entered, for who reads it', () => {
  test('who may reopen is told where; the others are told who may', () => {
    expect(lockText('signed_off', {}, member(ROLE.lead))).toContain('You can reopen it')
    for (const role of [ROLE.contributor, ROLE.viewer])
      expect(lockText('signed_off', {}, member(role))).toContain('lead can reopen it')
  })

  test('an admin reads of the organisation that is looked at, never of their own', () => {
    const admin = { roleTypeId: ROLE.admin, organisation: 'Alder Trust' }
    const said = LockReason.options.map(reason => lockText(reason, {}, admin)).join(' ')
    expect(said).toContain('Alder Trust is not registered')
    // Only admins give roles, so nobody is sent to the lead for one.
    expect(lockText('read_only_role', {}, member(ROLE.viewer))).toContain(
      'ask a programme admin for the contributor role'
    )
  })

  test('with the day that counts, and whom to ask or what to do about it', () => {
    const closed = { closesAt: '2020-12-12T12:00:00Z' }
    expect(lockText('closed', closed, member(ROLE.contributor))).toBe(
      'Data collection closed on 12 Dec 2020. To correct an answer, ask a programme admin.'
    )
    expect(lockText('closed', closed, member(ROLE.admin))).toContain('You can set a later closing date')
    expect(lockText('not_open', { opensAt: '2020-12-12T12:00:00Z' }, member(ROLE.lead))).toBe(
      'Data collection opens on 12 Dec 2020.'
    )
  })

  test('only admins are told that they can unlock it', () => {
    for (const role of [ROLE.superuser, ROLE.admin])
      expect(lockText('locked_by_admin', {}, member(role))).toContain('You can unlock it under Form')
    for (const role of [ROLE.lead, ROLE.contributor, ROLE.viewer])
      expect(lockText('locked_by_admin', {}, member(role))).toContain('ask them to unlock it')
  })

  test.each(LockReason.options)('%s: each role has a way on; a respondent is sent to nobody', reason => {
    for (const role of Object.values(ROLE))
      expect(lockText(reason, {}, member(role))).toMatch(
        /You can|can tell you|can give you|ask|lead can|says when/
      )
    const respondent = { roleTypeId: null, organisation: 'The organisation' }
    if (reason !== 'read_only_role')
      expect(lockText(reason, {}, respondent)).not.toMatch(/admin can|lead|You can/)
  })
})
