import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { PUBLIC_READS } from './rate-limits.ts'

export const EnumName = v.picklist(
  [
    'role_types',
    'question_types',
    'contact_roles',
    'project_statuses',
    'output_types',
    'document_types',
    'user_statuses',
    'chart_directions'
  ],
  'is not a known enum'
)
export type EnumName = v.InferOutput<typeof EnumName>

export const getEnum = endpoint({
  method: 'GET',
  path: 'enums/{name}',
  access: 'open',
  rateLimits: PUBLIC_READS,
  summary: 'The values of a closed list, with ids.',
  params: v.object({ name: EnumName }),
  reply: v.object({
    enums: describe('The entries of a list.', v.array(v.object({ id: Id, name: v.string() })))
  })
})
