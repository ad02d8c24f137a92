import type { Submission } from '#contract/submissions.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import {
  mayActFor,
  organisationOf,
  requireProject,
  requireSubmission,
  requireTimePeriod
} from '#server/auth/ownership.ts'
import { hasNotWithdrawn } from '#server/auth/taking-part.ts'
import { bumpDataVersion } from '#server/database/data-version.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database } from '#server/database/schema.ts'
import { holdStructure, holdStructureOf } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { requireFound, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { requireOwnOrganisation } from './organisation.ts'
import { lockRegistrationOf, moveToScope, requireRegistrationAllows } from './registered-scope.ts'
import { requireRegistrationOpen, recordRegistrationChange } from './registration.ts'
import { requireScopes } from './scopes.ts'
import { addSubmission, requireFreeSubmissionName, assignLineage } from './submission-rows.ts'

interface SubmissionSelection {
  project_id?: number | undefined
  organisation_id?: number | undefined
  time_period_id?: number | undefined
  limit: number
}

export const listSubmissions: RouteOf<'listSubmissions'> = async ({ query }, { database, caller }) => {
  await requireSelection(database, caller, query)
  const isEveryone = query.organisation_id === undefined && isAdminRole(caller.roleTypeId)
  const organisationId = isEveryone ? undefined : (organisationOf(caller, query.organisation_id ?? 0) ?? 0)
  const rows = await selectSubmissions(database, caller.programmeId, {
    ...query,
    organisation_id: organisationId
  }).execute()
  return { submissions: rows.map(submissionOf) }
}

/** Members of a named project see who else takes part; in others only their own organisation. */
export const listOrganisationSubmissions: RouteOf<'listOrganisationSubmissions'> = async (
  { query },
  { database, caller }
) => {
  await requireSelection(database, caller, query)
  const rows = await selectSubmissions(database, caller.programmeId, query)
    .innerJoin('projects as p', join => inProgramme(join, 'p', 's', 'project_id'))
    .where('p.programme_id', '=', caller.programmeId)
    .$if(!isAdminRole(caller.roleTypeId), builder =>
      builder.where(eb =>
        eb.or([
          eb.and([eb('p.visibility', '=', 'named'), hasNotWithdrawn(caller.programmeId)]),
          eb('s.organisation_id', '=', caller.organisationId ?? 0)
        ])
      )
    )
    .execute()
  const groups = Map.groupBy(rows, row => row.organisation_id)
  const organisation_submissions = [...groups].map(([id, own]) => ({
    id,
    organisation_name: own[0]?.organisation_name ?? '',
    submission_list: own.map(submissionOf)
  }))
  return { organisation_submissions }
}

export const createSubmission: RouteOf<'createSubmission'> = async ({ body }, { database, caller, now }) => {
  if (!mayActFor(caller, body.organisation_id)) throw notFound('organisation')
  return transaction(database, async tx => {
    await requireProject(tx, caller.programmeId, body.project_id)
    await holdStructure(tx, caller.programmeId, body.project_id)
    const registration = await lockRegistrationOf(tx, { ...body, programme_id: caller.programmeId })
    await lockRow(tx, 'organisations', caller.programmeId, body.organisation_id)
    await requireRegistrationOpen(tx, caller, body, now)
    await requireScopes(tx, caller.programmeId, body.project_id, body.scope_id ? [body.scope_id] : [])
    await requireRegistrationAllows(tx, registration, body)
    const submissionId = await addSubmission(
      tx,
      {
        programme_id: caller.programmeId,
        project_id: body.project_id,
        time_period_id: body.time_period_id,
        organisation_id: body.organisation_id,
        submission_name: body.name,
        scope_id: body.scope_id ?? null,
        lineage_id: body.lineage_id ?? null
      },
      { name: 'name', lineage: 'lineage_id' }
    )
    return readOneSubmission(tx, caller.programmeId, submissionId)
  })
}

export const updateSubmission: RouteOf<'updateSubmission'> = inTransaction(
  async (tx, { params, body }, { caller, now }) => {
    await holdStructureOf(tx, 'submissions', caller.programmeId, params.id)
    const submission = await requireSubmission(tx, caller, params.id)
    const place = { programme_id: caller.programmeId, ...submission }
    const registration = await lockRegistrationOf(tx, place)
    await lockRow(tx, 'organisations', caller.programmeId, submission.organisation_id)
    await requireRegistrationOpen(tx, caller, submission, now)
    await requireRegistrationAllows(tx, registration)
    await requireFreeSubmissionName(tx, place, body.name, 'name', params.id)
    await moveToScope(tx, place, params.id, body.scope_id)
    const { lineage_id } = await readOneSubmission(tx, caller.programmeId, params.id)
    if (body.lineage_id !== undefined && body.lineage_id !== lineage_id)
      await assignLineage(tx, place, params.id, body.lineage_id, 'lineage_id')
    await tx
      .updateTable('submissions')
      .set({ submission_name: body.name })
      .where(eb => eb.and({ programme_id: caller.programmeId, submission_id: params.id }))
      .execute()
    await bumpDataVersion(tx, caller.programmeId, submission.project_id, params.id)
    if (registration) await recordRegistrationChange(tx, caller, registration.registration_id, now)
    return readOneSubmission(tx, caller.programmeId, params.id)
  }
)

/** Every listed id must exist: ids of other programmes are treated like unknown ones. */
async function requireSelection(
  database: Database,
  { programmeId }: CallingUser,
  query: SubmissionSelection
): Promise<void> {
  if (query.project_id !== undefined) await requireProject(database, programmeId, query.project_id)
  if (query.time_period_id !== undefined) await requireTimePeriod(database, programmeId, query.time_period_id)
  if (query.organisation_id !== undefined)
    await requireOwnOrganisation(database, programmeId, query.organisation_id)
}

/** Newest period first, then by organisation and name. */
function selectSubmissions(database: Database, programmeId: number, query: SubmissionSelection) {
  return database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select([
      's.submission_id',
      's.submission_name',
      's.submission_code',
      's.organisation_id',
      's.project_id',
      's.time_period_id'
    ])
    .select(['s.scope_id', 's.lineage_id', 'o.organisation_name'])
    .where('s.programme_id', '=', programmeId)
    .$if(query.project_id !== undefined, builder => builder.where('s.project_id', '=', query.project_id ?? 0))
    .$if(query.organisation_id !== undefined, builder =>
      builder.where('s.organisation_id', '=', query.organisation_id ?? 0)
    )
    .$if(query.time_period_id !== undefined, builder =>
      builder.where('s.time_period_id', '=', query.time_period_id ?? 0)
    )
    .orderBy('t.starts_at', 'desc')
    .orderBy('o.organisation_name')
    .orderBy('s.submission_name')
    .orderBy('s.submission_id')
    .limit(query.limit)
}

async function readOneSubmission(
  database: Database,
  programmeId: number,
  submissionId: number
): Promise<Submission> {
  const row = await selectSubmissions(database, programmeId, { limit: 1 })
    .where('s.submission_id', '=', submissionId)
    .executeTakeFirst()
  return submissionOf(requireFound(row, 'submission'))
}

type StoredSubmission = Omit<Submission, 'id' | 'name'> & { submission_id: number; submission_name: string }

const submissionOf = (row: StoredSubmission): Submission => ({
  id: row.submission_id,
  name: row.submission_name,
  submission_code: row.submission_code,
  organisation_id: row.organisation_id,
  project_id: row.project_id,
  time_period_id: row.time_period_id,
  scope_id: row.scope_id,
  lineage_id: row.lineage_id
})
