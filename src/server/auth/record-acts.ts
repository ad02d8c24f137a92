// Records actions in the audit log, so that others can check later who did what (decision 0061).

import type { AuditKind } from '#contract/audit-kinds.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Row } from '#server/database/column-types.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Recorded } from '#server/http/route.ts'

type AuditRow = Row<'audit_events'>

/** What an act was about; all null for a row without it. */
const NO_SUBJECT = {
  user_id: null,
  project_id: null,
  time_period_id: null,
  questionnaire_id: null,
  section_id: null,
  submission_id: null,
  value_before: null,
  value_after: null
}

/** Ids, and words such as roles; never answers, figures or what people wrote. */
export interface AuditAct<Kind extends AuditKind = AuditKind> extends Partial<
  Pick<AuditRow, keyof typeof NO_SUBJECT>
> {
  kind: Kind
}

interface ActingParty {
  programmeId: number
  now: Date
  /** Null if no user acted: then the server did, on a date, unless `actedBy` says otherwise. */
  userId: number | null
  actedBy?: 'provisioning'
}

/**
 * Records acts in the transaction that does them, so that neither is stored without the other. Returns `reply`, as the routes of operations
 * with `audits` must.
 */
export async function recordActs<T, Kind extends AuditKind>(
  tx: Tx,
  actor: ActingParty,
  acts: readonly AuditAct<Kind>[],
  reply: T
): Promise<Recorded<T, Kind>> {
  const common = {
    programme_id: actor.programmeId,
    happened_at: actor.now,
    actor_user_id: actor.userId,
    acted_by: actor.userId === null ? (actor.actedBy ?? 'schedule') : 'user'
  }
  const rows = acts.map(({ kind, ...subject }) => ({
    ...common,
    event_kind: kind,
    ...NO_SUBJECT,
    ...subject
  }))
  await insertRows(tx, 'audit_events', rows)
  return reply as Recorded<T, Kind>
}

/** One reply about parts that were recorded in transactions of their own. */
export const gatherRecorded = <Part, T, Kind extends AuditKind>(
  parts: readonly Recorded<Part, Kind>[],
  reply: (parts: readonly Part[]) => T
): Recorded<T, Kind> => reply(parts) as Recorded<T, Kind>
