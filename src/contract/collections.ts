import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { ExplorerTypeCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Id, Name, Order, QueryFlag, QueryId } from './fields.ts'

export const Collection = v.object({
  collection_id: Id,
  collection_name: v.string(),
  project_id: Id,
  explorer_type: v.string(),
  display_order: v.number(),
  is_dashboard: describe('Whether its charts are on the dashboard.', v.boolean())
})
export type Collection = v.InferOutput<typeof Collection>

export const listCollections = endpoint({
  method: 'GET',
  path: 'collections/',
  access: 'viewer',
  summary: 'The collections of a project.',
  query: v.object({ project_id: QueryId, is_dashboard: v.optional(QueryFlag) }),
  reply: v.object({ collections: describe('Collections of chart groups.', v.array(Collection)) })
})

export const createCollection = endpoint({
  method: 'POST',
  path: 'collections/',
  access: 'admin',
  summary: 'Adds a collection with its first chart group.',
  body: v.object({
    project_id: Id,
    collection_name: Name(),
    explorer_type: ExplorerTypeCode,
    display_order: v.optional(Order),
    is_dashboard: v.optional(v.boolean(), false),
    group_name: v.optional(Name())
  }),
  reply: Collection
})
