// Fills a group with the members that its definition finds.

import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { readerOf } from '#server/auth/reader.ts'
import { hasNotWithdrawn } from '#server/auth/taking-part.ts'
import type { Tx } from '#server/database/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { candidatesOf, type GroupScope } from './candidates.ts'
import { resolveDefinition } from './definition.ts'
import { storeMembers } from './members.ts'
import type { OwnedGroup } from './ownership.ts'

/** The definition to store; none for members that were chosen one by one. */
export const rulesOf = (definition: PeerGroupDefinition | undefined): string | null =>
  definition === undefined || definition.kind === 'members' ? null : JSON.stringify(definition)

/** The members that the definition currently finds. They are stored, so that the group does not change when others join. */
export async function fillGroup(
  tx: Tx,
  caller: CallingUser,
  scope: GroupScope,
  group: Pick<OwnedGroup, 'peer_group_id'>,
  definition: PeerGroupDefinition
): Promise<void> {
  const reader = readerOf(caller, await requireProject(tx, caller.programmeId, scope.project_id))
  const candidates = await candidatesOf(tx, caller.programmeId, scope, reader)
  const members = await resolveDefinition(tx, caller, scope, reader, candidates, definition)
  // In a strict project this would reveal that a set is empty.
  if (members.length === 0 && reader.kind === 'open')
    throw invalid('definition', 'matches no one in this period')
  await storeMembers(
    tx,
    caller.programmeId,
    { peer_group_id: group.peer_group_id, project_id: scope.project_id },
    members.map(member => member.lineageId),
    'definition'
  )
}

/** Removes members that a group's rules no longer find; keeps those without a submission in the period, or that have withdrawn, because nothing is known about them. */
export async function refill(
  tx: Tx,
  caller: CallingUser,
  group: OwnedGroup,
  timePeriodId: number,
  now: Date
): Promise<void> {
  const { programmeId } = caller
  const { peer_group_id, project_id, definition } = group
  await requireTimePeriod(tx, programmeId, timePeriodId)
  if (definition === null) throw invalid('refill_time_period_id', 'needs a group with rules')
  await tx
    .deleteFrom('peer_group_memberships')
    .where('programme_id', '=', programmeId)
    .where('peer_group_id', '=', peer_group_id)
    .where('lineage_id', 'in', eb =>
      eb
        .selectFrom('submissions as s')
        .select('lineage_id')
        .where('programme_id', '=', programmeId)
        .where('project_id', '=', project_id)
        .where('time_period_id', '=', timePeriodId)
        .where(hasNotWithdrawn(programmeId))
    )
    .execute()
  await fillGroup(tx, caller, { project_id, time_period_id: timePeriodId, now }, group, definition)
}
