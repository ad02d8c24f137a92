// Dates in the audit log.

import { afterEach, expect, test } from 'vitest'
import { auditChange, auditCsv } from '#browser/features/users/audit-texts.ts'
import type { AuditKind } from '#contract/audit-kinds.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { windowMoment, type WindowEnd } from '#domain/projects/window-days.ts'
import { DEFAULT_TIME_ZONE, setTimeZone } from '#lib/time/time-zone.ts'

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

const event = (
  event_kind: AuditKind,
  value_before: string | null,
  value_after: string | null
): AuditEvent => ({
  audit_event_id: 1,
  happened_at: '2027-01-04T10:00:00.000Z',
  event_kind,
  actor_name: 'Ada King',
  actor_user_id: 1,
  acted_by: 'user',
  user_name: null,
  organisation_name: null,
  submission_name: null,
  project_name: null,
  time_period_name: null,
  questionnaire_name: null,
  section_name: null,
  value_before,
  value_after
})

test.each(['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'windows have the days that were chosen, in %s',
  zone => {
    setTimeZone(zone)
    const at = (end: WindowEnd, day: string): string => windowMoment(end, day, zone).toISOString()
    const dates = event(
      'dates_changed',
      `from ${at('opens', '2027-01-04')} until ${at('closes', '2027-02-28')}, locked`,
      `registration until ${at('closes', '2027-01-31')}, results from ${at('opens', '2027-06-01')}`
    )
    const texts = [
      'from 4 Jan 2027 until 28 Feb 2027, locked',
      'registration until 31 Jan 2027, results from 1 Jun 2027'
    ]
    expect(auditChange(dates)).toBe(texts.join(' → '))
    expect(auditCsv([dates])).toContain(texts.map(text => `"${text}"`).join(','))
    for (const kind of ['window_opened', 'completion_window_opened'] as const)
      expect(auditChange(event(kind, null, at('closes', '2027-01-18')))).toBe('until 18 Jan 2027')
    expect(auditChange(event('window_closed', at('closes', '2027-01-18'), null))).toBe('until 18 Jan 2027')
  }
)

test('what has not changed is shown once', () => {
  const access = 'Viewer, Northfield General (number 3)'
  expect(auditChange(event('user_rejected', access, access))).toBe(access)
  expect(auditChange(event('user_approved', access, null))).toBe(access)
  expect(auditCsv([event('user_rejected', access, access)])).toContain(`"${access}","${access}"`)
})

test('a time is that of the programme’s zone', () => {
  setTimeZone('Pacific/Auckland')
  expect(auditChange(event('window_opened', null, '2027-01-18T04:00:00.000Z'))).toMatch(
    /^until 18 Jan 2027, 17:00(, Auckland time)?$/
  )
})
