// Creates submissions: their name, code, lineage and filter options.

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { bumpDataVersion } from '#server/database/data-version.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireRow, invalid } from '#server/http/api-error.ts'

export interface SubmissionScope {
  programme_id: number
  project_id: number
  time_period_id: number
  organisation_id: number
}

interface NewSubmission extends SubmissionScope {
  submission_name: string
  scope_id: number | null
  /** The unit that it continues; without one, the organisation's unit of the same name, or a new one. */
  lineage_id: number | null
}

/** The fields of the call to name in errors. */
interface Fields {
  name: string
  lineage: string
}

const MAX_CODES_TRIED = 20

/** Creates a submission. The organisation must be locked (`lockRow`), so that its names stay unique. */
export async function addSubmission(tx: Tx, wanted: NewSubmission, fields: Fields): Promise<number> {
  await requireFreeSubmissionName(tx, wanted, wanted.submission_name, fields.name)
  const lineageId = await lineageOf(tx, wanted, fields.lineage)
  const earlier = await earlierSubmission(tx, wanted.programme_id, wanted.project_id, lineageId)
  const submissionId = await insertSubmission(
    tx,
    { ...wanted, lineage_id: lineageId },
    earlier?.submission_code
  )
  await copyFilterOptions(tx, wanted.programme_id, [
    { ...wanted, submission_id: submissionId, earlier_id: earlier?.submission_id ?? 0 }
  ])
  await bumpDataVersion(tx, wanted.programme_id, wanted.project_id, submissionId)
  return submissionId
}

export const TAKEN_SUBMISSION_NAME = 'is already the name of another submission'

/** Names are unique among an organisation's submissions of a project and period, ignoring case. */
export async function requireFreeSubmissionName(
  tx: Tx,
  scope: SubmissionScope,
  name: string,
  field: string,
  exceptId = 0
): Promise<void> {
  const other = await tx
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', scope.programme_id)
    .where('project_id', '=', scope.project_id)
    .where('time_period_id', '=', scope.time_period_id)
    .where('organisation_id', '=', scope.organisation_id)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['submission_name']), '=', sql<string>`lower(${name})`))
    .where('submission_id', '!=', exceptId)
    .executeTakeFirst()
  if (other) throw invalid(field, TAKEN_SUBMISSION_NAME)
}

async function lineageOf(tx: Tx, wanted: NewSubmission, field: string): Promise<number> {
  const lineageId = wanted.lineage_id ?? (await lineageByName(tx, wanted))
  if (lineageId === undefined) return newLineage(tx, wanted)
  await requireFreeLineage(tx, wanted, lineageId, field)
  return lineageId
}

/** A lineage of the organisation that no other submission of the project and period uses. */
async function requireFreeLineage(
  tx: Tx,
  scope: SubmissionScope,
  lineageId: number,
  field: string,
  exceptId = 0
): Promise<void> {
  await requireRow(
    tx.selectFrom('lineages').select('lineage_id'),
    { programme_id: scope.programme_id, organisation_id: scope.organisation_id, lineage_id: lineageId },
    'lineage'
  )
  const taken = await tx
    .selectFrom('submissions')
    .select('submission_name')
    .where('programme_id', '=', scope.programme_id)
    .where('project_id', '=', scope.project_id)
    .where('time_period_id', '=', scope.time_period_id)
    .where('lineage_id', '=', lineageId)
    .where('submission_id', '!=', exceptId)
    .executeTakeFirst()
  if (taken) throw invalid(field, `is ${taken.submission_name} in this period already`)
}

/**
 * Assigns a submission to a lineage, or to a new one (null). Its filter options follow: the unit's earlier
 * ones, otherwise the organisation's. The organisation must be locked.
 */
export async function assignLineage(
  tx: Tx,
  scope: SubmissionScope,
  submissionId: number,
  lineageId: number | null,
  field: string
): Promise<void> {
  const { programme_id, project_id } = scope
  if (lineageId !== null) await requireFreeLineage(tx, scope, lineageId, field, submissionId)
  const lineage_id = lineageId ?? (await newLineage(tx, scope))
  const earlier = await earlierSubmission(tx, programme_id, project_id, lineage_id)
  await tx
    .updateTable('submissions')
    .set({ lineage_id })
    .where(eb => eb.and({ programme_id, submission_id: submissionId }))
    .execute()
  await tx
    .deleteFrom('submission_filter_options')
    .where(eb => eb.and({ programme_id, submission_id: submissionId }))
    .execute()
  await copyFilterOptions(tx, programme_id, [
    { ...scope, submission_id: submissionId, earlier_id: earlier?.submission_id ?? 0 }
  ])
}

