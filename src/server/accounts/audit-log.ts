import type { AuditEvent } from '#contract/audit-log.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { personName } from '#domain/people/full-name.ts'
import type { AccountStatus } from '#domain/people/user-status.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { nameWithNumber } from './user-rows.ts'

export const listAuditEvents: RouteOf<'listAuditEvents'> = async ({ query }, { database, caller }) => {
  const matching = matchingEvents(database, caller, query)
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await joinNames(matching)
    .orderBy('e.happened_at', 'desc')
    .orderBy('e.audit_event_id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return {
    audit_events: rows.map(toEntry),
    total,
    actors: await actorsIn(database, caller.programmeId)
  }
}

function matchingEvents(
  database: Database,
  { programmeId, timeZone }: CallingUser,
  query: Parameters<RouteOf<'listAuditEvents'>>[0]['query']
) {
  const { event_kind, actor_user_id, from_day, until_day } = query
  let events = database.selectFrom('audit_events as e').where('e.programme_id', '=', programmeId)
  if (event_kind !== undefined) events = events.where('e.event_kind', '=', event_kind)
  if (actor_user_id !== undefined) events = events.where('e.actor_user_id', '=', actor_user_id)
  if (from_day !== undefined)
    events = events.where('e.happened_at', '>=', windowMoment('opens', from_day, timeZone))
  if (until_day !== undefined)
    events = events.where('e.happened_at', '<', windowMoment('closes', until_day, timeZone))
  return events
}

/** Names as they are today: a row of the log stays as it was written when a project is renamed or an account deleted. */
const joinNames = (events: ReturnType<typeof matchingEvents>) =>
  events
    .leftJoin('users as a', join => inProgramme(join, 'a', 'e', ['user_id', 'actor_user_id']))
    .leftJoin('users as u', join => inProgramme(join, 'u', 'e', 'user_id'))
    .leftJoin('submissions as s', join => inProgramme(join, 's', 'e', 'submission_id'))
    .leftJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .leftJoin('projects as p', join => inProgramme(join, 'p', 'e', 'project_id'))
    .leftJoin('time_periods as t', join => inProgramme(join, 't', 'e', 'time_period_id'))
    .leftJoin('questionnaires as q', join => inProgramme(join, 'q', 'e', 'questionnaire_id'))
    .leftJoin('sections as c', join => inProgramme(join, 'c', 'e', 'section_id'))
    .selectAll('e')
    .select(['a.first_name as actor_first', 'a.last_name as actor_last', 'a.status as actor_status'])
    .select(['u.first_name', 'u.last_name', 'u.status', 'o.organisation_name', 's.submission_name'])
    .select(['p.project_name', 't.time_period_name', 'q.questionnaire_name', 'c.section_name'])

type NamedEvent = Awaited<ReturnType<ReturnType<typeof joinNames>['execute']>>[number]

const toEntry = (row: NamedEvent): AuditEvent => ({
  audit_event_id: row.audit_event_id,
  event_kind: row.event_kind,
  happened_at: row.happened_at.toISOString(),
  acted_by: row.acted_by,
  actor_user_id: row.actor_user_id,
  actor_name: recordedName(row.actor_user_id, row.actor_status, {
    first_name: row.actor_first,
    last_name: row.actor_last
  }),
  user_name: recordedName(row.user_id, row.status, row),
  organisation_name: row.organisation_name,
  submission_name: nameOrNumber(row.submission_id, row.submission_name),
  project_name: nameOrNumber(row.project_id, row.project_name),
  time_period_name: nameOrNumber(row.time_period_id, row.time_period_name),
  questionnaire_name: nameOrNumber(row.questionnaire_id, row.questionnaire_name),
  section_name: nameOrNumber(row.section_id, row.section_name),
  value_before: row.value_before,
  value_after: row.value_after
})

/** A deleted account has only its id. */
const recordedName = (
  id: number | null,
  status: AccountStatus | null,
  names: Parameters<typeof personName>[0]
): string | null =>
  id === null ? null : status === 'deleted' ? `former member ${id}` : nameWithNumber(personName(names), id)

/** What has been removed since has only its id. */
const nameOrNumber = (id: number | null, name: string | null): string | null =>
  id === null ? null : (name ?? `number ${id}`)

async function actorsIn(database: Database, programmeId: number) {
  const users = await database
    .selectFrom('users as a')
    .select(['a.user_id', 'a.first_name', 'a.last_name', 'a.status'])
    .where('a.programme_id', '=', programmeId)
    .where(is =>
      is.exists(
        is
          .selectFrom('audit_events as e')
          .select('e.audit_event_id')
          .where('e.programme_id', '=', programmeId)
          .whereRef('e.actor_user_id', '=', 'a.user_id')
      )
    )
    .orderBy('a.last_name')
    .orderBy('a.user_id')
    .limit(MAX_PAGE_ROWS)
    .execute()
  return users.map(user => ({
    user_id: user.user_id,
    full_name: recordedName(user.user_id, user.status, user) ?? ''
  }))
}
