import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/organisation-progress.ts'
import type { OrganisationProgress } from '#contract/organisation-progress.ts'
import { ROLE } from '#domain/people/roles.ts'
import { jsonTimestamp } from '#lib/time/timestamp-text.ts'
import { onlyOrganisation, requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { appliesToScope, hasNotWithdrawn, takesPart } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import type { RouteOf } from '#server/http/route.ts'
import { hasStarted, lastActivity, requiredCells } from '#server/questionnaires/progress.ts'

/** Admins see every organisation, members the submissions of their own. */
export const listOrganisationProgress: RouteOf<'listOrganisationProgress'> = async (
  { query },
  { database, caller }
) => {
  const { programmeId } = caller
  const only = onlyOrganisation(caller)
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  return progressRows(database, {
    programmeId,
    projectId: query.project_id,
    timePeriodId: query.time_period_id,
    organisationIds: only === null ? null : [only],
    limit: query.limit,
    offset: query.offset
  })
}

interface ProgressScope {
  programmeId: number
  projectId: number
  timePeriodId: number
  /** The submissions of these organisations, one a row; null for all organisations, one a row. */
  organisationIds: readonly number[] | null
  /** Of these, only what can be entered: submissions that take part, in these questionnaires unless they are accepted. */
  enterable?: readonly number[]
  limit: number
  offset: number
}

type Progress = ReplyOf<typeof contract.listOrganisationProgress>

/** JSON aggregates return times in the database's text format. */
interface FoundProgress {
  organisations: OrganisationProgress[]
  section_list: Progress['section_list']
  filter_list: Progress['filter_list']
  total: number
  registered: number
  started: number
  complete: number
  signed_off: number
}

/** A page of the organiser's table with its heads and totals, in one statement, however many rows and sections there are. */
export async function progressRows(database: Database, scope: ProgressScope): Promise<Progress> {
  const { rows } = await sql<FoundProgress>`
    with needed as (${requiredCells(scope.programmeId)}),
    ${unitsOf(scope)},
    ${cellsOf(scope)},
    combined as (
      select unit_id, section_id, min(stage) as stage, bool_or(is_started) as is_started,
        sum(applicable)::int as applicable, sum(answered)::int as answered, sum(warnings)::int as warnings,
        bool_and(is_empty) as is_empty, max(saved_at) as saved_at, min(place) as place,
        (array_agg(submission_id order by stage, answered::numeric / greatest(applicable, 1), submission_id))[1] as behind_id
      from cells group by unit_id, section_id
    ),
    states as (
      select unit_id, bool_or(is_started) as is_started, min(stage) as stage, max(saved_at) as saved_at,
        jsonb_agg(jsonb_build_object('section_id', section_id, 'submission_id', behind_id,
          'status', case when stage = 3 then 'signed_off' when stage = 2 then 'complete' when is_started then 'in_progress' else 'not_started' end,
          'applicable_count', applicable, 'answered_count', answered, 'is_empty', is_empty, 'warning_count', warnings) order by place) as sections
      from combined group by unit_id
    ),
    page as (select * from units order by organisation_name, unit_name, unit_id limit ${scope.limit} offset ${scope.offset})
    select
      (select count(*)::int from units) as total,
      (select count(*)::int from units where registration_status = 'registered') as registered,
      (select count(*)::int from states where is_started) as started,
      (select count(*)::int from states where stage >= 2) as complete,
      (select count(*)::int from states where stage = 3) as signed_off,
      (select coalesce(jsonb_agg(jsonb_build_object('section_id', section_id, 'section_name', section_name, 'questionnaire_id', questionnaire_id) order by place), '[]')
        from (select distinct section_id, section_name, questionnaire_id, place from cells) heads) as section_list,
      (select coalesce(jsonb_agg(jsonb_build_object('filter_id', f.filter_id, 'filter_name', f.filter_name) order by f.display_order, f.filter_id), '[]')
        from filters f where f.programme_id = ${scope.programmeId}) as filter_list,
      (select coalesce(jsonb_agg(${pageRow(scope)} order by p.organisation_name, p.unit_name, p.unit_id), '[]')
        from page p left join states t on t.unit_id = p.unit_id) as organisations`.execute(database)
  return replyOf(rows[0]!)
}

function replyOf({ registered, started, complete, signed_off, ...found }: FoundProgress): Progress {
  const used = new Set(
    found.organisations.flatMap(({ filter_options }) => filter_options.map(({ filter_id }) => filter_id))
  )
  return {
    ...found,
    organisations: found.organisations.map(row => ({
      ...row,
      last_activity_at: jsonTimestamp(row.last_activity_at),
      reminded_at: jsonTimestamp(row.reminded_at),
      last_login_at: jsonTimestamp(row.last_login_at)
    })),
    filter_list: found.filter_list.filter(({ filter_id }) => used.has(filter_id)),
    registered_count: registered,
    started_count: started,
    completed_count: complete,
    signed_off_count: signed_off
  }
}

/** SQL: the rows of the table. Whoever has withdrawn is not waited for. */
const unitsOf = ({ programmeId, projectId, timePeriodId, organisationIds, enterable }: ProgressScope) => {
  const registration = sql`left join registrations r
    on r.programme_id = ${programmeId} and r.organisation_id = o.organisation_id and r.project_id = ${projectId} and r.time_period_id = ${timePeriodId}`
  return organisationIds === null
    ? sql`units as (
      select o.organisation_id as unit_id, ''::text as unit_name, null::bigint as submission_id, o.organisation_id, o.organisation_name, r.registration_status
      from organisations o ${registration}
      where o.programme_id = ${programmeId} and r.registration_status is distinct from 'withdrawn'
        and (r.registration_status is not null or exists (
          select 1 from submissions s where s.programme_id = ${programmeId} and s.organisation_id = o.organisation_id
            and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}))
    )`
    : sql`units as (
      select s.submission_id as unit_id, s.submission_name as unit_name, s.submission_id, o.organisation_id, o.organisation_name, r.registration_status
      from submissions s join organisations o on o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id ${registration}
      where s.programme_id = ${programmeId} and s.organisation_id = any(cast(${organisationIds} as bigint[]))
        and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}
        and ${enterable ? takesPart(programmeId) : hasNotWithdrawn(programmeId)}
    )`
}

/** SQL: each section of each submission. `stage` counts from not complete (1) over complete (2) to signed off (3). */
const cellsOf = ({
  programmeId,
  projectId,
  timePeriodId,
  organisationIds,
  enterable
}: ProgressScope) => sql`cells as (
  select u.unit_id, s.submission_id, c.section_id, c.section_name, q.questionnaire_id,
    array[q.display_order, q.questionnaire_id, c.display_order, c.section_id] as place,
    case ss.status when 'signed_off' then 3 when 'complete' then 2 else 1 end as stage,
    ${hasStarted()} as is_started, ss.empty_reason is not null as is_empty,
    coalesce(ss.applicable_count, n.cells, 0) as applicable, coalesce(ss.answered_count, 0) as answered,
    coalesce(ss.warning_count, 0) as warnings, case when ss.version > 0 then ${lastActivity()} end as saved_at
  from units u
  join submissions s on s.programme_id = ${programmeId} and s.organisation_id = u.organisation_id
    and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId} ${organisationIds === null ? sql`` : sql`and s.submission_id = u.submission_id`}
  join questionnaires q on q.programme_id = ${programmeId} and q.project_id = ${projectId} and q.is_active and q.questionnaire_type = 'standard'
    and ${appliesToScope(programmeId, 'q', 's')} ${
      enterable === undefined
        ? sql``
        : sql`and q.questionnaire_id = any(cast(${enterable} as bigint[])) and not exists (
      select from acceptances a where a.programme_id = ${programmeId} and a.submission_id = s.submission_id
        and a.questionnaire_id = q.questionnaire_id and a.revoked_at is null)`
    }
  join questionnaire_periods w on w.programme_id = ${programmeId} and w.questionnaire_id = q.questionnaire_id and w.time_period_id = ${timePeriodId}
  join sections c on c.programme_id = ${programmeId} and c.questionnaire_id = q.questionnaire_id and c.is_active
  left join needed n on n.section_id = c.section_id
  left join section_submissions ss on ss.programme_id = ${programmeId} and ss.submission_id = s.submission_id
    and ss.section_id = c.section_id and ss.case_code_id = 0
)`

/** SQL: one row as the contract has it. Members do not read when others logged in. */
const pageRow = ({ programmeId, projectId, timePeriodId, organisationIds }: ProgressScope) => {
  const ofRow = sql`s.programme_id = ${programmeId} and s.organisation_id = p.organisation_id and s.project_id = ${projectId}
    and s.time_period_id = ${timePeriodId} and (p.submission_id is null or s.submission_id = p.submission_id)`
  const lead = (column: ReturnType<typeof sql>) => sql`(
    select ${column} from users l where l.programme_id = ${programmeId} and l.organisation_id = p.organisation_id
      and l.role_type_id = ${ROLE.lead} and l.status = 'active' and ${organisationIds === null}
    order by l.last_login_at desc nulls last, l.user_id limit 1)`
  return sql`jsonb_build_object(
    'organisation_id', p.organisation_id, 'organisation_name', p.organisation_name, 'submission_id', p.submission_id,
    'submission_name', nullif(p.unit_name, ''), 'registration_status', p.registration_status,
    'submission_count', (select count(*) from submissions s where ${ofRow}),
    'filter_options', coalesce((
      select jsonb_agg(distinct jsonb_build_object('filter_id', fo.filter_id, 'option_name', fo.option_name))
      from submissions s
      join submission_filter_options sf on sf.programme_id = ${programmeId} and sf.submission_id = s.submission_id
      join filter_options fo on fo.programme_id = ${programmeId} and fo.filter_option_id = sf.filter_option_id
      where ${ofRow}), '[]'),
    'last_activity_at', t.saved_at,
    'reminded_at', (select max(m.sent_at) from reminders m where m.programme_id = ${programmeId} and m.project_id = ${projectId}
      and m.time_period_id = ${timePeriodId} and m.organisation_id = p.organisation_id),
    'lead_name', ${lead(sql`trim(l.first_name || ' ' || l.last_name)`)}, 'last_login_at', ${lead(sql`l.last_login_at`)},
    'section_progress', coalesce(t.sections, '[]'))`
}
