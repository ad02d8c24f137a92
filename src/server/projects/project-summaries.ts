import { sql } from 'kysely'
import { contentLimits } from '#contract/list-limits.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import { registrationEnd } from '#domain/projects/registration-window.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { timestampText } from '#lib/time/timestamp-text.ts'
import { isQueryAsked, isQuestionnaireAsked, takesPart } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { requiredCells } from '#server/questionnaires/progress.ts'

/** The projects of a period for a user: all of them, or the named one. */
export async function projectSummaries(
  database: Database,
  caller: CallingUser,
  timePeriodId: number,
  now: Date,
  {
    organisationId = caller.organisationId ?? 0,
    projectId
  }: { organisationId?: number; projectId?: number } = {}
): Promise<ProjectSummary[]> {
  const rows = await database
    .selectFrom('projects as p')
    .innerJoin('project_periods as d', join => inProgramme(join, 'd', 'p', 'project_id'))
    .leftJoin('project_favorites as f', join =>
      inProgramme(join, 'f', 'p', 'project_id').on('f.user_id', '=', caller.userId)
    )
    .leftJoin('registrations as r', join =>
      inProgramme(join, 'r', 'p', 'project_id')
        .onRef('r.time_period_id', '=', 'd.time_period_id')
        .on('r.organisation_id', '=', organisationId)
    )
    .selectAll('d')
    .select([
      'p.project_id',
      'p.project_code',
      'p.project_name',
      'p.summary',
      'p.explorer_types',
      'f.user_id as favorite_of'
    ])
    .select(['r.registration_id', 'r.registration_status'])
    .select(from =>
      from
        .exists(
          from
            .selectFrom('editions as e')
            .select('e.edition_id')
            .where(eb => eb.and({ 'e.programme_id': caller.programmeId, 'e.time_period_id': timePeriodId }))
            .whereRef('e.project_id', '=', 'p.project_id')
        )
        .as('is_published')
    )
    .where(eb => eb.and({ 'p.programme_id': caller.programmeId, 'd.time_period_id': timePeriodId }))
    .$if(projectId !== undefined, builder => builder.where('p.project_id', '=', projectId ?? 0))
    .orderBy('p.display_order')
    .orderBy('p.project_id')
    .limit(contentLimits.projects.most)
    .execute()
  const progress = await projectProgress(database, caller.programmeId, timePeriodId, organisationId)
  return rows.map(row => ({
    project_id: row.project_id,
    project_code: row.project_code,
    project_name: row.project_name,
    summary: row.summary,
    project_status: projectStatus(row, now),
    registration_opens_at: timestampText(row.registration_opens_at),
    registration_closes_at: timestampText(registrationEnd(row)),
    collection_opens_at: timestampText(row.collection_opens_at),
    collection_closes_at: timestampText(row.collection_closes_at),
    published_at: timestampText(row.published_at),
    is_published: row.is_published === true,
    is_favorite: row.favorite_of !== null,
    registration_id: row.registration_id,
    registration_status: row.registration_status,
    submission_count: progress.get(row.project_id)?.submissions ?? 0,
    completion_percent: progress.get(row.project_id)?.percent ?? 0,
    open_section_count: progress.get(row.project_id)?.open ?? 0,
    open_query_count: progress.get(row.project_id)?.queries ?? 0,
    open_query_due_at: timestampText(progress.get(row.project_id)?.due ?? null),
    explorer_types: row.explorer_types
  }))
}

/**
 * An organisation's submissions and completion by project, for the questionnaires that are asked in the
 * period and apply to the submission's scope. An untouched section counts its required cells.
 */
async function projectProgress(
  database: Database,
  programmeId: number,
  timePeriodId: number,
  organisationId: number
) {
  const result = await sql<{
    project_id: number
    submissions: number
    applicable: number
    answered: number
    sections: number
    open: number
    queries: number
    due: Date | null
  }>`
    with needed as (${requiredCells(programmeId)}), asked as (
      select s.project_id, count(*) as queries, min(q.due_at) as due
      from queries q
      join submissions s on s.programme_id = q.programme_id and s.submission_id = q.submission_id
      join sections c on c.programme_id = q.programme_id and c.section_id = q.section_id
      where q.programme_id = ${programmeId} and q.status = 'open'
        and s.programme_id = ${programmeId} and s.time_period_id = ${timePeriodId} and s.organisation_id = ${organisationId}
        and ${takesPart(programmeId)} and ${isQueryAsked(programmeId)}
      group by s.project_id)
    select s.project_id, count(distinct s.submission_id) as submissions,
      coalesce(sum(coalesce(ss.applicable_count, n.cells)), 0)::bigint as applicable,
      coalesce(sum(ss.answered_count), 0)::bigint as answered,
      count(c.section_id)::bigint as sections,
      count(c.section_id) filter (where coalesce(ss.status, 'not_started') <> all(${DONE_STATUSES}::text[]))::bigint as open,
      coalesce(max(a.queries), 0)::bigint as queries, max(a.due) as due
    from submissions s
    left join asked a on a.project_id = s.project_id
    left join questionnaires q on q.programme_id = s.programme_id and q.project_id = s.project_id and q.questionnaire_type = 'standard'
      and ${isQuestionnaireAsked(programmeId, 'q')}
    left join sections c on c.programme_id = q.programme_id and c.questionnaire_id = q.questionnaire_id and c.is_active
    left join needed n on n.section_id = c.section_id
    left join section_submissions ss
      on ss.programme_id = s.programme_id and ss.submission_id = s.submission_id and ss.section_id = c.section_id and ss.case_code_id = 0
    where s.programme_id = ${programmeId} and s.time_period_id = ${timePeriodId} and s.organisation_id = ${organisationId}
    group by s.project_id`.execute(database)
  return new Map(
    result.rows.map(({ project_id, submissions, applicable, answered, sections, open, queries, due }) => {
      const counts = { applicable_count: applicable, answered_count: answered }
      const percent = completionPercent(counts, sections > 0 && open === 0)
      return [project_id, { submissions, percent, open, queries, due }]
    })
  )
}
