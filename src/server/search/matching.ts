// Finds everything that contains the words, as rows of one shape, restricted to what the caller may see. No row names an organisation, so anonymous
// projects stay anonymous. Reads at most MAX_COUNTED results per kind, best first, so a common word is as fast as a rare one.

import { sql, type RawBuilder } from 'kysely'
import { QuestionType } from '#contract/questionnaires.ts'
import { SearchResultType } from '#contract/search.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database } from '#server/database/schema.ts'
import { visibleDocuments } from '#server/documents/readable-documents.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { textPattern, type TypedWord } from './typed-words.ts'

/** How many results of each kind are found and counted; a larger count says "or more". */
export const MAX_COUNTED = 1000

/** Titles between questions: nobody looks for them. */
const HEADING_TYPES = QuestionType.options.filter(question_type => isHeading({ question_type }))

export interface Match {
  result_type: SearchResultType
  id: number
  title: string
  project_id: number | null
  time_period_id: number | null
  document_type: string | null
  /** The lower, the better: the title equals the query, begins with it, contains it, contains its words, or the words are elsewhere. */
  place: number
}

export interface MatchScope {
  caller: CallingUser
  now: Date
  query: string
  /** Every word must occur; none matches everything. */
  words: readonly TypedWord[]
  projectId: number | null
  timePeriodId: number | null
  /** Only charts of this explorer type. */
  explorerType: string | null
  /** Only these kinds, projects and document types; null for all. */
  kinds: ReadonlySet<string> | null
  projectNames: ReadonlySet<string> | null
  documentTypes: ReadonlySet<string> | null
}

