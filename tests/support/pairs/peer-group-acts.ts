// Peer groups and their members.

import { expect } from 'vitest'
import { createPeerGroup, createPeerGroupMemberships } from '#contract/peer-groups.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import { selection, type Stage } from './stage.ts'

/** The contributor's own group, with one member. */
const grouped = (stage: Stage) =>
  stage.once('group', async () => {
    const { server, tokens, other_submission_id } = stage
    const body = { ...selection(stage), peer_group_name: fresh('Group') }
    const { peer_group_id } = (await server.call(createPeerGroup, { body }, tokens.contributor)).body
    const added = await server.call(
      createPeerGroupMemberships,
      { body: { peer_group_id, submission_ids: [other_submission_id] } },
      tokens.contributor
    )
    return { peer_group_id, membership_id: added.body.peer_group_memberships[0]!.peer_group_membership_id }
  })

/** A group of the contributor that is found by rules: it contains the other submission, but not the ward. */
const ruled = (stage: Stage) =>
  stage.once('ruled', async () => {
    const { server, tokens, other_submission_id } = stage
    const option = await server.database
      .selectFrom('filter_options')
      .select(['filter_id', 'filter_option_id', 'option_name'])
      .where('programme_id', '=', PROGRAMME)
      .orderBy('filter_option_id')
      .executeTakeFirstOrThrow()
    await server.database
      .insertInto('submission_filter_options')
      .values({
        programme_id: PROGRAMME,
        submission_id: other_submission_id,
        filter_option_id: option.filter_option_id
      })
      .execute()
    const filters = [
      { filter_id: option.filter_id, filter_name: '', option_list: [{ option_name: option.option_name }] }
    ]
    const definition = { kind: 'rules' as const, filters }
    const body = { ...selection(stage), peer_group_name: fresh('Ruled'), definition }
    const { status, body: group } = await server.call(createPeerGroup, { body }, tokens.contributor)
    expect(status).toBe(200)
    return group.peer_group_id
  })

const onGroup =
  (make: (stage: Stage, group: Awaited<ReturnType<typeof grouped>>) => ReturnType<Act>): Act =>
  async stage =>
    make(stage, await grouped(stage))

export const peerGroupActs = {
  createPeerGroup: [
    stage =>
      callOf(
        'createPeerGroup',
        { body: { ...selection(stage), peer_group_name: 'Raced' } },
        stage.tokens.contributor
      )
  ],
  previewPeerGroup: [
    stage =>
      callOf(
        'previewPeerGroup',
        {
          body: {
            ...selection(stage),
            definition: { kind: 'members', submission_ids: [stage.other_submission_id] }
          }
        },
        stage.tokens.contributor
      )
  ],
  updatePeerGroup: [
    onGroup(({ tokens }, { peer_group_id }) =>
      callOf(
        'updatePeerGroup',
        { params: { id: peer_group_id }, body: { peer_group_name: 'Raced' } },
        tokens.contributor
      )
    ),
    async stage =>
      callOf(
        'updatePeerGroup',
        { params: { id: await ruled(stage) }, body: { refill_time_period_id: stage.place.time_period_id } },
        stage.tokens.contributor
      )
  ],
  deletePeerGroups: [
    onGroup(({ tokens }, { peer_group_id }) =>
      callOf('deletePeerGroups', { body: { peer_group_ids: [peer_group_id] } }, tokens.contributor)
    )
  ],
  createPeerGroupMembership: [
    onGroup(({ tokens, submission_id }, { peer_group_id }) =>
      callOf('createPeerGroupMembership', { body: { peer_group_id, submission_id } }, tokens.contributor)
    ),
    async stage =>
      callOf(
        'createPeerGroupMembership',
        { body: { peer_group_id: await ruled(stage), submission_id: stage.submission_id } },
        stage.tokens.contributor
      )
  ],
  createPeerGroupMemberships: [
    onGroup(({ tokens, submission_id }, { peer_group_id }) =>
      callOf(
        'createPeerGroupMemberships',
        { body: { peer_group_id, submission_ids: [submission_id] } },
        tokens.contributor
      )
    )
  ],
  deletePeerGroupMemberships: [
    onGroup(({ tokens }, { membership_id }) =>
      callOf(
        'deletePeerGroupMemberships',
        { body: { peer_group_membership_ids: [membership_id] } },
        tokens.contributor
      )
    )
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
