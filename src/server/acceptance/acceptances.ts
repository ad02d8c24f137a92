// Acceptance of questionnaires by admins: what is accepted does not change, and editions can be limited to it.

import { sql } from 'kysely'
import type * as contract from '#contract/acceptances.ts'
import type { Acceptance, AcceptanceState } from '#contract/acceptances.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { jsonTimestamp } from '#lib/time/timestamp-text.ts'
import { requireProject, requireSubmission, requireTimePeriod } from '#server/auth/ownership.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Database } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockedError, notFound, requireRow } from '#server/http/api-error.ts'
import { inTransaction, type RouteContext, type RouteOf } from '#server/http/route.ts'
import { ACCEPTABLE_IF_NAMED, acceptanceStates, type AcceptanceScope } from './acceptance-states.ts'

/** JSON aggregates return times in the database's text format. */
interface FoundAcceptances {
  acceptances: Acceptance[]
  total: number
  organisation_count: number
  state_counts: { acceptance_state: AcceptanceState; state_count: number }[]
}

export const listAcceptances: RouteOf<'listAcceptances'> = async ({ query }, { database, caller, now }) => {
  const { programmeId } = caller
  const { requires_acceptance } = await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  const scope = { programmeId, projectId: query.project_id, timePeriodId: query.time_period_id, now }
  const { rows } = await sql<FoundAcceptances>`
    with states as materialized (
      select * from (${acceptanceStates(scope)}) every_state
      where (is_counted or accepted_at is not null) ${query.is_left_out === true ? sql`and is_left_out` : sql``}
        ${query.has_unresolved_queries === true ? sql`and query_count > 0` : sql``}),
    page as (
      select * from states order by organisation_name, organisation_id, submission_name, submission_id, display_order, questionnaire_id
      limit ${query.limit} offset ${query.offset})
    select
      (select count(*)::int from states) as total,
      (select count(distinct organisation_id)::int from states) as organisation_count,
      (select coalesce(json_agg(json_build_object('acceptance_state', acceptance_state, 'state_count', state_count) order by acceptance_state), '[]')
        from (select acceptance_state, count(*)::int as state_count from states group by acceptance_state) counted) as state_counts,
      (select coalesce(json_agg(json_build_object(
          'submission_id', p.submission_id, 'submission_name', p.submission_name,
          'organisation_id', p.organisation_id, 'organisation_name', p.organisation_name,
          'questionnaire_id', p.questionnaire_id, 'questionnaire_name', p.questionnaire_name,
          'acceptance_state', p.acceptance_state, 'section_count', p.section_count,
          'completed_section_count', p.completed_section_count, 'query_count', p.query_count,
          'accepted_at', p.accepted_at, 'accepted_by', nullif(trim(concat(u.first_name, ' ', u.last_name)), ''),
          'revoked_at', p.revoked_at, 'reason_text', p.reason_text)
        order by p.organisation_name, p.organisation_id, p.submission_name, p.submission_id, p.display_order, p.questionnaire_id), '[]')
        from page p left join users u on u.programme_id = ${programmeId} and u.user_id = p.accepted_by_user_id) as acceptances`.execute(
    database
  )
  const { acceptances, ...counts } = rows[0]!
  return {
    requires_acceptance,
    ...counts,
    acceptances: acceptances.map(row => ({
      ...row,
      accepted_at: jsonTimestamp(row.accepted_at),
      revoked_at: jsonTimestamp(row.revoked_at)
    }))
  }
}

interface NamedState {
  submission_id: number
  questionnaire_id: number
  acceptance_state: AcceptanceState
}

/** Nobody saves in the project meanwhile, so what is accepted is what was found complete. */
export async function acceptSubmissions(
  { body }: ReceivedOf<typeof contract.acceptSubmissions>,
  { database, caller, now }: Pick<RouteContext, 'database' | 'caller' | 'now'>
): ReturnType<RouteOf<'acceptSubmissions'>> {
  const { programmeId } = caller
  await requireTimePeriod(database, programmeId, body.time_period_id)
  const scope = { programmeId, projectId: body.project_id, timePeriodId: body.time_period_id, now }
  const named = body.accepted_questionnaires
  return transaction(database, async tx => {
    await takeStructure(tx, programmeId, body.project_id)
    const found = await readStates(tx, scope, named)
    const accepts = found.filter(({ acceptance_state: state }) =>
      named === null ? state === 'ready' : ACCEPTABLE_IF_NAMED.includes(state)
    )
    const by = { accepted_at: now, accepted_by_user_id: caller.userId }
    const rows = accepts.map(({ submission_id, questionnaire_id }) => ({
      programme_id: programmeId,
      submission_id,
      questionnaire_id,
      ...by
    }))
    await insertRows(tx, 'acceptances', rows)
    const acts = accepts.map(({ submission_id, questionnaire_id }) => ({
      kind: 'answers_accepted' as const,
      project_id: body.project_id,
      time_period_id: body.time_period_id,
      submission_id,
      questionnaire_id
    }))
    return recordActs(tx, { ...caller, now }, acts, {
      accepted_count: rows.length,
      left_out: named === null ? [] : found.filter(one => !accepts.includes(one))
    })
  })
}

/** The states of all questionnaires that are ready, or of those that are named; a 404 if one of these is not in the project and period. */
async function readStates(
  database: Database,
  scope: AcceptanceScope,
  named: readonly Omit<NamedState, 'acceptance_state'>[] | null
): Promise<NamedState[]> {
  const isMeant =
    named === null
      ? sql`acceptance_state = 'ready' and is_counted`
      : sql`(submission_id, questionnaire_id) in (${sql.join(named.map(one => sql`(${one.submission_id}::bigint, ${one.questionnaire_id}::bigint)`))})`
  const { rows } = await sql<NamedState>`
    select submission_id, questionnaire_id, acceptance_state from (${acceptanceStates(scope)}) every_state
    where ${isMeant} order by submission_id, questionnaire_id`.execute(database)
  const keys = new Set(named?.map(one => `${one.submission_id}/${one.questionnaire_id}`))
  if (rows.length < keys.size) throw notFound('questionnaire of this submission')
  return rows
}

export const revokeAcceptance: RouteOf<'revokeAcceptance'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const { submission_id, questionnaire_id, reason_text } = body
    const { project_id, time_period_id } = await requireSubmission(tx, caller, submission_id)
    await takeStructure(tx, programmeId, project_id)
    // Also of a questionnaire that is retired or no longer applies: what it has in common with others stays accepted until then.
    await requireRow(
      tx.selectFrom('questionnaires').select('questionnaire_id'),
      { programme_id: programmeId, questionnaire_id, project_id },
      'questionnaire'
    )
    const { numUpdatedRows } = await tx
      .updateTable('acceptances')
      .set({ revoked_at: now, revoked_by_user_id: caller.userId, reason_text })
      .where(eb => eb.and({ programme_id: programmeId, submission_id, questionnaire_id }))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw lockedError('This questionnaire is not accepted.')
    const subject = { submission_id, questionnaire_id }
    return recordActs(
      tx,
      { ...caller, now },
      [{ kind: 'acceptance_revoked', project_id, time_period_id, ...subject }],
      { ...subject, revoked_at: now.toISOString() }
    )
  }
)
