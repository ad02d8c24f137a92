import { sql } from 'kysely'
import { liveCount } from '#domain/disclosure/disclosure.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { organisationOf, requireProject, requireTimePeriod, timePeriodsOf } from '#server/auth/ownership.ts'
import { readerOf, type DisclosureReader } from '#server/auth/reader.ts'
import { appliesToScope, hasNotWithdrawn } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { hasStarted } from '#server/questionnaires/progress.ts'
import { projectSummaries } from './project-summaries.ts'
import { projectContacts } from './project-texts.ts'

export const listProjects: RouteOf<'listProjects'> = async ({ query }, { database, caller, now }) => {
  const { programmeId } = caller
  const time_period_id = query.time_period_id || (await newestPeriod(database, programmeId))
  if (query.time_period_id > 0) await requireTimePeriod(database, programmeId, time_period_id)
  const organisationId = organisationOf(caller, query.organisation_id ?? 0) ?? 0
  return {
    projects: await projectSummaries(database, caller, time_period_id, now, { organisationId }),
    time_period_id
  }
}

async function newestPeriod(database: Database, programmeId: number): Promise<number> {
  const [period] = await timePeriodsOf(database, programmeId).limit(1).execute()
  return requireFound(period, 'time period').time_period_id
}

export const getProject: RouteOf<'getProject'> = async ({ params, query }, { database, caller, now }) => {
  const { programmeId } = caller
  const project = await projectByIdOrCode(database, programmeId, params.id)
  if (query.time_period_id !== undefined) await requireTimePeriod(database, programmeId, query.time_period_id)
  const timePeriodId =
    query.time_period_id ?? (await newestProjectPeriod(database, programmeId, project.project_id))
  const [summary] = await projectSummaries(database, caller, timePeriodId, now, {
    projectId: project.project_id
  })
  return {
    ...requireFound(summary, 'period of this project'),
    time_period_id: timePeriodId,
    minimum_count: project.minimum_count,
    visibility: project.visibility,
    others_visible_from: project.others_visible_from,
    requires_acceptance: project.requires_acceptance,
    edition: await newestEdition(database, programmeId, project.project_id, timePeriodId),
    project_contacts: await projectContacts(database, programmeId, project.project_id),
    participation: shownParticipation(
      await participationIn(database, programmeId, project.project_id, timePeriodId),
      readerOf(caller, project)
    )
  }
}

type ParticipationCounts = Awaited<ReturnType<typeof participationIn>>

const shownParticipation = (counts: ParticipationCounts, reader: DisclosureReader): ParticipationCounts =>
  reader.kind === 'open'
    ? counts
    : {
        registered_count: liveCount(counts.registered_count, reader.minimumCount),
        submission_count: liveCount(counts.submission_count, reader.minimumCount),
        started_count: liveCount(counts.started_count, reader.minimumCount),
        complete_count: liveCount(counts.complete_count, reader.minimumCount)
      }

async function projectByIdOrCode(database: Database, programmeId: number, idOrCode: number | string) {
  if (typeof idOrCode === 'number') return requireProject(database, programmeId, idOrCode)
  return requireRow(
    database.selectFrom('projects').selectAll(),
    { programme_id: programmeId, project_code: idOrCode },
    'project'
  )
}

async function newestEdition(
  database: Database,
  programmeId: number,
  projectId: number,
  timePeriodId: number
) {
  const row = await database
    .selectFrom('editions')
    .select(['edition_number', 'published_at'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId, time_period_id: timePeriodId }))
    .orderBy('edition_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, published_at: row.published_at.toISOString() } : null
}

async function newestProjectPeriod(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<number> {
  const row = await database
    .selectFrom('project_periods as d')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 'd', 'time_period_id'))
    .select('d.time_period_id')
    .where(eb => eb.and({ 'd.programme_id': programmeId, 'd.project_id': projectId }))
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return requireFound(row, 'period of this project').time_period_id
}

/** Counts over all organisations: registrations, started and complete submissions. Nobody is named. */
async function participationIn(
  database: Database,
  programmeId: number,
  projectId: number,
  timePeriodId: number
) {
  const { registered_count } = await database
    .selectFrom('registrations')
    .select(({ fn }) => fn.countAll<number>().as('registered_count'))
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', timePeriodId)
    .where('registration_status', '=', 'registered')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ submission_count: number; started_count: number; complete_count: number }>`
    with wanted as (
      select q.questionnaire_id, c.section_id
      from questionnaires q
      join sections c on c.programme_id = q.programme_id and c.questionnaire_id = q.questionnaire_id
      join questionnaire_periods w on w.programme_id = q.programme_id and w.questionnaire_id = q.questionnaire_id
      where q.programme_id = ${programmeId} and c.programme_id = ${programmeId}
        and q.project_id = ${projectId} and w.time_period_id = ${timePeriodId}
        and q.is_active and c.is_active and q.questionnaire_type = 'standard'
    ), progress as (
      select s.submission_id, count(c.section_id) as asked,
        count(*) filter (where ${hasStarted()}) as started,
        count(*) filter (where ss.status = any(${DONE_STATUSES}::text[])) as complete
      from submissions s
      left join wanted c on ${appliesToScope(programmeId, 'c', 's')}
      left join section_submissions ss
        on ss.programme_id = s.programme_id and ss.submission_id = s.submission_id and ss.case_code_id = 0
        and ss.section_id = c.section_id
      where s.programme_id = ${programmeId} and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}
        and ${hasNotWithdrawn(programmeId)}
      group by s.submission_id
    )
    select count(*) as submission_count,
      count(*) filter (where started > 0) as started_count,
      count(*) filter (where asked > 0 and complete = asked) as complete_count
    from progress`.execute(database)
  return { registered_count, ...(rows[0] ?? { submission_count: 0, started_count: 0, complete_count: 0 }) }
}

export const addFavourite: RouteOf<'addFavourite'> = async ({ params }, { database, caller }) => {
  const { project_id } = await requireProject(database, caller.programmeId, params.id)
  await database
    .insertInto('project_favorites')
    .values({ programme_id: caller.programmeId, project_id, user_id: caller.userId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return { project_id, is_favorite: true }
}

export const removeFavourite: RouteOf<'removeFavourite'> = async ({ params }, { database, caller }) => {
  const { project_id } = await requireProject(database, caller.programmeId, params.id)
  await database
    .deleteFrom('project_favorites')
    .where(eb => eb.and({ programme_id: caller.programmeId, project_id, user_id: caller.userId }))
    .execute()
  return { project_id, is_favorite: false }
}
