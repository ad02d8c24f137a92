// The peer groups a caller can choose, and why some cannot be chosen.
import type { PeerGroup } from '#contract/filters.ts'
import { differenceOf } from '#domain/suppression.ts'
import type { User } from '#server/http/caller.ts'
import type { Database } from '#server/database/schema.ts'
import type { ProjectTable } from '#server/database/tables/projects.ts'
import { readerOf, type RestrictedReader } from '#server/auth/reader.ts'
import { candidatesOf } from './candidates.ts'
import { mayChange } from './ownership.ts'
import { wholeBlockCounter } from './whole-blocks.ts'

interface Selection {
  project_id: number
  time_period_id: number
}

const MAX_GROUPS = 500

/**
 * The groups of the programme, the organisation and the caller, with their members in the period. A group
 * cannot be selected if it is too small, or if it differs from everybody or from an earlier selectable group
 * by fewer than the minimum: their averages together would reveal the values of those few. The programme's
 * groups come first, then older before newer.
 */
export async function peerGroupsFor(
  database: Database,
  caller: User,
  selection: Selection,
  organisationId: number | null,
  project: Pick<ProjectTable, 'visibility' | 'minimum_count'>
): Promise<PeerGroup[]> {
  const groups = await visibleGroups(database, caller, selection, organisationId)
  const reader = readerOf(caller, project)
  const offered =
    reader.kind === 'restricted'
      ? await countedFor(database, caller.programmeId, selection, reader, groups)
      : await judged(database, caller.programmeId, selection, groups, project.minimum_count)
  return offered.map(({ organisation_id, ...group }) => ({
    ...group,
    may_change: mayChange(caller, { owner_type: group.owner_type, organisation_id, user_id: caller.userId })
  }))
}

type OfferedGroup = Omit<PeerGroup, 'may_change'> & Pick<Group, 'organisation_id'>

/**
 * In a strict project a group stands for whole blocks of organisations, so it may be as similar to another
 * as it likes. Its counts are those of the blocks: with the members themselves counted, two groups of one's own would tell what a single
 * organisation is.
 */
async function countedFor(
  database: Database,
  programmeId: number,
  selection: Selection,
  reader: RestrictedReader,
  groups: readonly Group[]
): Promise<OfferedGroup[]> {
  if (groups.length === 0) return []
  const { all } = await candidatesOf(database, programmeId, selection)
  const countOf = wholeBlockCounter(reader, all)
  const ids = groups.map(group => group.peer_group_id)
  const members = await membersOf(database, programmeId, selection, ids)
  return groups.map(({ other_organisations: _others, ...group }) => {
    const ofGroup = members.get(group.peer_group_id)
    const counted = ofGroup ? countOf(candidate => ofGroup.has(candidate.id)) : null
    return {
      ...group,
      member_count: counted?.submissions ?? null,
      organisation_count: counted?.organisations ?? null,
      is_selectable: counted !== null,
      unselectable_reason: counted === null ? 'too_few' : null
    }
  })
}

/** How far each selectable group is from a group with these members; `peer_group_id` is left out, since it is the group itself. */
export async function nearestGroup(
  database: Database,
  caller: User,
  selection: Selection & { peer_group_id: number | null },
  members: ReadonlySet<number>,
  minimumCount: number
): Promise<{ peer_group_name: string; difference: number }[]> {
  const groups = await visibleGroups(database, caller, selection, caller.organisationId)
  const others = groups.filter(group => group.peer_group_id !== selection.peer_group_id)
  const offered = await judged(database, caller.programmeId, selection, others, minimumCount)
  const selectable = offered.filter(group => group.is_selectable)
  const known = await membersOf(
    database,
    caller.programmeId,
    selection,
    selectable.map(group => group.peer_group_id)
  )
  return selectable.map(({ peer_group_id, peer_group_name }) => ({
    peer_group_name,
    difference: differenceOf(members, known.get(peer_group_id) ?? new Set())
  }))
}

