// When a person is mailed about the open queries of a project.

import { DAY_MS } from '#lib/time/clock.ts'

/** So long before its due date, a query is mailed once more. */
const REMIND_BEFORE_MS = 2 * DAY_MS

interface MailedQuery {
  /** When it was raised or returned. */
  status_at: Date
  due_at: Date | null
}

/** Something was asked since the last mail, or is due soon and was not mailed since it is. `sentAt` are the earlier mails about the project. */
export function isMailDue(queries: readonly MailedQuery[], sentAt: readonly Date[], now: Date): boolean {
  const last = Math.max(Number.NEGATIVE_INFINITY, ...sentAt.map(at => at.getTime()))
  return queries.some(({ status_at, due_at }) => {
    if (status_at.getTime() > last) return true
    if (due_at === null || due_at <= now) return false
    const remindFrom = due_at.getTime() - REMIND_BEFORE_MS
    return now.getTime() >= remindFrom && last < remindFrom
  })
}
