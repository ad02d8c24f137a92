// Rows of two projects, for races of calls that take several rows.

import { expect } from 'vitest'
import { createChart } from '#contract/chart-builder.ts'
import { createCollection } from '#contract/collections.ts'
import { createPeerGroup, createPeerGroupMembership } from '#contract/peer-groups.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import type { TestServer } from '#tests/support/server.ts'
import { PROGRAMME } from './race-accounts.ts'
import { AT_ONCE, fresh, type Call } from './race.ts'

const opened = new WeakMap<TestServer, Promise<readonly [Stage, Stage]>>()

async function openTwo(server: TestServer): Promise<readonly [Stage, Stage]> {
  return [await openStage(server), await openStage(server)]
}

/** Two projects that only these races use. */
export function twoProjects(server: TestServer): Promise<readonly [Stage, Stage]> {
  const stages = opened.get(server) ?? openTwo(server)
  opened.set(server, stages)
  return stages
}

/**
 * Two calls for each of some pairs of rows, one of each project: with the pair and with the pair reversed. The ids of every other pair have the
 * opposite order of the projects, so that calls that lock by row what belongs to projects wait for each other.
 */
export async function pairsOfTwoProjects<T>(
  server: TestServer,
  make: (stage: Stage) => Promise<T>,
  call: (pair: T[]) => Call
): Promise<{ calls: Call[]; pairs: T[][] }> {
  const both = await twoProjects(server)
  const pairs: T[][] = []
  for (let pair = 0; pair < AT_ONCE; pair++) {
    const rows: T[] = []
    for (const stage of pair % 2 === 0 ? both : both.toReversed()) rows.push(await make(stage))
    pairs.push(rows)
  }
  return { calls: pairs.flatMap(rows => [call(rows), call(rows.toReversed())]), pairs }
}

/** A new chart of one parameter in a new collection. */
export async function chartOf({ server, place, standard, tokens }: Stage) {
  const { project_id } = place
  const collection = { project_id, collection_name: fresh('Collection'), explorer_type: 'results' }
  const { collection_id } = (await server.call(createCollection, { body: collection }, tokens.admin)).body
  const parameter = {
    parameter_name: 'Rooms',
    parameter_role: 'value' as const,
    ...standard.cell('Rooms')
  }
  const chart = { project_id, collection_id, chart_name: fresh('Chart'), chart_parameters: [parameter] }
  const made = await server.call(createChart, { body: chart }, tokens.admin)
  expect(made.status).toBe(200)
  const { chart_id } = made.body
  return server.database
    .selectFrom('chart_parameters as k')
    .innerJoin('charts as h', join => inProgramme(join, 'h', 'k', 'chart_id'))
    .innerJoin('chart_groups as g', join => inProgramme(join, 'g', 'h', 'collection_id'))
    .select(['h.chart_id', 'k.chart_parameter_id', 'g.chart_group_id'])
    .where(eb => eb.and({ 'h.programme_id': PROGRAMME, 'h.chart_id': chart_id }))
    .executeTakeFirstOrThrow()
}

/** A new group of the programme with one member. */
export async function groupWithMember(stage: Stage) {
  const { server, submission_id, tokens } = stage
  const body = { ...selection(stage), peer_group_name: fresh('Group'), is_shared: true }
  const { peer_group_id } = (await server.call(createPeerGroup, { body }, tokens.admin)).body
  const member = { body: { peer_group_id, submission_id } }
  const added = await server.call(createPeerGroupMembership, member, tokens.admin)
  expect(added.status).toBe(200)
  return { peer_group_id, peer_group_membership_id: added.body.peer_group_membership_id }
}
