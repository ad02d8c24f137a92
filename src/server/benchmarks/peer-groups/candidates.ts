// The submissions of a project and period that a peer group can be made of.

import type { BlockUnit } from '#domain/disclosure/blocks.ts'
import { filterOptionsOf } from '#server/benchmarks/chart-data/filter-options.ts'
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
  /** Names of the programme's filters by id. */
  filterNames: ReadonlyMap<number, string>
}

export async function candidatesOf(
  database: Database,
  programmeId: number,
  scope: Omit<GroupScope, 'now'>
): Promise<Candidates> {
  const submissions = await database
    .selectFrom('submissions')
    .select(['submission_id', 'organisation_id', 'lineage_id'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', scope.project_id)
    .where('time_period_id', '=', scope.time_period_id)
    .orderBy('submission_id')
    .execute()
  const known = await filterOptions(database, programmeId)
  const optionsOf = await filterOptionsOf(database, {
    programmeId,
    project: { project_id: scope.project_id },
    timePeriods: [{ time_period_id: scope.time_period_id }]
  })
  return {
    filterNames: new Map([...known.values()].map(option => [option.filter_id, option.filter_name])),
    all: submissions.map(submission => {
      const options = optionsOf.get(submission.submission_id) ?? []
      return {
        id: submission.submission_id,
        organisationId: submission.organisation_id,
        lineageId: submission.lineage_id,
        options,
        optionNames: namedOptions(options, known)
      }
    })
  }
}

type CandidateOption =
  Awaited<ReturnType<typeof filterOptions>> extends ReadonlyMap<number, infer T> ? T : never

async function filterOptions(database: Database, programmeId: number) {
  const rows = await database
    .selectFrom('filter_options as o')
    .innerJoin('filters as f', join => inProgramme(join, 'f', 'o', 'filter_id'))
    .select(['o.filter_option_id', 'o.option_name', 'f.filter_id', 'f.filter_name'])
    .where('o.programme_id', '=', programmeId)
    .where('f.programme_id', '=', programmeId)
    .execute()
  return new Map(rows.map(row => [row.filter_option_id, row]))
}

/** '/12/15' for each filter, as `filterOptionsOf` returns them, by filter and name. */
function namedOptions(
  options: readonly string[],
  known: ReadonlyMap<number, CandidateOption>
): Map<number, string[]> {
  const named = new Map<number, string[]>()
  for (const id of options.flatMap(text => text.split('/').filter(Boolean))) {
    const option = known.get(Number(id))
    if (option) named.set(option.filter_id, [...(named.get(option.filter_id) ?? []), option.option_name])
  }
  return named
}
