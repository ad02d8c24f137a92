// Since when a document is new: the end of the last visit, stored on this device per user.

import { runtimeConfig } from '#browser/stores/site-config.ts'
import { presentTime } from '#lib/time/server-clock.ts'

/** Returning within this time is the same visit, so that a reload does not make everything old. */
const SAME_VISIT_MS = 30 * 60_000

interface Visit {
  /** The end of the previous visit; null on the first one. */
  since: string | null
  seenAt: string
}

const lastVisitKey = (userId: string): string =>
  `documents-visit:${runtimeConfig().programmeCode}:${userId || 'public'}`

function readVisit(key: string): Visit | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isVisit(kept) ? kept : null
  } catch {
    // Storage is blocked or was edited: treat it as a first visit.
    return null
  }
}

function isVisit(kept: unknown): kept is Visit {
  if (typeof kept !== 'object' || kept === null || !('seenAt' in kept) || !('since' in kept)) return false
  const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return isTime(kept.seenAt) && (kept.since === null || isTime(kept.since))
}

/** Records the visit. Returns since when documents are new; null on a first visit. */
export function recordDocumentsVisit(userId: string, now: Date = presentTime()): string | null {
  const key = lastVisitKey(userId)
  const last = readVisit(key)
  const isSame = last !== null && now.getTime() - Date.parse(last.seenAt) < SAME_VISIT_MS
  const since = last === null ? null : isSame ? last.since : last.seenAt
  try {
    localStorage.setItem(key, JSON.stringify({ since, seenAt: now.toISOString() } satisfies Visit))
  } catch {
    // Without storage nothing is ever new.
  }
  return since
}
