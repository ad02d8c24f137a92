import { sql } from 'kysely'
import { paths } from '#programme/paths.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { isQuestionnaireAsked } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { visibleDocuments } from '#server/documents/readable-documents.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { selectMatches, type Match, type MatchScope } from './matching.ts'
import { resultDetails, type ResultDetail } from './result-details.ts'
import {
  cappedKinds,
  chosenOptions,
  countFilters,
  searchFilterIds,
  matchCounts,
  restrictTo,
  matchTotal,
  type ChosenOptions,
  type FilterId,
  type KnownOptions,
  type MatchCount
} from './search-filters.ts'
import { snippetOf } from './snippet.ts'
import { typedWords, withMisspellings, type TypedWord } from './typed-words.ts'

type UnfilteredScope = Omit<MatchScope, 'kinds' | 'projectNames' | 'documentTypes'>

export const listSearchFilters: RouteOf<'listSearchFilters'> = async (_, { database, caller, now }) => {
  const everything = { query: '', words: [], projectId: null, timePeriodId: null, explorerType: null }
  const scope = { caller, now, ...everything, ...restrictTo(new Map()) }
  const { rows } = await matchCounts(caller.programmeId, sql`(${selectMatches(database, scope)})`).execute(
    database
  )
  const known = await knownOptions(database, scope, cappedKinds(rows).size > 0)
  return { search_filters: countFilters(() => rows, known) }
}

/** Every word must occur. Words that differ by one letter are searched for only if nothing has the words as they are typed. */
export const searchGlobal: RouteOf<'searchGlobal'> = async ({ body }, { database, caller, now }) => {
  const { project_id = null, time_period_id = null, explorer_type = null } = body
  if (project_id) await requireProject(database, caller.programmeId, project_id)
  if (time_period_id) await requireTimePeriod(database, caller.programmeId, time_period_id)
  const chosen = chosenOptions(body.filters)
  const vocabulary = { database, programmeId: caller.programmeId }
  const scopeOf = (words: readonly TypedWord[]): UnfilteredScope => ({
    caller,
    now,
    query: body.query,
    words,
    projectId: project_id,
    timePeriodId: time_period_id,
    explorerType: explorer_type
  })
  let words = await typedWords(vocabulary, body.query)
  let page = await searchPage(database, scopeOf(words), { ...body, chosen })
  const isCorrected = !(await isAnythingFound(database, scopeOf(words), { page, chosen }))
  if (isCorrected) {
    words = await withMisspellings(vocabulary, words)
    page = await searchPage(database, scopeOf(words), { ...body, chosen })
  }
  const { counts, countsFor, rows } = page
  const isCapped = searchFilterIds.some(filter => cappedKinds(countsFor(filter)).size > 0)
  const known = await knownOptions(database, scopeOf(words), isCapped)
  const wanted = { programmeId: caller.programmeId, explorerType: explorer_type }
  const details = await detailsOf(database, rows, wanted)
  const asking = [...details.values()].flat().flatMap(({ questionnaire_id }) => questionnaire_id ?? [])
  const own = await readOwnSubmissions(database, caller, asking, time_period_id)
  const around = words.flatMap(word => [word.typed, ...(word.alternatives ?? [])])
  const [first] = rows
  return {
    results: rows.flatMap(row => {
      const { detail, submission } = chooseDetail(details.get(matchKey(row)), own)
      if (!detail) return []
      const { result_type, id, title } = row
      const { body: text, project_name } = detail
      const place = resultPath(row, detail, submission)
      return [{ result_type, id, title, snippet: snippetOf(text, around), project_name, ...place }]
    }),
    total: matchTotal(counts),
    is_capped: cappedKinds(counts).size > 0,
    search_filters: countFilters(countsFor, known),
    corrected_query:
      isCorrected && first
        ? correctedQuery(words, searchedText(first, details.get(matchKey(first))?.[0]))
        : null
  }
}

interface FoundPage {
  counts: readonly MatchCount[]
  /** Counts without that filter's own selection. */
  countsFor: (filter: FilterId) => readonly MatchCount[]
  rows: readonly Match[]
}

/** One page of results, with counts including and excluding each filter, in one statement. */
async function searchPage(
  database: Database,
  scope: UnfilteredScope,
  { chosen, limit, offset }: { chosen: ChosenOptions; limit: number; offset: number }
): Promise<FoundPage> {
  // A word that is not in the vocabulary is in no text.
  if (scope.words.length === 0 || scope.words.some(word => word.alternatives?.length === 0))
    return { counts: [], countsFor: () => [], rows: [] }
  const { programmeId } = scope.caller
  const matches = (leftOut?: FilterId) =>
    selectMatches(database, { ...scope, ...restrictTo(chosen, leftOut) })
  const countsOf = (found: ReturnType<typeof matches>) =>
    sql`(select coalesce(json_agg(counts), '[]') from (${matchCounts(programmeId, found)}) counts)`
  const opened = searchFilterIds.filter(filter => chosen.has(filter))
  const without = opened.map(filter => sql`${filter}::int, ${countsOf(sql`(${matches(filter)})`)}`)
  const { rows } = await sql<{
    counts: MatchCount[]
    without: Partial<Record<FilterId, MatchCount[]>>
    rows: Match[]
  }>`
    with matches as materialized (${matches()})
    select ${countsOf(sql`matches`)} as counts,
      ${without.length === 0 ? sql`'{}'::json` : sql`json_build_object(${sql.join(without)})`} as without,
      (select coalesce(json_agg(page), '[]') from (
        select * from matches order by place, lower(title), result_type, id limit ${limit} offset ${offset}
      ) page) as rows`.execute(database)
  const found = rows[0]!
  return { ...found, countsFor: filter => found.without[filter] ?? found.counts }
}

