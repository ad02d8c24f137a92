// The audit log on the screen and as a file. Its filters are part of the address.

import { readAllPages } from '#browser/api/all-pages.ts'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { saveCsv } from '#browser/api/download.ts'
import { AuditKind } from '#contract/audit-kinds.ts'
import { listAuditEvents } from '#contract/audit-log.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { mapResult, type Result } from '#lib/result.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { auditCsv } from './audit-texts.ts'
import { parseWholeNumber } from './user-query.ts'

export const EVENTS_PER_PAGE = 50

export const $auditLog = loadableStore<ReplyOf<typeof listAuditEvents>>()

export interface AuditFilter {
  kind: AuditKind | ''
  /** 0 for all. */
  actorId: number
  /** Days as in the URL, which may be incomplete. */
  from: string
  until: string
}

export const NO_AUDIT_FILTER = { kind: '', by: '', from: '', until: '' }

export const readAuditFilter = (params: URLSearchParams): AuditFilter => ({
  kind: AuditKind.options.find(kind => kind === params.get('kind')) ?? '',
  actorId: parseWholeNumber(params.get('by')),
  from: params.get('from') ?? '',
  until: params.get('until') ?? ''
})

const auditQuery = ({ kind, actorId, from, until }: AuditFilter) => ({
  ...(kind !== '' && { event_kind: kind }),
  ...(actorId !== 0 && { actor_user_id: actorId }),
  ...(isCalendarDate(from) && { from_day: from }),
  ...(isCalendarDate(until) && { until_day: until })
})

export const loadAuditLog = (filter: AuditFilter, page: number): Promise<void> =>
  $auditLog.load('', () =>
    call(listAuditEvents, {
      query: { ...auditQuery(filter), limit: EVENTS_PER_PAGE, offset: (page - 1) * EVENTS_PER_PAGE }
    })
  )

/** Saves all entries that match, not only those of a page. */
export async function exportAuditLog(filter: AuditFilter): Promise<Result<unknown>> {
  const read = await readAllPages('audit_events', offset =>
    call(listAuditEvents, { query: { ...auditQuery(filter), limit: MAX_PAGE_ROWS, offset } })
  )
  // Entries that are added meanwhile move others to the next page, where they are read again.
  return mapResult(read, ({ audit_events }) => {
    const events = new Map(audit_events.map(event => [event.audit_event_id, event]))
    saveCsv(auditCsv([...events.values()]), 'Audit log.csv')
  })
}
