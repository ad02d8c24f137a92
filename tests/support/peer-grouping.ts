// Creates and changes peer groups as people do.

import type { InputOf } from '#contract/endpoint.ts'
import { listFilterOptions } from '#contract/filters.ts'
import {
  createPeerGroup,
  createPeerGroupMemberships,
  listPeerGroupMemberships
} from '#contract/peer-groups.ts'
import { periodNamed, projectCoded } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

type Body = InputOf<typeof createPeerGroup>['body']

export function peerGrouping(server: TestServer) {
  const selection = async (project = 'ward-staffing', period = '2025') => ({
    project_id: await projectCoded(server, project),
    time_period_id: await periodNamed(server, period)
  })

  const create = async (role: Role, body: Partial<Body> & { peer_group_name: string }, project?: string) =>
    server.call(
      createPeerGroup,
      { body: { ...(await selection(project)), ...body } },
      await server.tokenOf(role)
    )

  const add = async (role: Role, peer_group_id: number, submission_ids: number[]) =>
    server.call(
      createPeerGroupMemberships,
      { body: { peer_group_id, submission_ids } },
      await server.tokenOf(role)
    )

  /** Submissions of other organisations in a period, organisation by organisation, in a fixed order. */
  async function otherOrganisations(project = 'ward-staffing', period = '2025'): Promise<number[][]> {
    const { project_id, time_period_id } = await selection(project, period)
    const rows = await server.database
      .selectFrom('submissions as s')
      .innerJoin('users as u', join => join.on('u.email_address', '=', 'lead@wards.example'))
      .select(['s.submission_id', 's.organisation_id'])
      .where('s.programme_id', '=', 1)
      .where('s.project_id', '=', project_id)
      .where('s.time_period_id', '=', time_period_id)
      .whereRef('s.organisation_id', '!=', 'u.organisation_id')
      .orderBy('s.submission_id')
      .execute()
    return [...Map.groupBy(rows, row => row.organisation_id).values()].map(own =>
      own.map(row => row.submission_id)
    )
  }

  const others = async (project?: string, period?: string): Promise<number[]> =>
    (await otherOrganisations(project, period)).flat()

  async function offered(role: Role) {
    const { body } = await server.call(
      listFilterOptions,
      { query: { ...(await selection()), organisation_id: 0 } },
      await server.tokenOf(role)
    )
    return body.peer_groups
  }

  const members = async (role: Role, peer_group_id: number, time_period_id?: number) => {
    const query = time_period_id === undefined ? { peer_group_id } : { peer_group_id, time_period_id }
    return server.call(listPeerGroupMemberships, { query }, await server.tokenOf(role))
  }

  return { selection, create, add, others, otherOrganisations, offered, members }
}
