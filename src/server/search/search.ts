import { sql, type RawBuilder } from 'kysely'
import { requireProject, requireTimePeriod } from '../auth/ownership.ts'
import type { Database } from '../database/schema.ts'
import type { RouteOf } from '../http/route.ts'
import { matching, type Match, type SearchScope } from './matching.ts'
import { ownSubmissions, type OwnSubmission } from './own-submissions.ts'
import { resultDetails, type ResultDetail } from './result-details.ts'
import {
  chosenOptions,
  countFilters,
  matchConditions,
  matchCounts,
  narrowCounts,
  type ChosenOptions,
  type MatchCount
} from './search-filters.ts'
import { sitePaths } from './site-paths.ts'
import { snippetOf } from './snippet.ts'
import { typedWords, withMisspellings, type TypedWord } from './typed-words.ts'

const everything = { words: [], projectId: null, timePeriodId: null, explorerType: null }

export const listSearchFilters: RouteOf<'listSearchFilters'> = async (_, { database, caller, now }) => {
  const all = sql<Match>`(${matching(database, { ...everything, caller, now })})`
  const { rows } = await matchCounts(caller.programmeId, all).execute(database)
  return { search_filters: countFilters(rows) }
}

/** Every word must occur. Words that differ by one letter are searched for only if nothing has the words as they are typed. */
export const searchGlobal: RouteOf<'searchGlobal'> = async ({ body }, { database, caller, now }) => {
  const { project_id = null, time_period_id = null, explorer_type = null } = body
  if (project_id) await requireProject(database, caller.programmeId, project_id)
  if (time_period_id) await requireTimePeriod(database, caller.programmeId, time_period_id)
  const chosen = chosenOptions(body.filters)
  const vocabulary = { database, programmeId: caller.programmeId }
  const pageOf = (words: readonly TypedWord[]) =>
    searchPage(
      database,
      {
        caller,
        now,
        words,
        projectId: project_id,
        timePeriodId: time_period_id,
        explorerType: explorer_type
      },
      { ...body, chosen }
    )
  let words = await typedWords(vocabulary, body.query)
  let page = await pageOf(words)
  const isCorrected = page.counts.length === 0
  if (isCorrected) {
    words = await withMisspellings(vocabulary, words)
    page = await pageOf(words)
  }
  const { counts, rows } = page
  const wanted = { programmeId: caller.programmeId, explorerType: explorer_type }
  const details = await detailsOf(database, rows, wanted)
  const own = await ownSubmissions(database, caller, time_period_id)
  const around = words.flatMap(word => [word.typed, ...(word.alternatives ?? [])])
  const [first] = rows
  return {
    results: rows.flatMap(row => {
      const detail = details.get(keyOf(row))
      if (!detail) return []
      const { result_type, id, title } = row
      const { body: text, project_name } = detail
      const place = placeOf(row, detail, own.get(row.project_id ?? 0))
      return [{ result_type, id, title, snippet: snippetOf(text, around), project_name, ...place }]
    }),
    total: narrowCounts(counts, chosen).reduce((sum, { count }) => sum + count, 0),
    search_filters: countFilters(counts, chosen),
    corrected_query:
      isCorrected && first ? correctedQuery(words, textOf(first, details.get(keyOf(first)))) : null
  }
}

interface Page {
  query: string
  chosen: ChosenOptions
  limit: number
  offset: number
}

/** One page of what matches, and the counts of all of it, in one statement that looks for the words once. */
async function searchPage(
  database: Database,
  scope: SearchScope,
  { query, chosen, limit, offset }: Page
): Promise<{ counts: MatchCount[]; rows: Match[] }> {
  // A word that stands nowhere is in no text.
  if (scope.words.length === 0 || scope.words.some(word => word.alternatives?.length === 0))
    return { counts: [], rows: [] }
  const { programmeId } = scope.caller
  const { rows } = await sql<{ counts: MatchCount[] | null; rows: Match[] | null }>`
    with matches as materialized (${matching(database, scope)})
    select (select json_agg(counts) from (${matchCounts(programmeId, sql`matches`)}) counts) as counts,
      (select json_agg(page) from (
        select matches.* from matches where ${matchConditions(programmeId, chosen)}
        order by ${rank(query, scope.words)}, lower(title), result_type, id limit ${limit} offset ${offset}
      ) page) as rows`.execute(database)
  return { counts: rows[0]?.counts ?? [], rows: rows[0]?.rows ?? [] }
}

/** Titles that equal the query come first, then those that begin with it, contain it, contain its words, and then the rest. */
function rank(query: string, words: readonly TypedWord[]): RawBuilder<number> {
  const whole = sql`position(lower(${query}::text) in lower(title))`
  const inTitle = sql.join(
    words.map(({ typed, alternatives }) =>
      alternatives?.some(word => !word.includes(typed))
        ? sql`lower(title) like any(${alternatives.map(word => `%${word}%`)}::text[])`
        : sql`position(${typed}::text in lower(title)) > 0`
    ),
    sql` and `
  )
  return sql`case when lower(title) = lower(${query}::text) then 0 when ${whole} = 1 then 1 when ${whole} > 1 then 2 when ${inTitle} then 3 else 4 end`
}

const keyOf = ({ result_type, id }: Match): string => `${result_type}/${id}`

async function detailsOf(
  database: Database,
  rows: readonly Match[],
  wanted: { programmeId: number; explorerType: string | null }
): Promise<Map<string, ResultDetail>> {
  const details = new Map<string, ResultDetail>()
  for (const [kind, matches] of Map.groupBy(rows, row => row.result_type)) {
    const ids = matches.map(match => match.id)
    for (const [id, detail] of await resultDetails(database, kind, { ...wanted, ids }))
      details.set(`${kind}/${id}`, detail)
  }
  return details
}

const textOf = ({ title }: Match, detail: ResultDetail | undefined): string =>
  `${title} ${detail?.body ?? ''}`.toLowerCase()

/** The query with each word as the text has it. */
const correctedQuery = (words: readonly TypedWord[], text: string): string =>
  words.map(({ typed, alternatives }) => alternatives?.find(word => text.includes(word)) ?? typed).join(' ')

function placeOf(
  { result_type, id, time_period_id }: Match,
  detail: ResultDetail,
  own: OwnSubmission | undefined
): { path: string; time_period_id: number | null } {
  const { project_code, explorer_type = '', group_slug = '', questionnaire_id = null, section_id } = detail
  if (result_type === 'document' || project_code === null)
    return { path: sitePaths.documents(), time_period_id }
  if (result_type === 'project') return { path: sitePaths.project(project_code), time_period_id }
  if (result_type === 'chart')
    return { path: sitePaths.explorerDetail(project_code, explorer_type, group_slug, id), time_period_id }
  if (result_type === 'question' && own && questionnaire_id !== null && section_id !== undefined) {
    const path = sitePaths.section(project_code, questionnaire_id, own.submission_id, section_id)
    return { path, time_period_id: own.time_period_id }
  }
  return { path: sitePaths.dataCollection(project_code), time_period_id }
}
