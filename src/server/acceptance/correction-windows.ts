// Windows in which admins open closed questionnaires again, for some submissions and until a time.

import { sql } from 'kysely'
import type { AcceptanceState } from '#contract/acceptances.ts'
import type * as contract from '#contract/correction-windows.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { personName } from '#domain/people/full-name.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Database } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { invalid, lockedError, notFound, requireRow } from '#server/http/api-error.ts'
import { inTransaction, type RouteContext, type RouteOf } from '#server/http/route.ts'
import { describeCells } from '#server/questionnaires/queries/named-cells.ts'
import { acceptanceStates, type AcceptanceScope } from './acceptance-states.ts'
import { readQueriedParts } from './queried-parts.ts'

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
    .innerJoin('users as u', join => inProgramme(join, 'u', 'x', ['user_id', 'opened_by_user_id']))
    .select(['x.correction_window_id', 'x.submission_id', 'x.questionnaire_id', 'x.section_id'])
    .select(['x.window_kind', 'x.open_until', 'x.opened_at', 'x.reason_text'])
    .select(sql<number | null>`jsonb_array_length(x.cells)`.as('open_cell_count'))
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

export const planCorrectionWindows: RouteOf<'planCorrectionWindows'> = async (
  { body },
  { database, caller: { programmeId }, now }
) => {
  await requireTimePeriod(database, programmeId, body.time_period_id)
  const scope = { programmeId, projectId: body.project_id, timePeriodId: body.time_period_id, now }
  const open = (
    await requireAcceptanceStates(database, scope, body.questionnaire_id, body.submission_ids)
  ).filter(isNotAccepted)
  const parts = await readQueriedParts(database, programmeId, body, {
    ...body,
    submission_ids: open.map(({ submission_id }) => submission_id)
  })
  const found = parts.flatMap(({ submission_id, section_id, queried, cells }) => {
    const asked = new Map(queried.map(cell => [cellKey(cell), cell]))
    const listed = [...asked.values(), ...cells.filter(cell => !asked.has(cellKey(cell)))]
    const part = { submission_id, section_id, questionnaire_id: body.questionnaire_id }
    return listed.map((cell, index) => ({ ...part, ...cell, rules: [], is_queried: index < asked.size }))
  })
  const shown = found.slice(0, MAX_PAGE_ROWS)
  const named = await describeCells(database, programmeId, body, shown)
  return {
    cells: named.map((cell, index) => ({ ...cell, is_queried: shown[index]!.is_queried })),
    total: found.length,
    submission_count: new Set(
      parts.filter(({ cells }) => cells.length > 0).map(({ submission_id }) => submission_id)
    ).size,
    declared_count: parts.filter(({ isDeclared }) => isDeclared).length
  }
}

