// Reminders to those who are late: shown first, then sent.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadCollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { projectPeriodScope, type ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import {
  listReminders,
  previewReminders,
  sendReminders,
  type Reminder,
  type ReminderRecipient
} from '#contract/reminders.ts'
import { mapResult, type Result } from '#lib/result.ts'

export type ReminderPreview = ReplyOf<typeof previewReminders>

export const $reminderPreview = loadableStore<ReminderPreview>()
export const $sentReminders = loadableStore<Reminder[]>()

export async function loadReminderPreview(
  period: ProjectPeriod,
  organisationIds: readonly number[],
  isRequested: boolean
): Promise<void> {
  const body = {
    ...projectPeriodScope(period),
    organisation_ids: [...organisationIds],
    is_requested: isRequested
  }
  await $reminderPreview.load(organisationIds.join(), () => call(previewReminders, { body }))
}

/** Sends to those who were shown as recipients, and shows the table's new dates. Returns how many got one. */
export async function sendShownReminders(
  period: ProjectPeriod,
  recipients: readonly ReminderRecipient[],
  isRequested: boolean
): Promise<Result<number>> {
  const user_ids = recipients.map(({ user_id }) => user_id)
  const body = { ...projectPeriodScope(period), user_ids, is_requested: isRequested }
  const result = mapResult(await call(sendReminders, { body }), reply => reply.sent_user_ids.length)
  if (result.ok) void reloadCollectionProgress(period)
  return result
}

export async function loadSentReminders(period: ProjectPeriod): Promise<void> {
  const query = { ...projectPeriodScope(period), limit: MAX_PAGE_ROWS }
  await $sentReminders.load(`${period.projectId}/${period.timePeriodId}`, async () =>
    mapResult(await call(listReminders, { query }), reply => reply.reminders)
  )
}
