// The list of queries, as its reader may see it.

import { sql } from 'kysely'
import type { ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/queries.ts'
import type { DataQuery, QueryEntry, QueryStatus } from '#contract/queries.ts'
import { personName } from '#domain/people/full-name.ts'
import { isQueryOverdue } from '#domain/queries/query-state.ts'
import { groupBy } from '#lib/group-by.ts'
import {
  onlyOrganisation,
  requireProject,
  requireSubmission,
  requireTimePeriod
} from '#server/auth/ownership.ts'
import { mayReadQueries } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { RouteContext } from '#server/http/route.ts'
import { describeCells } from './named-cells.ts'

/** Answered ones wait for the programme; of the others, those that are due first come first. */
const inOrder = sql`case q.status when 'answered' then 0 when 'open' then 1 when 'resolved' then 2 else 3 end, q.due_at nulls last, q.query_id`

export async function readQueryList(
  { database, caller, now }: Pick<RouteContext, 'database' | 'caller' | 'now'>,
  query: ReceivedOf<typeof contract.listQueries>['query']
): Promise<ReplyOf<typeof contract.listQueries>> {
  const { programmeId } = caller
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  if (query.submission_id !== undefined) await requireSubmission(database, caller, query.submission_id)
  const selected = database
    .selectFrom('queries as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'section_id'))
    .where('q.programme_id', '=', programmeId)
    .where('s.project_id', '=', query.project_id)
    .where('s.time_period_id', '=', query.time_period_id)
    .where(mayReadQueries(programmeId, onlyOrganisation(caller)))
    .$if(query.submission_id !== undefined, rows => rows.where('q.submission_id', '=', query.submission_id!))
  const counted = await selected
    .select('q.status')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`(count(*) filter (where q.due_at <= ${now}))::int`.as('overdue'))
    .groupBy('q.status')
    .execute()
  const listed = selected.$if(query.query_status !== undefined, rows =>
    rows.where('q.status', '=', query.query_status!)
  )
  const { total } = await listed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await listed
    .innerJoin('users as u', join => inProgramme(join, 'u', 'q', ['user_id', 'raised_by_user_id']))
    .selectAll('q')
    .select(['u.first_name', 'u.last_name'])
    .orderBy(inOrder)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const cells = await describeCells(database, programmeId, query, rows)
  const threads = await readThreads(
    database,
    programmeId,
    rows.map(({ query_id }) => query_id)
  )
  const queries = rows.map((row, index): DataQuery => ({
    query_id: row.query_id,
    ...cells[index]!,
    query_text: row.query_text,
    query_status: row.status,
    is_overdue: isQueryOverdue(row, now),
    version: row.version,
    raised_by: personName(row) ?? '',
    raised_at: row.raised_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    thread: threads.get(row.query_id) ?? []
  }))
  const countOf = (status: QueryStatus, name: 'count' | 'overdue' = 'count'): number =>
    counted.find(row => row.status === status)?.[name] ?? 0
  return {
    queries,
    total,
    counts: {
      open: countOf('open'),
      overdue: countOf('open', 'overdue'),
      answered: countOf('answered'),
      resolved: countOf('resolved'),
      cancelled: countOf('cancelled')
    }
  }
}

async function readThreads(
  database: Database,
  programmeId: number,
  ids: readonly number[]
): Promise<Map<number, QueryEntry[]>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('query_entries as e')
    .leftJoin('users as u', join => inProgramme(join, 'u', 'e', ['user_id', 'created_by_user_id']))
    .select(['e.query_id', 'e.act', 'e.entry_text', 'e.answer_before', 'e.answer_after', 'e.created_at'])
    .select(['u.first_name', 'u.last_name'])
    .where('e.programme_id', '=', programmeId)
    .where('e.query_id', 'in', ids)
    .orderBy('e.query_id')
    .orderBy('e.version')
    .execute()
  return new Map(
    [...groupBy(rows, ({ query_id }) => query_id)].map(([id, list]) => [
      id,
      list.map(({ act, entry_text, answer_before, answer_after, created_at, ...person }) => ({
        act,
        entry_text,
        answer_before,
        answer_after,
        created_by: personName(person) ?? '',
        created_at: created_at.toISOString()
      }))
    ])
  )
}
