import { expect, test } from 'vitest'
import { EnumName } from '#contract/enums.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { enumEntries } from '#domain/projects/enums.ts'
import {
  contactRemovalObstacle,
  missingForConfirmation,
  transitionObstacle
} from '#domain/projects/registration.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

test('confirmation requires terms, scopes, a primary contact in each required role, and a submission', () => {
  const contact = (contact_role: string, is_primary = true, is_account_closed = false) => ({
    contact_role,
    is_primary,
    is_account_closed
  })
  const complete = {
    terms_accepted_at: now,
    scope_ids: [1],
    contacts: [contact('Lead'), contact('Data')],
    submission_count: 1
  }
  const fields = (change: Partial<typeof complete> | { terms_accepted_at: null }) =>
    missingForConfirmation({ ...complete, ...change }).map(obstacle => obstacle.field)
  expect(missingForConfirmation(complete)).toEqual([])
  expect(fields({ terms_accepted_at: null })).toEqual(['terms_accepted'])
  expect(fields({ scope_ids: [] })).toEqual(['scope_ids'])
  expect(fields({ submission_count: 0 })).toEqual(['registration_submissions'])
  expect(fields({ contacts: [contact('Lead'), contact('Data', true, true)] })).toEqual([
    'registration_contacts'
  ])
  expect(
    missingForConfirmation({
      ...complete,
      contacts: [contact('Lead'), contact('Data', false), contact('Deputy')]
    })
  ).toEqual([{ field: 'registration_contacts', message: 'a primary contact is required for the role Data' }])
  expect(
    missingForConfirmation({ terms_accepted_at: null, scope_ids: [], contacts: [], submission_count: 0 })
  ).toHaveLength(5)
})

test('withdrawing requires a reason, and a confirmed registration cannot become a draft again', () => {
  expect(transitionObstacle('registered', 'withdrawn', 'Ward closed')).toBeNull()
  for (const reason of [undefined, null, '', '  '])
    expect(transitionObstacle('registered', 'withdrawn', reason)?.field).toBe('reason')
  expect(transitionObstacle('registered', 'draft', null)?.field).toBe('registration_status')
  expect(transitionObstacle('withdrawn', 'draft', null)).toBeNull()
  expect(transitionObstacle('withdrawn', 'withdrawn', null)).toBeNull()
  expect(transitionObstacle('draft', 'registered', null)).toBeNull()
})

test('the last contact of a required role stays while a registration is confirmed', () => {
  expect(contactRemovalObstacle('registered', 'Lead', 1)).toContain('Lead')
  expect(contactRemovalObstacle('registered', 'Lead', 2)).toBeNull()
  expect(contactRemovalObstacle('registered', 'Deputy', 1)).toBeNull()
  expect(contactRemovalObstacle('draft', 'Lead', 1)).toBeNull()
})

test('every enum has names with unique ids', () => {
  for (const name of EnumName.options) {
    const entries = enumEntries(name)
    expect(entries.length).toBeGreaterThan(1)
    expect(new Set(entries.map(entry => entry.id)).size).toBe(entries.length)
    expect(new Set(entries.map(entry => entry.name)).size).toBe(entries.length)
  }
  expect(enumEntries('role_types')).toEqual(ROLE_TYPES)
})