/** A searchable table under an alias. */
interface SearchSource {
  alias: string
  id: string
  title: string
  hasPeriod: boolean
  /** The best matching rows, as `result_type`, `id` and so on; restricted to what the caller may see. */
  rows: (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** A `select` of the best that match, at most `MAX_COUNTED` of each kind. */
export function selectMatches(database: Database, scope: MatchScope): RawBuilder<Match> {
  const sources = sourcesOf(database, scope)
  const selects = SearchResultType.options
    .filter(kind => scope.kinds?.has(kind) ?? true)
    .filter(kind => scope.documentTypes === null || kind === 'document')
    .map(kind => sql`(${bestOf(kind, sources[kind], scope)})`)
  return selects.length === 0
    ? sql<Match>`select null::text as result_type, null::bigint as id where false`
    : sql<Match>`${sql.join(selects, sql` union all `)}`
}

/**
 * Titles that begin with the query, titles that contain the words, and texts that contain them: each is read from its own index, up to the
 * counting limit. Below that limit the last one contains all results.
 */
function bestOf(kind: SearchResultType, source: SearchSource, scope: MatchScope): RawBuilder<unknown> {
  const { alias, id, title, rows } = source
  const inTitle = hasAllIn(alias, 'title_words', scope)
  const anywhere = sql`${hasAllIn(alias, 'words', scope)} and ${isInScope(source, scope)}`
  const letters = sql`left(lower(${sql.ref(title)}), 200) collate "C"`
  const query = sql`lower(${scope.query}::text)`
  // The highest code point, so that the range has an upper end.
  const begins = sql`${letters} >= ${query} and ${letters} < ${query} || ${'\u{10FFFF}'}`
  const byId = sql`${sql.ref(id)}`
  const found =
    scope.words.length === 0
      ? rows(anywhere, byId)
      : sql`(${rows(sql`${anywhere} and ${begins}`, sql`${letters}, ${byId}`)})
        union (${rows(sql`${inTitle} and ${isInScope(source, scope)}`, byId)})
        union (${rows(anywhere, byId)})`
  const at = sql`position(${query} in lower(title))`
  return sql`
    select ${kind} as result_type, id, title, project_id, time_period_id, document_type,
      case when lower(title) = ${query} then 0 when ${at} = 1 then 1 when ${at} > 1 then 2 when is_in_title then 3 else 4 end as place
    from (${found}) found order by place, lower(title) collate "C", id limit ${MAX_COUNTED}`
}

/** Whether an indexed column of words contains all typed words. */
function hasAllIn(alias: string, name: string, { words }: MatchScope): RawBuilder<boolean> {
  const column = sql.ref(`${alias}.${name}`)
  const parts = words.map(({ typed, alternatives }) =>
    alternatives
      ? sql`${column} && ${[...alternatives]}::text[]`
      : // Many words have it, so many texts do: as a case it is taken for frequent, and rows are read until there are enough.
        sql`case when ' ' || array_to_string(${column}, ' ') like ${textPattern(typed)} then true else false end`
  )
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}

function isInScope({ alias, hasPeriod }: SearchSource, scope: MatchScope): RawBuilder<unknown> {
  const { caller, projectId, timePeriodId, projectNames } = scope
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const parts: RawBuilder<unknown>[] = []
  if (projectId !== null) parts.push(sql`${column('project_id')} = ${projectId}`)
  if (timePeriodId !== null && hasPeriod)
    parts.push(sql`(${column('time_period_id')} is null or ${column('time_period_id')} = ${timePeriodId})`)
  if (projectNames !== null)
    parts.push(sql`${column('project_id')} in (select named.project_id from projects named
      where named.programme_id = ${caller.programmeId} and named.project_name = any(${[...projectNames]}::text[]))`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

function sourcesOf(database: Database, scope: MatchScope): Record<SearchResultType, SearchSource> {
  const { programmeId } = scope.caller
  /** Rows of a table of the programme. */
  const table = (
    from: string,
    alias: string,
    { id, title, hasPeriod = false }: { id: string; title: string; hasPeriod?: boolean },
    isVisible = sql`true`
  ): SearchSource => ({
    alias,
    id: `${alias}.${id}`,
    title: `${alias}.${title}`,
    hasPeriod,
    rows: (condition, order) => sql`
      select ${sql.ref(`${alias}.${id}`)} as id, ${sql.ref(`${alias}.${title}`)} as title, ${sql.ref(`${alias}.project_id`)} as project_id,
        ${hasPeriod ? sql.ref(`${alias}.time_period_id`) : sql`null::bigint`} as time_period_id, null::text as document_type,
        ${hasAllIn(alias, 'title_words', scope)} as is_in_title
      from ${sql.table(from)} ${sql.ref(alias)}
      where ${sql.ref(`${alias}.programme_id`)} = ${programmeId} and ${isVisible} and ${condition}
      order by ${order} limit ${MAX_COUNTED}`
  })
  return {
    chart: table(
      'charts',
      'c',
      { id: 'chart_id', title: 'chart_name', hasPeriod: true },
      isShown(scope.explorerType)
    ),
    project: table('projects', 'p', { id: 'project_id', title: 'project_name' }),
    document: documentSource(database, scope),
    guidance: table('project_guidances', 'g', { id: 'project_guidance_id', title: 'title' }),
    question: table('questions', 'q', { id: 'question_id', title: 'question_text' }, IS_ASKED)
  }
}

/** A chart that is in a group, of this explorer type if there is one. */
const isShown = (explorerType: string | null) => sql`c.is_active and exists (
  select from chart_group_memberships m
  join chart_groups g on g.programme_id = m.programme_id and g.chart_group_id = m.chart_group_id
  join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
  where m.programme_id = c.programme_id and m.chart_id = c.chart_id
    and (${explorerType}::text is null or k.explorer_type = ${explorerType}::text))`

/** A question that is asked somewhere. */
const IS_ASKED = sql`q.is_active and q.question_type not in (${sql.join(HEADING_TYPES)}) and exists (
  select from question_memberships m
  join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
  join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
  join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
  where m.programme_id = q.programme_id and m.question_id = q.question_id and ${IS_CELL_IN_USE} and c.is_active and n.is_active)`

function documentSource(database: Database, scope: MatchScope): SearchSource {
  const { caller, now, documentTypes } = scope
  const isOfType =
    documentTypes === null ? sql`true` : sql`d.document_type = any(${[...documentTypes]}::text[])`
  return {
    alias: 'd',
    id: 'd.document_id',
    title: 'd.document_name',
    hasPeriod: true,
    rows: (condition, order) => sql`
      select document_id as id, document_name as title, project_id, time_period_id, document_type, is_in_title
      from ${visibleDocuments(database, caller.programmeId, caller, now)
        .clearOrderBy()
        .select(hasAllIn('d', 'title_words', scope).as('is_in_title'))
        .where(sql<boolean>`${isOfType} and ${condition}`)
        .orderBy(sql`${order}`)
        .limit(MAX_COUNTED)} visible`
  }
}
