// Peer groups and their members: a name is created once, and each is deleted once.

import { expect } from 'vitest'
import {
  AT_ONCE,
  byTurns,
  callOf,
  fresh,
  times,
  type Arena,
  type Scenario,
  type WritingName
} from './race.ts'
import { groupWithMember, pairsOfTwoProjects } from './two-projects.ts'

async function groupOf(arena: Arena): Promise<number> {
  return (await arena.grouping.create('viewer', { peer_group_name: fresh('Group') })).body.peer_group_id
}

export const peerGroupRaces = {
  createPeerGroup: async ({ server, grouping }) => {
    const body = { ...(await grouping.selection()), peer_group_name: fresh('Group') }
    const token = await server.tokenOf('viewer')
    return {
      calls: times(AT_ONCE, () => callOf('createPeerGroup', { body }, token)),
      winners: 1,
      async after() {
        const groups = (await grouping.offered('viewer')).filter(
          group => group.peer_group_name === body.peer_group_name
        )
        expect(groups).toHaveLength(1)
      }
    }
  },
  previewPeerGroup: async ({ server, grouping }) => {
    const [submission_id = 0] = await grouping.others()
    const body = {
      ...(await grouping.selection()),
      definition: { kind: 'members' as const, submission_ids: [submission_id] }
    }
    const token = await server.tokenOf('viewer')
    return { calls: times(AT_ONCE, () => callOf('previewPeerGroup', { body }, token)), winners: AT_ONCE }
  },
  updatePeerGroup: async arena => {
    const [one, other] = [await groupOf(arena), await groupOf(arena)]
    const body = { peer_group_name: fresh('Group') }
    const token = await arena.server.tokenOf('viewer')
    const rename = (id: number) => callOf('updatePeerGroup', { params: { id }, body }, token)
    return { calls: byTurns(rename(one), rename(other)), winners: AT_ONCE / 2 }
  },
  deletePeerGroups: async ({ server }) => {
    const token = await server.tokenOf('admin')
    const { calls, pairs } = await pairsOfTwoProjects(
      server,
      async stage => (await groupWithMember(stage)).peer_group_id,
      peer_group_ids => callOf('deletePeerGroups', { body: { peer_group_ids } }, token)
    )
    return { calls, winners: pairs.length }
  },
  createPeerGroupMembership: async arena => {
    const peer_group_id = await groupOf(arena)
    const [submission_id = 0] = await arena.grouping.others()
    const token = await arena.server.tokenOf('viewer')
    return {
      calls: times(AT_ONCE, () =>
        callOf('createPeerGroupMembership', { body: { peer_group_id, submission_id } }, token)
      ),
      winners: AT_ONCE,
      after: async () =>
        expect(
          (await arena.grouping.members('viewer', peer_group_id)).body.peer_group_memberships
        ).toHaveLength(1)
    }
  },
  createPeerGroupMemberships: async arena => {
    const peer_group_id = await groupOf(arena)
    const submission_ids = (await arena.grouping.others()).slice(0, 6)
    const token = await arena.server.tokenOf('viewer')
    const add = (ids: number[]) =>
      callOf('createPeerGroupMemberships', { body: { peer_group_id, submission_ids: ids } }, token)
    return {
      calls: byTurns(add(submission_ids), add(submission_ids.toReversed())),
      winners: AT_ONCE,
      after: async () =>
        expect(
          (await arena.grouping.members('viewer', peer_group_id)).body.peer_group_memberships
        ).toHaveLength(6)
    }
  },
  deletePeerGroupMemberships: async ({ server }) => {
    const token = await server.tokenOf('admin')
    const { calls, pairs } = await pairsOfTwoProjects(
      server,
      async stage => (await groupWithMember(stage)).peer_group_membership_id,
      peer_group_membership_ids =>
        callOf('deletePeerGroupMemberships', { body: { peer_group_membership_ids } }, token)
    )
    return { calls, winners: pairs.length }
  }
} satisfies Partial<Record<WritingName, Scenario>>
