// The submissions of a project and period that a peer group can be made of.

import type { BlockUnit } from '#domain/disclosure/blocks.ts'
import type { DisclosureReader } from '#server/auth/reader.ts'
import { filterOptionsOf } from '#server/benchmarks/chart-data/filter-options.ts'
import {
  submissionsNow,
  type EditionScope,
  type EditionSubmission
} from '#server/benchmarks/editions/snapshot.ts'
import { publishedSubmissions } from '#server/benchmarks/editions/store.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

export interface GroupScope {
  project_id: number
  time_period_id: number
  now: Date
}

/** A submission as blocks are made of, with its options by filter. */
export interface Candidate extends BlockUnit {
  lineageId: number
  optionNames: ReadonlyMap<number, readonly string[]>
}

export interface Candidates {
  all: readonly Candidate[]
  /** Those whose number may be told: what the newest edition has for a member of a strict project, null before the first; otherwise all. */
  countable: readonly Candidate[] | null
  /** Names of the programme's filters by id. */
  filterNames: ReadonlyMap<number, string>
}

/**
 * A member of a strict project gets those of the newest edition, with the options that they had then: who has joined or changed since must not be
 * told by a count. The own ones are the current ones. Nothing is counted before the first edition, so who takes part then is not told either.
 */
export async function candidatesOf(
  database: Database,
  programmeId: number,
  { project_id, time_period_id }: Omit<GroupScope, 'now'>,
  reader: DisclosureReader
): Promise<Candidates> {
  const scope: EditionScope = { programmeId, projectId: project_id, timePeriodId: time_period_id }
  const known = await filterOptions(database, programmeId)
  const candidatesIn = async (submissions: readonly EditionSubmission[]): Promise<Candidate[]> => {
    const optionsOf = await filterOptionsOf(database, programmeId, submissions)
    return submissions.map(submission => ({
      id: submission.submission_id,
      organisationId: submission.organisation_id,
      lineageId: submission.lineage_id,
      options: optionsOf.get(submission.submission_id) ?? [],
      optionNames: namedOptions(submission.filter_option_ids, known)
    }))
  }
  const filterNames = new Map([...known.values()].map(option => [option.filter_id, option.filter_name]))
  const published = reader.kind === 'open' ? null : await publishedSubmissions(database, scope)
  if (published === null) {
    const all = await candidatesIn(await submissionsNow(database, scope))
    return { filterNames, all, countable: reader.kind === 'open' ? all : null }
  }
  const countable = await candidatesIn(published)
  const own = await candidatesIn(await submissionsNow(database, scope, reader.organisationId ?? 0))
  const others = countable.filter(one => one.organisationId !== reader.organisationId)
  return { filterNames, all: [...others, ...own], countable }
}

type CandidateOption =
  Awaited<ReturnType<typeof filterOptions>> extends ReadonlyMap<number, infer T> ? T : never

async function filterOptions(database: Database, programmeId: number) {
  const rows = await database
    .selectFrom('filter_options as o')
    .innerJoin('filters as f', join => inProgramme(join, 'f', 'o', 'filter_id'))
    .select(['o.filter_option_id', 'o.option_name', 'f.filter_id', 'f.filter_name'])
    .where('o.programme_id', '=', programmeId)
    .execute()
  return new Map(rows.map(row => [row.filter_option_id, row]))
}

/** The names of options by filter. */
function namedOptions(
  ids: readonly number[],
  known: ReadonlyMap<number, CandidateOption>
): Map<number, string[]> {
  const named = new Map<number, string[]>()
  for (const id of ids) {
    const option = known.get(id)
    if (option) named.set(option.filter_id, [...(named.get(option.filter_id) ?? []), option.option_name])
  }
  return named
}
