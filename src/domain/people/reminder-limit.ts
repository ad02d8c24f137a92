// How often a person may be reminded, whoever sends it and for whichever project.

import { DAY_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'

/** After a reminder a person gets none for so long, unless a sender asks for it. */
const REMINDER_PAUSE_MS = 3 * DAY_MS

/** `today`: at most one a day, whatever is asked for. `recent`: sent within three days. */
export type ReminderObstacle = 'today' | 'recent'

/** Why a person gets no reminder now; null if they may. `sentAt` are the reminders of the last days. Days are those of the programme's time zone. */
export function reminderObstacle(
  sentAt: readonly Date[],
  now: Date,
  { isRequested, timeZone }: { isRequested: boolean; timeZone: string }
): ReminderObstacle | null {
  const today = dayIn(now, timeZone)
  if (sentAt.some(at => dayIn(at, timeZone) === today)) return 'today'
  const isRecent = sentAt.some(at => now.getTime() - at.getTime() < REMINDER_PAUSE_MS)
  return isRecent && !isRequested ? 'recent' : null
}
