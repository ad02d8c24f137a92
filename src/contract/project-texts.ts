import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, QueryId, Timestamp, queryLimit } from './fields.ts'
import { MAX_LARGE_REPLY_BYTES, MAX_LIST_ROWS } from './limits.ts'
import { ProjectContact } from './projects.ts'

const DocumentLink = v.object({
  document_id: Id,
  document_name: v.string(),
  file_name: v.string(),
  size_bytes: IdOrZero
})

export const getProjectAbout = endpoint({
  method: 'GET',
  path: 'projects/about/',
  access: 'viewer',
  summary: 'About a project: texts, key dates, contacts, documents.',
  query: v.object({ project_id: QueryId, time_period_id: QueryId }),
  reply: v.object({
    abouts: v.array(
      v.object({ about_id: Id, heading: v.string(), body_html: Html, display_order: v.number() })
    ),
    key_dates: v.array(
      v.object({
        label: v.string(),
        date: Timestamp,
        /** Whether something ends then, with the end of its last day. */
        is_end: v.boolean()
      })
    ),
    project_contacts: v.array(ProjectContact),
    documents: v.array(DocumentLink)
  })
})

export const listProjectGuidances = endpoint({
  method: 'GET',
  path: 'projectGuidances/',
  access: 'viewer',
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Guidance on entering data for a project, some of it for certain questions.',
  query: v.object({ project_id: QueryId, limit: queryLimit(MAX_LIST_ROWS) }),
  reply: v.object({
    project_guidances: v.array(
      v.object({
        project_guidance_id: Id,
        title: v.string(),
        body_html: Html,
        document_id: v.nullable(Id),
        /** What can be downloaded with it; null where there is nothing that the caller may read. */
        document: v.nullable(DocumentLink),
        question_ids: v.array(Id),
        display_order: v.number()
      })
    )
  })
})

export const listScopes = endpoint({
  method: 'GET',
  path: 'scopes',
  access: 'viewer',
  summary: 'The scopes that an organisation can register for in a project.',
  query: v.object({ project_id: QueryId, limit: queryLimit(MAX_LIST_ROWS) }),
  reply: v.object({
    scopes: v.array(v.object({ scope_id: Id, scope_name: v.string(), scope_description: v.string() }))
  })
})
