// Previews a group: its size, whether it could be chosen, and in a named project its members with the reason for each.

import type { ReplyOf } from '#contract/endpoint.ts'
import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import type { previewPeerGroup } from '#contract/peer-groups.ts'
import { absenceInStrict } from '#domain/disclosure/absence.ts'
import { organisationCount } from '#domain/disclosure/blocks.ts'
import { readerOf, type ProjectPromise, type DisclosureReader } from '#server/auth/reader.ts'
import { submissionNames } from '#server/benchmarks/chart-data/submissions.ts'
import type { Database } from '#server/database/schema.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { candidatesOf, type Candidate, type Candidates, type GroupScope } from './candidates.ts'
import type { ChartFigures } from './chart-figures.ts'
import { nearestGroup } from './choice.ts'
import { comparableCharts, likenessTo, matchesRules, resolveDefinition } from './definition.ts'
import { wholeBlockCounter, type BlockCounts } from './whole-blocks.ts'

type GroupPreview = ReplyOf<typeof previewPeerGroup>

const MAX_LISTED_MEMBERS = 500

export interface PreviewRequest extends GroupScope {
  submission_id: number
  definition: PeerGroupDefinition
  peer_group_id: number | null
  filter_ids: readonly number[]
  chart_ids: readonly number[]
}

export async function previewOf(
  database: Database,
  caller: CallingUser,
  project: ProjectPromise,
  request: PreviewRequest
): Promise<GroupPreview> {
  const reader = readerOf(caller, project)
  const candidates = await candidatesOf(database, caller.programmeId, request, reader)
  const members = await resolveDefinition(database, caller, request, reader, candidates, request.definition)
  const countOf = counterOf(reader, caller, request.submission_id, candidates)
  const ids = new Set(members.map(member => member.id))
  const counted = countOf(candidate => ids.has(candidate.id))
  const judgement =
    reader.kind === 'restricted'
      ? { reason: absenceInStrict(candidates.countable !== null, counted === null), closest: null }
      : await judgementOf(
          database,
          caller,
          request,
          otherOrganisations(caller, candidates.all).size,
          otherOrganisations(caller, members),
          project.minimum_count
        )
  return {
    submission_count: counted?.submissions ?? null,
    organisation_count: counted?.organisations ?? null,
    minimum_count: project.minimum_count,
    is_restricted: reader.kind === 'restricted',
    is_selectable: judgement.reason === null,
    unselectable_reason: judgement.reason,
    closest: judgement.closest,
    changes: await changesOf(database, caller, reader, request, candidates.all, members),
    rule_counts: ruleCounts(request.definition, countOf),
    members: await listedMembers(database, caller, reader, request, candidates, members)
  }
}

/** The members that a refresh would add and remove. */
async function changesOf(
  database: Database,
  caller: CallingUser,
  reader: DisclosureReader,
  request: PreviewRequest,
  all: readonly Candidate[],
  members: readonly Candidate[]
): Promise<GroupPreview['changes']> {
  if (request.peer_group_id === null || reader.kind === 'restricted') return null
  const rows = await database
    .selectFrom('peer_group_memberships')
    .select('lineage_id')
    .where('programme_id', '=', caller.programmeId)
    .where('peer_group_id', '=', request.peer_group_id)
    .execute()
  const stored = new Set(rows.map(row => row.lineage_id))
  const found = new Set(members)
  const organisations = (isMeant: (candidate: Candidate) => boolean): number =>
    organisationCount(all.filter(one => one.organisationId !== caller.organisationId && isMeant(one)))
  return {
    joined_organisation_count: organisations(one => found.has(one) && !stored.has(one.lineageId)),
    left_organisation_count: organisations(one => !found.has(one) && stored.has(one.lineageId))
  }
}

type Counter = (isIn: (candidate: Candidate) => boolean) => BlockCounts | null

