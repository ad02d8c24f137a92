import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { ChartSelection } from './selection.ts'

/** Of a selection, what the options depend on. */
interface OptionScope {
  programmeId: number
  project: Pick<ChartSelection['project'], 'project_id'>
  timePeriods: readonly { time_period_id: number }[]
}

/** For each submission of the selected periods, its option for each filter, in the order of the filters. */
export async function filterOptionsOf(
  database: Database,
  { programmeId, project, timePeriods }: OptionScope
): Promise<ReadonlyMap<number, readonly string[]>> {
  const filters = await database
    .selectFrom('filters')
    .select('filter_id')
    .where('programme_id', '=', programmeId)
    .orderBy('display_order')
    .orderBy('filter_id')
    .execute()
  const { rows } = await sql<{ submission_ids: number[] | null; filter_ids: number[]; option_ids: number[] }>`
    select json_agg(t.submission_id) as submission_ids, json_agg(t.filter_id) as filter_ids, json_agg(t.filter_option_id) as option_ids
    from (
      select so.submission_id, o.filter_id, o.filter_option_id
      from submission_filter_options so
      join filter_options o on o.programme_id = so.programme_id and o.filter_option_id = so.filter_option_id
      join submissions s on s.programme_id = so.programme_id and s.submission_id = so.submission_id
      where so.programme_id = ${programmeId} and o.programme_id = ${programmeId} and s.programme_id = ${programmeId}
        and s.project_id = ${project.project_id}
        and s.time_period_id in (${sql.join(timePeriods.map(period => period.time_period_id))})
      order by o.filter_option_id
    ) t`.execute(database)
  const [columns] = rows
  const at = new Map(filters.map(({ filter_id }, index) => [filter_id, index]))
  const options = new Map<number, string[]>()
  for (const [index, id] of (columns?.submission_ids ?? []).entries()) {
    const known = options.get(id) ?? Array.from<string>({ length: filters.length }).fill('')
    const place = at.get(columns!.filter_ids[index]!)!
    known[place] = `${known[place]!}/${columns!.option_ids[index]!}`
    options.set(id, known)
  }
  return options
}
