// Windows in which admins open closed questionnaires again, for some submissions and until a time.

import { sql } from 'kysely'
import type { AcceptanceState } from '#contract/acceptances.ts'
import { personName } from '#domain/people/full-name.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { invalid, lockedError, notFound, requireRow } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { acceptanceStates, type AcceptanceScope } from './acceptance-states.ts'

export const listCorrectionWindows: RouteOf<'listCorrectionWindows'> = async (
  { query },
  { database, caller: { programmeId } }
) => {
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  const selected = database
    .selectFrom('correction_windows as x')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'x', 'submission_id'))
    .where('x.programme_id', '=', programmeId)
    .where('s.project_id', '=', query.project_id)
    .where('s.time_period_id', '=', query.time_period_id)
  const rows = await selected
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'x', 'questionnaire_id'))
    .leftJoin('sections as c', join => inProgramme(join, 'c', 'x', 'section_id'))
    .innerJoin('users as u', join =>
      join.onRef('u.programme_id', '=', 'x.programme_id').onRef('u.user_id', '=', 'x.opened_by_user_id')
    )
    .select(['x.correction_window_id', 'x.submission_id', 'x.questionnaire_id', 'x.section_id'])
    .select(['x.window_kind', 'x.open_until', 'x.opened_at', 'x.reason_text'])
    .select(['s.submission_name', 'o.organisation_id', 'o.organisation_name'])
    .select(['q.questionnaire_name', 'c.section_name', 'u.first_name', 'u.last_name'])
    .orderBy('x.open_until', 'desc')
    .orderBy('x.correction_window_id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await selected
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const correction_windows = rows.map(({ first_name, last_name, open_until, opened_at, ...row }) => ({
    ...row,
    open_until: open_until.toISOString(),
    opened_at: opened_at.toISOString(),
    opened_by: personName({ first_name, last_name })
  }))
  return { correction_windows, total }
}

/** An open window of the same part ends, so that the newest decision is in force. */
export const openCorrectionWindows: RouteOf<'openCorrectionWindows'> = async (
  { body },
  { database, caller, now }
) => {
  const { programmeId } = caller
  const { project_id, time_period_id, questionnaire_id, section_id, window_kind, reason_text } = body
  const open_until = new Date(body.open_until)
  if (open_until <= now) throw invalid('open_until', 'must be in the future')
  await requireTimePeriod(database, programmeId, time_period_id)
  return transaction(database, async tx => {
    await takeStructure(tx, programmeId, project_id)
    if (section_id !== null)
      await requireRow(
        tx.selectFrom('sections').select('section_id'),
        { programme_id: programmeId, questionnaire_id, section_id, is_active: true },
        'section'
      )
    const scope = { programmeId, projectId: project_id, timePeriodId: time_period_id, now }
    const found = await readPlaces(tx, scope, questionnaire_id, body.submission_ids)
    if (found.some(({ has_ended }) => !has_ended))
      throw lockedError('Data collection has not closed, so answers can still be entered.')
    const accepted = found.filter(({ acceptance_state }) => acceptance_state === 'accepted')
    const opened = found.filter(one => !accepted.includes(one)).map(({ submission_id }) => submission_id)
    await tx
      .updateTable('correction_windows')
      .set({ open_until: now })
      .where('programme_id', '=', programmeId)
      .where('questionnaire_id', '=', questionnaire_id)
      .where('section_id', 'is not distinct from', section_id)
      .where('submission_id', '=', ({ fn }) => fn.any(sql<number[]>`${opened}::bigint[]`))
      .where('open_until', '>', now)
      .execute()
    const part = { programme_id: programmeId, questionnaire_id, section_id, window_kind, reason_text }
    const common = { ...part, open_until, opened_at: now, opened_by_user_id: caller.userId }
    await insertRows(
      tx,
      'correction_windows',
      opened.map(submission_id => ({ ...common, submission_id }))
    )
    const acts = opened.map(submission_id => ({
      kind: window_kind === 'change' ? ('window_opened' as const) : ('completion_window_opened' as const),
      ...{ project_id, time_period_id, submission_id, questionnaire_id, section_id },
      value_after: open_until.toISOString()
    }))
    return recordActs(tx, { ...caller, now }, acts, {
      opened_count: opened.length,
      accepted_ids: accepted.map(({ submission_id }) => submission_id)
    })
  })
}

interface FoundPlace {
  submission_id: number
  acceptance_state: AcceptanceState
  /** Whether its data collection has closed. */
  has_ended: boolean
}

/** The questionnaire in each of the submissions; a 404 if one of them does not have it. */
async function readPlaces(
  tx: Tx,
  scope: AcceptanceScope,
  questionnaireId: number,
  submissionIds: readonly number[]
): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select submission_id, acceptance_state, has_ended from (${acceptanceStates(scope)}) every_state
    where questionnaire_id = ${questionnaireId} and submission_id = any(${submissionIds}::bigint[]) order by submission_id`.execute(
    tx
  )
  if (rows.length < new Set(submissionIds).size) throw notFound('questionnaire of this submission')
  return rows
}

export const closeCorrectionWindow: RouteOf<'closeCorrectionWindow'> = async (
  { params },
  { database, caller, now }
) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const subject = await requireRow(
      tx
        .selectFrom('correction_windows as x')
        .innerJoin('submissions as s', join => inProgramme(join, 's', 'x', 'submission_id'))
        .select(['s.project_id', 's.time_period_id', 's.submission_id'])
        .select(['x.questionnaire_id', 'x.section_id']),
      { 'x.programme_id': programmeId, 'x.correction_window_id': params.id },
      'correction window'
    )
    await takeStructure(tx, programmeId, subject.project_id)
    const { numUpdatedRows } = await tx
      .updateTable('correction_windows')
      .set({ open_until: now })
      .where('programme_id', '=', programmeId)
      .where('correction_window_id', '=', params.id)
      .where('open_until', '>', now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw lockedError('This correction window has already closed.')
    return recordActs(tx, { ...caller, now }, [{ kind: 'window_closed', ...subject }], {
      correction_window_id: params.id,
      open_until: now.toISOString()
    })
  })