/** In a named project everyone except the own submission counts; elsewhere only whole blocks of others. */
function counterOf(
  reader: DisclosureReader,
  caller: CallingUser,
  ownId: number,
  candidates: Candidates
): Counter {
  if (reader.kind === 'restricted') return wholeBlockCounter(reader, candidates)
  return isIn => {
    const others = candidates.all.filter(candidate => candidate.id !== ownId && isIn(candidate))
    return {
      submissions: others.length,
      organisations: organisationCount(others.filter(one => one.organisationId !== caller.organisationId))
    }
  }
}

/** The counts after the first rule, the first two, and so on. */
const ruleCounts = (definition: PeerGroupDefinition, countOf: Counter): (number | null)[] =>
  definition.kind !== 'rules'
    ? []
    : definition.filters.map((_, index) => {
        const filters = definition.filters.slice(0, index + 1)
        return countOf(candidate => matchesRules({ filters }, candidate))?.submissions ?? null
      })

/** The organisations other than the caller's own: only they count. */
const otherOrganisations = (caller: CallingUser, candidates: readonly Candidate[]): Set<number> =>
  new Set(candidates.map(one => one.organisationId).filter(id => id !== caller.organisationId))

async function judgementOf(
  database: Database,
  caller: CallingUser,
  request: PreviewRequest,
  everyone: number,
  organisations: ReadonlySet<number>,
  minimumCount: number
): Promise<{ reason: GroupPreview['unselectable_reason']; closest: GroupPreview['closest'] }> {
  const others = await nearestGroup(database, caller, request, organisations, minimumCount)
  const fromEveryone = { peer_group_name: null, difference: everyone - organisations.size }
  const [closest = fromEveryone] = [...others, fromEveryone]
    // Unchanged members reveal nothing new.
    .filter(other => other.difference > 0)
    .toSorted((a, b) => a.difference - b.difference)
  if (organisations.size < minimumCount) return { reason: 'too_few', closest }
  const isClose = closest.difference > 0 && closest.difference < minimumCount
  return { reason: isClose ? 'too_close' : null, closest }
}

async function listedMembers(
  database: Database,
  caller: CallingUser,
  reader: DisclosureReader,
  request: PreviewRequest,
  candidates: Candidates,
  members: readonly Candidate[]
): Promise<GroupPreview['members']> {
  if (reader.kind === 'restricted') return []
  const listed = members.slice(0, MAX_LISTED_MEMBERS)
  const { definition } = request
  const [filterIds, chartIds] =
    definition.kind === 'similar'
      ? [definition.filter_ids, definition.chart_ids]
      : [request.filter_ids, request.chart_ids]
  const charts = await comparableCharts(database, caller, request, reader, chartIds)
  const likeness = likenessTo(request.submission_id, candidates.all, filterIds, charts)
  const names = await submissionNames(
    database,
    caller.programmeId,
    listed.map(member => member.id)
  )
  const namesOfFilters = (ids: readonly number[]): string[] =>
    ids.flatMap(id => candidates.filterNames.get(id) ?? [])
  return listed.map(member => {
    const { sharedFilterIds, otherFilterIds, figures } = likeness(member)
    return {
      submission_id: member.id,
      submission_name: names.get(member.id)?.submission_name ?? '',
      organisation_name: names.get(member.id)?.organisation_name ?? '',
      shared_filters: namesOfFilters(sharedFilterIds),
      other_filters: namesOfFilters(otherFilterIds),
      figures: figures.flatMap(({ chartId, likeness: kind }) =>
        memberFigure(charts, chartId, kind, member.id)
      )
    }
  })
}

function memberFigure(
  charts: readonly ChartFigures[],
  chartId: number,
  likeness: GroupPreview['members'][number]['figures'][number]['likeness'],
  submissionId: number
): GroupPreview['members'][number]['figures'] {
  const chart = charts.find(one => one.chart_id === chartId)
  if (!chart) return []
  const { chart_id, chart_name, unit, decimal_places, values } = chart
  return [{ chart_id, chart_name, unit, decimal_places, likeness, value: values.get(submissionId) ?? null }]
}
