import { describe, expect, test } from 'vitest'
import { LockReason } from '#contract/questionnaires.ts'
import { ROLE } from '#domain/roles.ts'
import { lockText } from '#questionnaire/state/locks.ts'

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
    expect(lockText('read_only_role', {}, member(ROLE.viewer))).toContain('A programme admin can give you')
  })

  test('with the day that counts', () => {
    expect(lockText('closed', { closesAt: '2020-12-12T12:00:00Z' }, member(ROLE.lead))).toBe(
      'Data collection closed on 12 Dec 2020.'
    )
    expect(lockText('not_open', { opensAt: '2020-12-12T12:00:00Z' }, member(ROLE.lead))).toBe(
      'Data collection opens on 12 Dec 2020.'
    )
    expect(lockText('not_open', {}, member(ROLE.lead))).toBe('Data collection is not open yet.')
  })
})
