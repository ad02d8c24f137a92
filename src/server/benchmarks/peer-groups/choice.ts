// The peer groups a caller can choose, and why some cannot be chosen.

import type { PeerGroup } from '#contract/filters.ts'
import { absenceInStrict } from '#domain/disclosure/absence.ts'
import { definitionIn } from '#domain/disclosure/member-rule.ts'
import { symmetricDifferenceSize } from '#domain/disclosure/suppression.ts'
import { readerOf, type ProjectPromise, type RestrictedReader } from '#server/auth/reader.ts'
import { hasNotWithdrawn } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { candidatesOf } from './candidates.ts'
import { mayChange } from './ownership.ts'
import { wholeBlockCounter } from './whole-blocks.ts'

interface GroupSelection {
  project_id: number
  time_period_id: number
}

const MAX_CHOSEN_GROUPS = 500

/**
 * The groups of the programme, the organisation and the caller, with their members in the period. A group
 * cannot be selected if it is too small, or if it differs from everyone or from an earlier selectable group
 * by fewer than the minimum: their averages together would reveal the values of those few. The programme's
 * groups come first, then older before newer.
 */
export async function peerGroupsFor(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection,
  organisationId: number | null,
  project: ProjectPromise
): Promise<PeerGroup[]> {
  const groups = await visibleGroups(database, caller, selection, organisationId)
  const reader = readerOf(caller, project)
  const offered =
    reader.kind === 'restricted'
      ? await countedFor(database, caller.programmeId, selection, reader, groups)
      : await judgeGroups(database, caller, selection, groups, project.minimum_count)
  return offered.map(({ organisation_id, ...group }) => ({
    ...group,
    ...canChangeGroup(caller, { ...group, organisation_id })
  }))
}

/** A similarity group names the submission and charts that it was made with, so only those who may change it see its definition. */
function canChangeGroup(
  caller: CallingUser,
  { owner_type, organisation_id, definition }: Pick<Group, 'owner_type' | 'organisation_id' | 'definition'>
): Pick<PeerGroup, 'may_change' | 'definition'> {
  const may_change = mayChange(caller, { owner_type, organisation_id, user_id: caller.userId })
  return { may_change, definition: may_change || definition?.kind === 'rules' ? definition : null }
}

type OfferedGroup = Omit<PeerGroup, 'may_change' | 'definition'> &
  Pick<Group, 'organisation_id' | 'definition'>

/**
 * In a strict project a group stands for whole blocks of organisations, so it may be as similar to another
 * as it likes. Its counts are those of the blocks: counting the members themselves, two of one's own groups would reveal the properties of a
 * single organisation.
 */
async function countedFor(
  database: Database,
  programmeId: number,
  selection: GroupSelection,
  reader: RestrictedReader,
  groups: readonly Group[]
): Promise<OfferedGroup[]> {
  if (groups.length === 0) return []
  const candidates = await candidatesOf(database, programmeId, selection, reader)
  const countOf = wholeBlockCounter(reader, candidates)
  const ids = groups.map(group => group.peer_group_id)
  const members = await groupSubmissions(database, programmeId, selection, ids)
  return groups.map(({ other_organisations: _others, ...group }) => {
    const ofGroup = members.get(group.peer_group_id)
    const counted = ofGroup ? countOf(candidate => ofGroup.has(candidate.id)) : null
    return {
      ...group,
      member_count: counted?.submissions ?? null,
      organisation_count: counted?.organisations ?? null,
      is_selectable: counted !== null,
      unselectable_reason: absenceInStrict(candidates.countable !== null, counted === null)
    }
  })
}

/** How many organisations each selectable group differs by from a group with these others; `peer_group_id` is left out, since it is the group itself. */
export async function nearestGroup(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection & { peer_group_id: number | null },
  others: ReadonlySet<number>,
  minimumCount: number
): Promise<{ peer_group_name: string; difference: number }[]> {
  const groups = await visibleGroups(database, caller, selection, caller.organisationId)
  const compared = groups.filter(group => group.peer_group_id !== selection.peer_group_id)
  const offered = await judgeGroups(database, caller, selection, compared, minimumCount)
  const selectable = offered.filter(group => group.is_selectable)
  const known = await othersOf(
    database,
    caller,
    selection,
    selectable.map(group => group.peer_group_id)
  )
  return selectable.map(({ peer_group_id, peer_group_name }) => ({
    peer_group_name,
    difference: symmetricDifferenceSize(others, known.get(peer_group_id) ?? new Set())
  }))
}

