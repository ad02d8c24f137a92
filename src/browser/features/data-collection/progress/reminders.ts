// Reminders to those who are late: shown first, then sent.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import {
  loadCollectionProgress,
  scopeOfPlace,
  type ProgressPlace
} from '#browser/stores/collection-progress.ts'
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
  place: ProgressPlace,
  organisationIds: readonly number[],
  isRequested: boolean
): Promise<void> {
  const body = { ...scopeOfPlace(place), organisation_ids: [...organisationIds], is_requested: isRequested }
  await $reminderPreview.load(organisationIds.join(), () => call(previewReminders, { body }))
}

/** Sends to those who were shown as recipients, and shows the table's new dates. Returns how many got one. */
export async function sendShownReminders(
  place: ProgressPlace,
  recipients: readonly ReminderRecipient[],
  isRequested: boolean
): Promise<Result<number>> {
  const user_ids = recipients.map(({ user_id }) => user_id)
  const body = { ...scopeOfPlace(place), user_ids, is_requested: isRequested }
  const result = mapResult(await call(sendReminders, { body }), reply => reply.sent_user_ids.length)
  if (result.ok) void loadCollectionProgress(place)
  return result
}

export async function loadSentReminders(place: ProgressPlace): Promise<void> {
  const query = { ...scopeOfPlace(place), limit: MAX_PAGE_ROWS }
  await $sentReminders.load(`${place.projectId}/${place.timePeriodId}`, async () =>
    mapResult(await call(listReminders, { query }), reply => reply.reminders)
  )
}
