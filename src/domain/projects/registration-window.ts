// When an organisation can register (product 13).

import { formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { closingDay, openingDay } from './window-days.ts'

interface RegistrationWindow {
  registration_opens_at: string | null
  registration_closes_at: string | null
}

/** When registration ends: at the latest with the project. */
export function registrationEnd({
  registration_closes_at: closesAt,
  closed_at: closedAt
}: {
  registration_closes_at: Date | null
  closed_at: Date | null
}): Date | null {
  return closesAt === null || (closedAt !== null && closedAt < closesAt) ? closedAt : closesAt
}

/** Whether an organisation can register now. */
export function isRegistrationOpen(
  { registration_opens_at: opensAt, registration_closes_at: closesAt }: RegistrationWindow,
  now: Date = presentTime()
): boolean {
  return opensAt !== null && new Date(opensAt) <= now && (closesAt === null || now < new Date(closesAt))
}

/** Why nobody can register now, or null while registration is open. The days are those of the programme's time zone. */
export function registrationClosedReason(window: RegistrationWindow, now: Date, zone: string): string | null {
  const { registration_opens_at: opensAt, registration_closes_at: closesAt } = window
  if (opensAt === null) return 'Registration has not been announced yet.'
  if (isRegistrationOpen(window, now)) return null
  return closesAt === null || now < new Date(opensAt)
    ? `Registration opens on ${formatDay(openingDay(opensAt, zone), now)}.`
    : `Registration closed on ${formatDay(closingDay(closesAt, zone), now)}.`
}

/**
 * The period that can be registered for: the open one, otherwise the next to open, otherwise the last.
 * `periods` are newest first.
 */
export function registrationPeriod<P extends RegistrationWindow>(
  periods: readonly P[],
  now: Date
): P | undefined {
  const isUpcoming = ({ registration_opens_at }: P): boolean =>
    registration_opens_at !== null && new Date(registration_opens_at) > now
  return periods.find(period => isRegistrationOpen(period, now)) ?? periods.findLast(isUpcoming) ?? periods[0]
}
