import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, ParamId, QueryId, Timestamp } from './fields.ts'
import { MAX_DOCUMENT_BYTES, MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { PUBLIC_READS } from './rate-limits.ts'

export const Document = v.object({
  document_id: Id,
  document_name: v.string(),
  document_type: describe('Kind of document, as named by its editors.', v.string()),
  project_id: v.nullable(Id),
  project_name: v.nullable(v.string()),
  time_period_id: v.nullable(Id),
  time_period_name: v.nullable(v.string()),
  organisation_id: v.nullable(Id),
  file_name: v.string(),
  mime_type: describe('Type of the file.', v.string()),
  size_bytes: describe('Size of the file in bytes.', IdOrZero),
  version_label: describe('Version of the document, as named by its editors.', v.string()),
  published_at: Timestamp,
  is_public: describe('Whether every member of the programme may read it.', v.boolean())
})
export type Document = v.InferOutput<typeof Document>

/** Without a login, the public documents of the calling site's programme (product 19). */
export const listDocuments = endpoint({
  method: 'GET',
  path: 'documents/',
  access: 'open',
  hasMemberReply: true,
  rateLimits: PUBLIC_READS,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Documents that the caller can read.',
  query: v.object({ time_period_id: v.optional(QueryId), programme_id: v.optional(QueryId) }),
  reply: v.object({ documents: describe('Documents, newest first.', v.array(Document)) })
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: 'documents/{id}/download',
  access: 'open',
  hasMemberReply: true,
  rateLimits: PUBLIC_READS,
  maxReplyBytes: MAX_DOCUMENT_BYTES,
  summary: 'The file of a document, as an attachment.',
  params: ParamId,
  query: v.object({ programme_id: v.optional(QueryId) }),
  reply: 'file'
})
