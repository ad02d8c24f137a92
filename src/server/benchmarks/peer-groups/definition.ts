// Finds the members of a group that is defined by rules, by similarity, or by a list of members.

import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import {
  likenessOf,
  findNearest,
  type Likeness,
  type LikenessMeasure,
  type SimilarityProfile
} from '#domain/figures/similarity.ts'
import { requireSubmission } from '#server/auth/ownership.ts'
import type { DisclosureReader } from '#server/auth/reader.ts'
import type { Database } from '#server/database/schema.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { Candidate, Candidates, GroupScope } from './candidates.ts'
import { chartFigures, type ChartFigures } from './chart-figures.ts'
import { visibleMembers } from './members.ts'

type Rules = Extract<PeerGroupDefinition, { kind: 'rules' }>
type Similar = Extract<PeerGroupDefinition, { kind: 'similar' }>

/** Whether all rules match, each by any of its options. */
export const matchesRules = ({ filters }: Pick<Rules, 'filters'>, candidate: Candidate): boolean =>
  filters.every(({ filter_id, option_list }) => {
    const carried = candidate.optionNames.get(filter_id) ?? []
    return option_list.some(option => carried.includes(option.option_name))
  })

/** `peer_group_id` is the saved group that is previewed. */
interface DefinitionScope extends GroupScope {
  peer_group_id?: number | null
}

/**
 * The submissions that a definition names; callers who may not identify others cannot name them. Members of the saved group that do not count now,
 * because they have withdrawn, are left out.
 */
export async function resolveDefinition(
  database: Database,
  caller: CallingUser,
  scope: DefinitionScope,
  reader: DisclosureReader,
  { all }: Candidates,
  definition: PeerGroupDefinition
): Promise<Candidate[]> {
  if (definition.kind === 'rules') return all.filter(candidate => matchesRules(definition, candidate))
  if (definition.kind === 'members') {
    const wanted = new Set(definition.submission_ids)
    const isKnown = (candidate: Candidate): boolean =>
      reader.kind === 'open' || candidate.organisationId === reader.organisationId
    const members = all.filter(candidate => wanted.has(candidate.id) && isKnown(candidate))
    const found = new Set(members.map(({ id }) => id))
    const missing = [...wanted].filter(id => !found.has(id))
    if (missing.length === 0) return members
    const group = { peer_group_id: scope.peer_group_id ?? 0, project_id: scope.project_id }
    const kept = await visibleMembers(database, caller, group, {
      timePeriodId: scope.time_period_id,
      submissionIds: missing
    })
    if (kept.length < missing.length) throw notFound('submission')
    return members
  }
  const own = await requireSubmission(database, caller, definition.submission_id)
  // In another period it is another submission.
  const named = all.find(candidate => candidate.lineageId === own.lineage_id)
  if (!named) throw notFound('submission')
  const likeness = await similarTo(database, caller, scope, reader, all, named, definition)
  const others = all
    .filter(candidate => candidate !== named)
    .map(candidate => ({ candidate, distance: likeness(candidate).distance }))
  return findNearest(others, definition.size).map(({ candidate }) => candidate)
}

/** How alike each candidate is to the named one. */
async function similarTo(
  database: Database,
  caller: CallingUser,
  scope: GroupScope,
  reader: DisclosureReader,
  all: readonly Candidate[],
  named: Candidate,
  { filter_ids, chart_ids }: Similar
): Promise<(candidate: Candidate) => Likeness> {
  if (filter_ids.length + chart_ids.length === 0)
    throw invalid('filter_ids', 'needs at least one filter or chart to be alike in')
  const charts = await comparableCharts(database, caller, scope, reader, chart_ids)
  return likenessTo(named.id, all, filter_ids, charts)
}

/** Only readers who see others' figures may use them: for anyone else a group by figures would reveal them. */
export async function comparableCharts(
  database: Database,
  caller: CallingUser,
  scope: GroupScope,
  reader: DisclosureReader,
  chartIds: readonly number[]
): Promise<ChartFigures[]> {
  if (chartIds.length === 0) return []
  if (reader.kind === 'restricted')
    throw invalid('chart_ids', 'can be compared only in projects whose members see each other by name')
  return chartFigures(database, caller, scope, reader, chartIds)
}

export function likenessTo(
  submissionId: number,
  all: readonly Candidate[],
  filterIds: readonly number[],
  charts: readonly ChartFigures[]
): (candidate: Candidate) => Likeness {
  const measure: LikenessMeasure = {
    filterIds,
    spreads: new Map(charts.map(({ chart_id, spread }) => [chart_id, spread]))
  }
  const profileOf = (id: number, options: SimilarityProfile['options']): SimilarityProfile => ({
    options,
    figures: new Map(
      charts.flatMap(({ chart_id, values }): [number, number][] => {
        const value = values.get(id)
        return value === undefined ? [] : [[chart_id, value]]
      })
    )
  })
  const own = all.find(candidate => candidate.id === submissionId)
  const mine = profileOf(submissionId, own?.optionNames ?? new Map())
  return candidate => likenessOf(mine, profileOf(candidate.id, candidate.optionNames), measure)
}