async function judgeGroups(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection,
  groups: readonly Group[],
  minimumCount: number
): Promise<OfferedGroup[]> {
  const everyone = await otherOrganisationCount(database, caller, selection)
  const members = await othersOf(database, caller, selection, comparableGroups(groups, minimumCount))
  const selectable: number[] = []
  const reasons = new Map<number, PeerGroup['unselectable_reason']>()
  for (const group of inPrecedence(groups)) {
    const id = group.peer_group_id
    const isClose = (difference: number): boolean => difference > 0 && difference < minimumCount
    const isCloseTo = (other: number): boolean => {
      const [mine, theirs] = [members.get(id), members.get(other)]
      return mine !== undefined && theirs !== undefined && isClose(symmetricDifferenceSize(mine, theirs))
    }
    if (group.other_organisations < minimumCount) reasons.set(id, 'too_few')
    else if (isClose(everyone - group.other_organisations) || selectable.some(isCloseTo))
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

async function visibleGroups(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection,
  organisationId: number | null
) {
  const rows = await database
    .selectFrom('peer_groups as g')
    .leftJoin('peer_group_memberships as m', join => inProgramme(join, 'm', 'g', 'peer_group_id'))
    .leftJoin('submissions as s', join =>
      join
        .on('s.programme_id', '=', caller.programmeId)
        .onRef('s.lineage_id', '=', 'm.lineage_id')
        .onRef('s.project_id', '=', 'g.project_id')
        .on('s.time_period_id', '=', selection.time_period_id)
        .on(hasNotWithdrawn(caller.programmeId))
    )
    .select(['g.peer_group_id', 'g.peer_group_name', 'g.description', 'g.owner_type', 'g.organisation_id'])
    .select('g.member_rule')
    .select(({ fn }) => fn.count<number>('s.submission_id').as('member_count'))
    .select(({ fn }) =>
      fn
        .count<number>('s.organisation_id')
        .distinct()
        .filterWhere('s.organisation_id', '!=', caller.organisationId ?? 0)
        .as('other_organisations')
    )
    .where(eb => eb.and({ 'g.programme_id': caller.programmeId, 'g.project_id': selection.project_id }))
    .where(eb =>
      eb.or([
        eb('g.owner_type', '=', 'programme'),
        eb.and([eb('g.owner_type', '=', 'organisation'), eb('g.organisation_id', '=', organisationId ?? 0)]),
        eb.and([eb('g.owner_type', '=', 'user'), eb('g.user_id', '=', caller.userId)])
      ])
    )
    .groupBy(['g.peer_group_id', 'g.peer_group_name', 'g.description', 'g.owner_type', 'g.organisation_id'])
    .groupBy('g.member_rule')
    .orderBy('g.peer_group_id')
    .limit(MAX_CHOSEN_GROUPS)
    .execute()
  return rows.map(({ member_rule, ...group }) => ({ ...group, definition: definitionIn(member_rule) }))
}

const precedence = { programme: 0, organisation: 1, user: 2 }

const inPrecedence = (groups: readonly Group[]): Group[] =>
  groups.toSorted(
    (a, b) => precedence[a.owner_type] - precedence[b.owner_type] || a.peer_group_id - b.peer_group_id
  )

/** Only groups of almost the same size can differ by few, so only their members are read. */
function comparableGroups(groups: readonly Group[], minimumCount: number): number[] {
  const large = groups.filter(group => group.other_organisations >= minimumCount)
  return large
    .filter(group =>
      large.some(
        other =>
          other !== group && Math.abs(other.other_organisations - group.other_organisations) < minimumCount
      )
    )
    .map(group => group.peer_group_id)
}

async function groupSubmissions(
  database: Database,
  programmeId: number,
  selection: GroupSelection,
  peerGroupIds: readonly number[]
): Promise<Map<number, Set<number>>> {
  const rows = await groupMemberships(database, programmeId, selection, peerGroupIds)
  return setsByGroup(rows, row => row.submission_id)
}

/** The organisations in each group without the caller's own: only they count. */
async function othersOf(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection,
  peerGroupIds: readonly number[]
): Promise<Map<number, Set<number>>> {
  const rows = await groupMemberships(database, caller.programmeId, selection, peerGroupIds)
  const others = rows.filter(row => row.is_counted && row.organisation_id !== caller.organisationId)
  return setsByGroup(others, row => row.organisation_id)
}

function setsByGroup<T extends { peer_group_id: number }>(
  rows: readonly T[],
  idOf: (row: T) => number
): Map<number, Set<number>> {
  const sets = new Map<number, Set<number>>()
  for (const row of rows)
    sets.set(row.peer_group_id, (sets.get(row.peer_group_id) ?? new Set()).add(idOf(row)))
  return sets
}

const groupMemberships = (
  database: Database,
  programmeId: number,
  selection: GroupSelection,
  peerGroupIds: readonly number[]
) =>
  database
    .selectFrom('peer_group_memberships as m')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'm', 'lineage_id'))
    .select(['m.peer_group_id', 's.submission_id', 's.organisation_id'])
    .select(hasNotWithdrawn(programmeId).as('is_counted'))
    .where('m.programme_id', '=', programmeId)
    .where('s.project_id', '=', selection.project_id)
    .where('s.time_period_id', '=', selection.time_period_id)
    // No group has the id 0, and an empty list is invalid SQL.
    .where('m.peer_group_id', 'in', [0, ...peerGroupIds])
    .execute()

async function otherOrganisationCount(
  database: Database,
  caller: CallingUser,
  selection: GroupSelection
): Promise<number> {
  const row = await database
    .selectFrom('submissions as s')
    .select(({ fn }) => fn.count<number>('organisation_id').distinct().as('count'))
    .where('programme_id', '=', caller.programmeId)
    .where('project_id', '=', selection.project_id)
    .where('time_period_id', '=', selection.time_period_id)
    .where('organisation_id', '!=', caller.organisationId ?? 0)
    .where(hasNotWithdrawn(caller.programmeId))
    .executeTakeFirstOrThrow()
  return row.count
}
