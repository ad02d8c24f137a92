import { expect, test } from 'vitest'
import { EnumName } from '#contract/enums.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { enumEntries } from '#domain/projects/enums.ts'
import {
  contactRemovalObstacle,
  missingForConfirmation,
  registrationClosedReason,
  registrationPeriod,
  transitionObstacle
} from '#domain/projects/registration.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const window = (opens: string | null, closes: string | null) => ({
  registration_opens_at: opens && `${opens}T12:00:00.000Z`,
  registration_closes_at: closes && `${closes}T12:00:00.000Z`
})

test('registration is open from its first moment to before its last (product 13)', () => {
  expect(registrationClosedReason(window('2026-11-20', '2026-11-21'), now, 'Europe/London')).toBeNull()
  expect(registrationClosedReason(window('2026-11-01', null), now, 'Europe/London')).toBeNull()
  expect(registrationClosedReason(window('2026-11-01', '2026-11-20'), now, 'Europe/London')).toBe(
    'Registration closed on 20 Nov.'
  )
  expect(registrationClosedReason(window('2026-11-21', '2026-12-20'), now, 'Europe/London')).toBe(
    'Registration opens on 21 Nov.'
  )
  expect(registrationClosedReason(window('2025-11-21', '2025-12-20'), now, 'Europe/London')).toBe(
    'Registration closed on 20 Dec 2025.'
  )
  expect(registrationClosedReason(window(null, null), now, 'Europe/London')).toBe(
    'Registration has not been announced yet.'
  )
})

test('registration is for the open period, otherwise the next, otherwise the last', () => {
  const past = { name: 'past', ...window('2025-01-01', '2025-02-01') }
  const open = { name: 'open', ...window('2026-11-01', '2026-12-01') }
  const next = { name: 'next', ...window('2026-12-01', '2027-01-01') }
  const later = { name: 'later', ...window('2027-12-01', null) }
  expect(registrationPeriod([later, next, open, past], now)?.name).toBe('open')
  expect(registrationPeriod([later, next, past], now)?.name).toBe('next')
  expect(registrationPeriod([past], now)?.name).toBe('past')
  expect(registrationPeriod([{ name: 'unknown', ...window(null, null) }, past], now)?.name).toBe('unknown')
  expect(registrationPeriod([], now)).toBeUndefined()
})

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