/** A ward with the same name as before is the same ward, so that its trend continues. */
async function lineageByName(tx: Tx, wanted: NewSubmission): Promise<number | undefined> {
  const row = await tx
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select('s.lineage_id')
    .where('s.programme_id', '=', wanted.programme_id)
    .where('s.project_id', '=', wanted.project_id)
    .where('s.organisation_id', '=', wanted.organisation_id)
    .where(({ eb, fn }) =>
      eb(fn<string>('lower', ['s.submission_name']), '=', sql<string>`lower(${wanted.submission_name})`)
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('submissions as now')
            .select('now.submission_id')
            .where('now.programme_id', '=', wanted.programme_id)
            .where('now.project_id', '=', wanted.project_id)
            .where('now.time_period_id', '=', wanted.time_period_id)
            .whereRef('now.lineage_id', '=', 's.lineage_id')
        )
      )
    )
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.lineage_id
}

async function newLineage(tx: Tx, { programme_id, organisation_id }: SubmissionScope): Promise<number> {
  const row = await tx
    .insertInto('lineages')
    .values({ programme_id, organisation_id })
    .returning('lineage_id')
    .executeTakeFirstOrThrow()
  return row.lineage_id
}

/** The unit's newest submission in the project. */
function earlierSubmission(tx: Tx, programmeId: number, projectId: number, lineageId: number) {
  return tx
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['s.submission_id', 's.submission_code'])
    .where('s.programme_id', '=', programmeId)
    .where('s.project_id', '=', projectId)
    .where('s.lineage_id', '=', lineageId)
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** With last year's code if it is free, otherwise a random one: codes replace names in anonymous projects. */
async function insertSubmission(
  tx: Tx,
  submission: NewSubmission & { lineage_id: number },
  formerCode: string | undefined
): Promise<number> {
  for (let attempt = 0; attempt < MAX_CODES_TRIED; attempt++) {
    const submission_code =
      (attempt === 0 ? formerCode : undefined) ?? `S${randomInt(1000, 10 ** Math.min(8, 4 + attempt))}`
    const row = await tx
      .insertInto('submissions')
      .values({ ...submission, submission_code })
      .onConflict(conflict => conflict.doNothing())
      .returning('submission_id')
      .executeTakeFirst()
    if (row) return row.submission_id
  }
  throw new Error('No free submission code was found.')
}

interface OptionsCopy {
  submission_id: number
  organisation_id: number
  /** The unit's submission of the year before; 0 without one. */
  earlier_id: number
}

/** The organisation's options, and the unit's of the year before. */
export async function copyFilterOptions(
  tx: Tx,
  programmeId: number,
  copies: readonly OptionsCopy[]
): Promise<void> {
  await sql`
    with copied as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb)
        as c (submission_id bigint, organisation_id bigint, earlier_id bigint)
    ), earlier as materialized (
      select c.submission_id, e.filter_option_id, p.filter_id from copied c
      join submission_filter_options e on e.submission_id = c.earlier_id
      join filter_options p on p.programme_id = e.programme_id and p.filter_option_id = e.filter_option_id
      where e.programme_id = ${programmeId}
    )
    insert into submission_filter_options (programme_id, submission_id, filter_option_id)
    select ${programmeId}::bigint, known.submission_id, known.filter_option_id from (
      select submission_id, filter_option_id from earlier
      union
      select c.submission_id, o.filter_option_id from copied c
      join organisation_filter_options o on o.organisation_id = c.organisation_id
      join filter_options p on p.programme_id = o.programme_id and p.filter_option_id = o.filter_option_id
      where o.programme_id = ${programmeId}
        and not exists (select 1 from earlier e where e.submission_id = c.submission_id and e.filter_id = p.filter_id)
    ) known`.execute(tx)
}

/** Filters whose options differ for an organisation since its file was read before. */
export interface ChangedOptions {
  organisation_id: number
  filter_id: number
}

const changedOptions = (changes: readonly ChangedOptions[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (organisation_id bigint, filter_id bigint)`

/** Takes the options of these filters from all submissions of the organisation, until `giveFilterOptions` gives the new ones. */
export async function takeFilterOptions(
  tx: Tx,
  programmeId: number,
  changes: readonly ChangedOptions[]
): Promise<void> {
  await sql`
    delete from submission_filter_options x using submissions s, filter_options p, ${changedOptions(changes)}
    where x.programme_id = ${programmeId} and s.programme_id = ${programmeId} and p.programme_id = ${programmeId}
      and s.submission_id = x.submission_id and p.filter_option_id = x.filter_option_id
      and c.organisation_id = s.organisation_id and c.filter_id = p.filter_id`.execute(tx)
}

/** Gives all submissions of the organisation its options of these filters, also those of earlier periods. */
export async function giveFilterOptions(
  tx: Tx,
  programmeId: number,
  changes: readonly ChangedOptions[]
): Promise<void> {
  await sql`
    insert into submission_filter_options (programme_id, submission_id, filter_option_id)
    select ${programmeId}::bigint, s.submission_id, o.filter_option_id from ${changedOptions(changes)}
    join submissions s on s.programme_id = ${programmeId} and s.organisation_id = c.organisation_id
    join organisation_filter_options o on o.programme_id = ${programmeId} and o.organisation_id = c.organisation_id
    join filter_options p on p.programme_id = ${programmeId} and p.filter_option_id = o.filter_option_id
      and p.filter_id = c.filter_id`.execute(tx)
}
