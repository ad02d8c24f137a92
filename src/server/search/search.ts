import { sql, type RawBuilder } from 'kysely'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { ActiveFilter } from '#contract/filters.ts'
import type { searchGlobal as contractOfSearch } from '#contract/search.ts'
import type { User } from '../http/caller.ts'
import type { Database } from '../database/schema.ts'
import { requireProject, requireTimePeriod } from '../auth/ownership.ts'
import { invalid } from '../http/api-error.ts'
import type { RouteOf } from '../http/route.ts'
import { searchRows, type SearchRow } from './search-rows.ts'
import { sitePaths } from './site-paths.ts'
import { snippetOf } from './snippet.ts'

type Body = ReceivedOf<typeof contractOfSearch>['body']

const MAX_WORDS = 8

/** What results can be narrowed by: the column of each filter. */
const filters = [
  { filter_id: 1, filter_name: 'Kind', column: 'result_type' },
  { filter_id: 2, filter_name: 'Project', column: 'project_name' },
  { filter_id: 3, filter_name: 'Document type', column: 'document_type' }
] as const

export const listSearchFilters: RouteOf<'listSearchFilters'> = async (_, { database, caller, now }) => {
  const all = searchRows(database, { caller, now, explorerType: null })
  const search_filters = []
  for (const { column, ...filter } of filters) {
    const { rows } = await sql<{ option_name: string; count: number }>`
      select ${sql.ref(column)} as option_name, count(*) as count from (${all}) found
      where ${sql.ref(column)} is not null group by ${sql.ref(column)} order by ${sql.ref(column)} limit 100`.execute(
      database
    )
    search_filters.push({ ...filter, option_list: rows })
  }
  return { search_filters }
}

/** Every word must occur. Results whose title equals the query come first, then titles that begin with it, contain it, contain its words. */
export const searchGlobal: RouteOf<'searchGlobal'> = async ({ body }, { database, caller, now }) => {
  if (body.project_id) await requireProject(database, caller.programmeId, body.project_id)
  if (body.time_period_id) await requireTimePeriod(database, caller.programmeId, body.time_period_id)
  const words = [...new Set(body.query.split(/\s+/))].slice(0, MAX_WORDS)
  const all = searchRows(database, { caller, now, explorerType: body.explorer_type ?? null })
  const matching = sql`from (${all}) found where ${sql.join([...words.map(occurs), ...narrowed(body)], sql` and `)}`
  const { rows } = await sql<SearchRow>`
    select found.* ${matching}
    order by ${rank(body.query, words)}, lower(title), result_type, id
    limit ${body.limit} offset ${body.offset}`.execute(database)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(
    database
  )
  const own = await ownSubmissions(database, caller, body.time_period_id ?? null)
  const results = rows.map(row => ({
    result_type: row.result_type,
    id: row.id,
    title: row.title,
    snippet: snippetOf(row.body, words),
    ...placeOf(row, own.get(row.project_id ?? 0))
  }))
  return { results, total: counted[0]?.total ?? 0 }
}

const occurs = (word: string) => sql`position(lower(${word}::text) in lower(title || ' ' || body)) > 0`

function rank(query: string, words: readonly string[]): RawBuilder<number> {
  const whole = sql`position(lower(${query}::text) in lower(title))`
  const inTitle = sql.join(
    words.map(word => sql`position(lower(${word}::text) in lower(title)) > 0`),
    sql` and `
  )
  return sql`case when lower(title) = lower(${query}::text) then 0 when ${whole} = 1 then 1 when ${whole} > 1 then 2 when ${inTitle} then 3 else 4 end`
}

function narrowed(body: Body): RawBuilder<unknown>[] {
  const conditions = body.filters.map(conditionOf)
  if (body.project_id) conditions.push(sql`project_id = ${body.project_id}`)
  if (body.time_period_id)
    conditions.push(sql`(time_period_id is null or time_period_id = ${body.time_period_id})`)
  return conditions
}

function conditionOf(active: ActiveFilter): RawBuilder<unknown> {
  const filter = filters.find(({ filter_id }) => filter_id === active.filter_id)
  if (!filter) throw invalid('filters', `${active.filter_id} is not a search filter`)
  const names = active.option_list.map(option => option.option_name)
  return names.length === 0 ? sql`true` : sql`${sql.ref(filter.column)} in (${sql.join(names)})`
}

interface OwnSubmission {
  project_id: number
  submission_id: number
  time_period_id: number
}

/** The first submission of the caller's organisation in each project, in the period or in the newest: where a question can be answered. */
async function ownSubmissions(
  database: Database,
  caller: User,
  timePeriodId: number | null
): Promise<Map<number, OwnSubmission>> {
  if (caller.organisationId === null) return new Map()
  const rows = await database
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join =>
      join.onRef('t.programme_id', '=', 's.programme_id').onRef('t.time_period_id', '=', 's.time_period_id')
    )
    .select(['s.project_id', 's.submission_id', 's.time_period_id'])
    .where('s.programme_id', '=', caller.programmeId)
    .where('t.programme_id', '=', caller.programmeId)
    .where('s.organisation_id', '=', caller.organisationId)
    .$if(timePeriodId !== null, builder => builder.where('s.time_period_id', '=', timePeriodId ?? 0))
    .orderBy('t.starts_at')
    .orderBy('s.submission_id', 'desc')
    .execute()
  // The last row of a project wins: of the newest period, the first submission.
  return new Map(rows.map(row => [row.project_id, row]))
}

function placeOf(
  row: SearchRow,
  own: OwnSubmission | undefined
): { path: string; time_period_id: number | null } {
  const { time_period_id, project_code } = row
  if (row.result_type === 'document' || project_code === null)
    return { path: sitePaths.documents(), time_period_id }
  if (row.result_type === 'project') return { path: sitePaths.project(project_code), time_period_id }
  if (row.result_type === 'chart') {
    return {
      path: sitePaths.explorerDetail(project_code, row.explorer_type ?? '', row.group_slug ?? '', row.id),
      time_period_id
    }
  }
  if (row.result_type === 'question' && own && row.questionnaire_id !== null && row.section_id !== null) {
    const path = sitePaths.section(project_code, row.questionnaire_id, own.submission_id, row.section_id)
    return { path, time_period_id: own.time_period_id }
  }
  return { path: sitePaths.dataCollection(project_code), time_period_id }
}
