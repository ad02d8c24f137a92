import { expect, test } from 'vitest'
import { registrationClosedReason, registrationPeriod } from '#domain/projects/registration-window.ts'

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
