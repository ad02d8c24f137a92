import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, Order, ParamId, QueryId } from './fields.ts'

export const ChartGroupMembership = v.object({
  membership_id: Id,
  chart_group_id: Id,
  chart_id: Id,
  display_order: v.number()
})

export const listChartGroupMemberships = endpoint({
  method: 'GET',
  path: 'chartGroupsMemberships',
  access: 'viewer',
  summary: 'Which charts are in which groups.',
  query: v.object({
    project_id: v.optional(QueryId),
    chart_group_id: v.optional(QueryId),
    chart_id: v.optional(QueryId)
  }),
  reply: v.object({ memberships: v.array(ChartGroupMembership) })
})

export const createChartGroupMemberships = endpoint({
  method: 'POST',
  path: 'chartGroupsMemberships',
  access: 'admin',
  summary: 'Puts charts into groups.',
  body: v.object({
    memberships: v.pipe(
      v.array(v.object({ chart_group_id: Id, chart_id: Id, display_order: v.optional(Order, 0) })),
      v.minLength(1),
      v.maxLength(200)
    )
  }),
  reply: v.object({ memberships: v.array(ChartGroupMembership) })
})

export const updateChartGroupMembership = endpoint({
  method: 'PUT',
  path: 'chartGroupsMemberships/{id}',
  access: 'admin',
  summary: 'Moves a chart within its group.',
  params: ParamId,
  body: v.object({ display_order: Order }),
  reply: ChartGroupMembership
})

export const deleteChartGroupMemberships = endpoint({
  method: 'DELETE',
  path: 'chartGroupsMemberships',
  access: 'admin',
  summary: 'Removes charts from groups.',
  body: v.object({ memberships: v.pipe(v.array(Id), v.minLength(1), v.maxLength(200)) }),
  reply: v.object({ memberships: v.array(Id) })
})
