// What an import of answers has stored and recorded.

import { listAuditEvents } from '#contract/audit-log.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { useServer } from './server.ts'

export function storedOn(server: ReturnType<typeof useServer>) {
  const submissionCoded = (code: string, period = '2026') =>
    server.database
      .selectFrom('submissions as s')
      .innerJoin('time_periods as t', on => inProgramme(on, 't', 's', 'time_period_id'))
      .select(['s.submission_id', 's.lineage_id', 's.submission_name', 's.scope_id'])
      .where('s.programme_id', '=', 1)
      .where('s.submission_code', '=', code)
      .where('t.time_period_name', '=', period)
      .execute()

  const codeOf = (submissionId: number) =>
    server.database
      .selectFrom('submissions')
      .select('submission_code')
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submissionId)
      .executeTakeFirstOrThrow()

  const answersOf = (submissionId: number) =>
    server.database
      .selectFrom('answers')
      .selectAll()
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submissionId)
      .execute()

  const recordedImports = async () => {
    const { body } = await server.call(
      listAuditEvents,
      { query: { event_kind: 'answers_imported' } },
      await server.tokenOf('admin')
    )
    return body.audit_events
  }

  return { submissionCoded, codeOf, answersOf, recordedImports }
}