async function judged(
  database: Database,
  programmeId: number,
  selection: Selection,
  groups: readonly Group[],
  minimumCount: number
): Promise<OfferedGroup[]> {
  const everybody = await submissionCount(database, programmeId, selection)
  const members = await membersOf(database, programmeId, selection, comparable(groups, minimumCount))
  const selectable: number[] = []
  const reasons = new Map<number, PeerGroup['unselectable_reason']>()
  for (const group of inPrecedence(groups)) {
    const id = group.peer_group_id
    const isClose = (difference: number): boolean => difference > 0 && difference < minimumCount
    const isCloseTo = (other: number): boolean => {
      const [mine, theirs] = [members.get(id), members.get(other)]
      return mine !== undefined && theirs !== undefined && isClose(differenceOf(mine, theirs))
    }
    if (group.member_count < minimumCount) reasons.set(id, 'too_few')
    else if (isClose(everybody - group.member_count) || selectable.some(isCloseTo))
      reasons.set(id, 'too_close')
    else selectable.push(id)
  }
  return groups.map(({ other_organisations, ...group }) => {
    const reason = reasons.get(group.peer_group_id) ?? null
    return {
      ...group,
      organisation_count: other_organisations,
      is_selectable: reason === null,
      unselectable_reason: reason
    }
  })
}

type Group = Awaited<ReturnType<typeof visibleGroups>>[number]

function visibleGroups(
  database: Database,
  caller: User,
  selection: Selection,
  organisationId: number | null
) {
  return database
    .selectFrom('peer_groups as g')
    .leftJoin('peer_group_memberships as m', join =>
      join.onRef('m.programme_id', '=', 'g.programme_id').onRef('m.peer_group_id', '=', 'g.peer_group_id')
    )
    .leftJoin('submissions as s', join =>
      join
        .on('s.programme_id', '=', caller.programmeId)
        .onRef('s.lineage_id', '=', 'm.lineage_id')
        .onRef('s.project_id', '=', 'g.project_id')
        .on('s.time_period_id', '=', selection.time_period_id)
    )
    .select(['g.peer_group_id', 'g.peer_group_name', 'g.description', 'g.owner_type', 'g.organisation_id'])
    .select(({ fn }) => fn.count<number>('s.submission_id').as('member_count'))
    .select(({ fn }) =>
      fn
        .count<number>('s.organisation_id')
        .distinct()
        .filterWhere('s.organisation_id', '!=', caller.organisationId ?? 0)
        .as('other_organisations')
    )
    .where('g.programme_id', '=', caller.programmeId)
    .where('g.project_id', '=', selection.project_id)
    .where(eb =>
      eb.or([
        eb('g.owner_type', '=', 'programme'),
        eb.and([eb('g.owner_type', '=', 'organisation'), eb('g.organisation_id', '=', organisationId ?? 0)]),
        eb.and([eb('g.owner_type', '=', 'user'), eb('g.user_id', '=', caller.userId)])
      ])
    )
    .groupBy(['g.peer_group_id', 'g.peer_group_name', 'g.description', 'g.owner_type', 'g.organisation_id'])
    .orderBy('g.peer_group_id')
    .limit(MAX_GROUPS)
    .execute()
}

const precedence = { programme: 0, organisation: 1, user: 2 }

const inPrecedence = (groups: readonly Group[]): Group[] =>
  groups.toSorted(
    (a, b) => precedence[a.owner_type] - precedence[b.owner_type] || a.peer_group_id - b.peer_group_id
  )

/** Only groups of almost the same size can differ by few, so only their members are read. */
function comparable(groups: readonly Group[], minimumCount: number): number[] {
  const large = groups.filter(group => group.member_count >= minimumCount)
  return large
    .filter(group =>
      large.some(other => other !== group && Math.abs(other.member_count - group.member_count) < minimumCount)
    )
    .map(group => group.peer_group_id)
}

async function membersOf(
  database: Database,
  programmeId: number,
  selection: Selection,
  peerGroupIds: readonly number[]
): Promise<Map<number, Set<number>>> {
  if (peerGroupIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('peer_group_memberships as m')
    .innerJoin('submissions as s', join =>
      join.onRef('s.programme_id', '=', 'm.programme_id').onRef('s.lineage_id', '=', 'm.lineage_id')
    )
    .select(['m.peer_group_id', 's.submission_id'])
    .where('m.programme_id', '=', programmeId)
    .where('s.programme_id', '=', programmeId)
    .where('s.project_id', '=', selection.project_id)
    .where('s.time_period_id', '=', selection.time_period_id)
    .where('m.peer_group_id', 'in', peerGroupIds)
    .execute()
  const members = new Map<number, Set<number>>()
  for (const { peer_group_id, submission_id } of rows) {
    const group = members.get(peer_group_id) ?? new Set()
    members.set(peer_group_id, group.add(submission_id))
  }
  return members
}

async function submissionCount(
  database: Database,
  programmeId: number,
  selection: Selection
): Promise<number> {
  const row = await database
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', selection.project_id)
    .where('time_period_id', '=', selection.time_period_id)
    .executeTakeFirstOrThrow()
  return row.count
}
