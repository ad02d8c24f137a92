// Since when a document is new: the end of the last visit, stored on this device per user.

import { runtimeConfig } from '#browser/stores/site-config.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { readStoredJson, writeStored } from '#lib/web-storage.ts'

/** Returning within this time is the same visit, so that a reload does not make everything old. */
const SAME_VISIT_MS = 30 * 60_000

interface Visit {
  /** The end of the previous visit; null on the first one. */
  since: string | null
  seenAt: string
}

const lastVisitKey = (userId: string): string =>
  `documents-visit:${runtimeConfig().programmeCode}:${userId || 'public'}`

function isVisit(kept: unknown): kept is Visit {
  if (typeof kept !== 'object' || kept === null || !('seenAt' in kept) || !('since' in kept)) return false
  const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return isTime(kept.seenAt) && (kept.since === null || isTime(kept.since))
}

/** Records the visit. Returns since when documents are new; null on a first visit. */
export function recordDocumentsVisit(userId: string, now: Date = presentTime()): string | null {
  const key = lastVisitKey(userId)
  const kept = readStoredJson('localStorage', key)
  const last = isVisit(kept) ? kept : null
  const isSame = last !== null && now.getTime() - Date.parse(last.seenAt) < SAME_VISIT_MS
  const since = last === null ? null : isSame ? last.since : last.seenAt
  writeStored('localStorage', key, JSON.stringify({ since, seenAt: now.toISOString() } satisfies Visit))
  return since
}