/** Whether anything matches the words, regardless of the filters. */
async function isAnythingFound(
  database: Database,
  scope: UnfilteredScope,
  { page, chosen }: { page: FoundPage; chosen: ChosenOptions }
): Promise<boolean> {
  if (searchFilterIds.some(filter => page.countsFor(filter).length > 0)) return true
  // Each count omits only one filter.
  if (chosen.size < 2) return false
  const unfiltered = await searchPage(database, scope, { chosen: new Map(), limit: 1, offset: 0 })
  return unfiltered.rows.length > 0
}

/** Projects and document types beyond the counting limit. Queried only if there may be any. */
async function knownOptions(
  database: Database,
  { caller, now, projectId }: UnfilteredScope,
  isCapped: boolean
): Promise<KnownOptions> {
  if (!isCapped) return { projectNames: [], documentTypes: [] }
  const { programmeId } = caller
  const projects = await database
    .selectFrom('projects')
    .select('project_name')
    .where('programme_id', '=', programmeId)
    .$if(projectId !== null, builder => builder.where('project_id', '=', projectId ?? 0))
    .execute()
  const documents = await visibleDocuments(database, programmeId, caller, now)
    .clearSelect()
    .clearOrderBy()
    .select('d.document_type')
    .distinct()
    .$if(projectId !== null, builder => builder.where('d.project_id', '=', projectId ?? 0))
    .execute()
  return {
    projectNames: projects.map(row => row.project_name),
    documentTypes: documents.map(row => row.document_type)
  }
}

const matchKey = ({ result_type, id }: Match): string => `${result_type}/${id}`

async function detailsOf(
  database: Database,
  rows: readonly Match[],
  wanted: { programmeId: number; explorerType: string | null }
): Promise<Map<string, ResultDetail[]>> {
  const details = new Map<string, ResultDetail[]>()
  for (const [kind, matches] of Map.groupBy(rows, row => row.result_type)) {
    const ids = matches.map(match => match.id)
    for (const [id, found] of await resultDetails(database, kind, { ...wanted, ids }))
      details.set(`${kind}/${id}`, found)
  }
  return details
}

interface OwnSubmission {
  questionnaire_id: number
  submission_id: number
  time_period_id: number
}

/** Where questions can be answered, the newest first: of each questionnaire, the first submission of the caller's organisation that is asked it, in the period or in the newest. */
async function readOwnSubmissions(
  database: Database,
  caller: CallingUser,
  questionnaireIds: readonly number[],
  timePeriodId: number | null
): Promise<OwnSubmission[]> {
  if (caller.organisationId === null || questionnaireIds.length === 0) return []
  const first = database
    .selectFrom('questionnaires as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'project_id'))
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['q.questionnaire_id', 's.submission_id', 's.time_period_id', 't.starts_at'])
    .distinctOn('q.questionnaire_id')
    .where('q.programme_id', '=', caller.programmeId)
    .where('q.questionnaire_id', 'in', questionnaireIds)
    .where('s.organisation_id', '=', caller.organisationId)
    .where(isQuestionnaireAsked(caller.programmeId, 'q'))
    .$if(timePeriodId !== null, builder => builder.where('s.time_period_id', '=', timePeriodId ?? 0))
    .orderBy('q.questionnaire_id')
    .orderBy('t.starts_at', 'desc')
    .orderBy('s.submission_id')
  return database
    .selectFrom(first.as('f'))
    .select(['questionnaire_id', 'submission_id', 'time_period_id'])
    .orderBy('starts_at', 'desc')
    .orderBy('questionnaire_id')
    .execute()
}

/** A question may be asked in several questionnaires: the one with the newest own submission is chosen. */
function chooseDetail(
  details: readonly ResultDetail[] = [],
  own: readonly OwnSubmission[]
): { detail: ResultDetail | undefined; submission: OwnSubmission | undefined } {
  const detailOf = ({ questionnaire_id }: OwnSubmission) =>
    details.find(detail => detail.questionnaire_id === questionnaire_id)
  const submission = own.find(detailOf)
  return { detail: submission ? detailOf(submission) : details[0], submission }
}

const searchedText = ({ title }: Match, detail: ResultDetail | undefined): string =>
  `${title} ${detail?.body ?? ''}`.toLowerCase()

/** The query with each word as spelled in the text. */
const correctedQuery = (words: readonly TypedWord[], text: string): string =>
  words.map(({ typed, alternatives }) => alternatives?.find(word => text.includes(word)) ?? typed).join(' ')

function resultPath(
  { result_type, id, time_period_id }: Match,
  detail: ResultDetail,
  own: OwnSubmission | undefined
): { path: string; time_period_id: number | null } {
  const { project_code, explorer_type = '', group_slug = '', questionnaire_id = null, section_id } = detail
  if (result_type === 'document' || project_code === null) return { path: paths.documents(), time_period_id }
  if (result_type === 'project') return { path: paths.project(project_code), time_period_id }
  if (result_type === 'chart')
    return { path: paths.explorerDetail(project_code, explorer_type, group_slug, id), time_period_id }
  if (result_type === 'question' && own && questionnaire_id !== null && section_id !== undefined) {
    const path = paths.section(project_code, questionnaire_id, own.submission_id, section_id, {
      go: String(id)
    })
    return { path, time_period_id: own.time_period_id }
  }
  return { path: paths.dataCollection(project_code), time_period_id }
}