/** Ends an open window of the same part, so that the newest decision applies. */
export async function openCorrectionWindows(
  { body }: ReceivedOf<typeof contract.openCorrectionWindows>,
  { database, caller, clock }: Pick<RouteContext, 'database' | 'caller' | 'clock'>
): ReturnType<RouteOf<'openCorrectionWindows'>> {
  const { programmeId } = caller
  const { project_id, time_period_id, questionnaire_id, section_id, window_kind, reason_text } = body
  const open_until = new Date(body.open_until)
  await requireTimePeriod(database, programmeId, time_period_id)
  return transaction(database, async tx => {
    await takeStructure(tx, programmeId, project_id)
    // Not before: the call that had the lock until now may have ended windows since this one came.
    const now = clock()
    if (open_until <= now) throw invalid('open_until', 'must be in the future')
    if (section_id !== null)
      await requireRow(
        tx.selectFrom('sections').select('section_id'),
        { programme_id: programmeId, questionnaire_id, section_id, is_active: true },
        'section'
      )
    const scope = { programmeId, projectId: project_id, timePeriodId: time_period_id, now }
    const found = await requireAcceptanceStates(tx, scope, questionnaire_id, body.submission_ids)
    if (found.some(({ has_ended }) => !has_ended))
      throw lockedError('Data collection has not closed, so answers can still be entered.')
    const submission_ids = found
      .filter(one => isNotAccepted(one) && one.takes_part)
      .map(({ submission_id }) => submission_id)
    const opened =
      window_kind === 'cells'
        ? (await readQueriedParts(tx, programmeId, body, { ...body, submission_ids })).filter(
            ({ cells }) => cells.length > 0
          )
        : submission_ids.map(submission_id => ({ submission_id, section_id, cells: null }))
    // Windows of queried cells are of sections, and also replace one of the whole questionnaire if that was asked for.
    const parts = JSON.stringify(
      opened.flatMap(({ submission_id, section_id: part }) => [
        { submission_id, section_id: part },
        { submission_id, section_id }
      ])
    )
    const { rows: replaced } = await sql<{ submission_id: number; section_id: number | null; ended: Date }>`
      update correction_windows x set open_until = ${now}
      from jsonb_to_recordset(${parts}::jsonb) as w (submission_id bigint, section_id bigint)
      where x.programme_id = ${programmeId} and x.questionnaire_id = ${questionnaire_id} and x.submission_id = w.submission_id
        and x.section_id is not distinct from w.section_id and x.open_until > ${now}
      returning x.submission_id, x.section_id,
        (select o.open_until from correction_windows o where o.programme_id = ${programmeId} and o.correction_window_id = x.correction_window_id) as ended`.execute(
      tx
    )
    const common = { programme_id: programmeId, questionnaire_id, window_kind, reason_text, open_until }
    const by = { opened_at: now, opened_by_user_id: caller.userId }
    await insertRows(
      tx,
      'correction_windows',
      opened.map(({ submission_id, section_id: part, cells }) => ({
        ...common,
        ...by,
        submission_id,
        section_id: part,
        cells
      }))
    )
    const subject = { project_id, time_period_id, questionnaire_id }
    const acts = opened.map(({ submission_id, section_id: part }) => ({
      kind: window_kind === 'complete' ? ('completion_window_opened' as const) : ('window_opened' as const),
      ...subject,
      submission_id,
      section_id: part,
      value_after: open_until.toISOString()
    }))
    const closed = replaced.map(({ ended, ...part }) => ({
      kind: 'window_closed' as const,
      ...subject,
      ...part,
      value_before: ended.toISOString()
    }))
    return recordActs(tx, { ...caller, now }, [...closed, ...acts], {
      opened_count: opened.length,
      accepted_ids: found.filter(one => !isNotAccepted(one)).map(({ submission_id }) => submission_id)
    })
  })
}

interface FoundAcceptance {
  submission_id: number
  acceptance_state: AcceptanceState
  /** Whether its data collection has closed. */
  has_ended: boolean
  /** Whether its organisation can enter anything. */
  takes_part: boolean
}

const isNotAccepted = ({ acceptance_state }: FoundAcceptance): boolean => acceptance_state !== 'accepted'

/** The questionnaire in each of the submissions; a 404 if one of them does not have it. */
async function requireAcceptanceStates(
  database: Database,
  scope: AcceptanceScope,
  questionnaireId: number,
  submissionIds: readonly number[]
): Promise<FoundAcceptance[]> {
  const { rows } = await sql<FoundAcceptance>`
    select submission_id, acceptance_state, has_ended, takes_part from (${acceptanceStates(scope)}) every_state
    where questionnaire_id = ${questionnaireId} and submission_id = any(${submissionIds}::bigint[]) order by submission_id`.execute(
    database
  )
  if (rows.length < new Set(submissionIds).size) throw notFound('questionnaire of this submission')
  return rows
}

export const closeCorrectionWindow: RouteOf<'closeCorrectionWindow'> = inTransaction(
  async (tx, { params }, { caller, clock }) => {
    const { programmeId } = caller
    const readWindow = () =>
      requireRow(
        tx
          .selectFrom('correction_windows as x')
          .innerJoin('submissions as s', join => inProgramme(join, 's', 'x', 'submission_id'))
          .select(['s.project_id', 's.time_period_id', 's.submission_id'])
          .select(['x.questionnaire_id', 'x.section_id', 'x.open_until']),
        { 'x.programme_id': programmeId, 'x.correction_window_id': params.id },
        'correction window'
      )
    await takeStructure(tx, programmeId, (await readWindow()).project_id)
    const { open_until, ...subject } = await readWindow()
    const now = clock()
    if (open_until <= now) throw lockedError('This correction window has already closed.')
    await tx
      .updateTable('correction_windows')
      .set({ open_until: now })
      .where(eb => eb.and({ programme_id: programmeId, correction_window_id: params.id }))
      .execute()
    const act = { kind: 'window_closed', ...subject, value_before: open_until.toISOString() } as const
    return recordActs(tx, { ...caller, now }, [act], {
      correction_window_id: params.id,
      open_until: now.toISOString()
    })
  }
)
