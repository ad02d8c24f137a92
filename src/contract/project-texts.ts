import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, QueryId, Timestamp, queryLimit, ProjectPeriodQuery } from './fields.ts'
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
  query: v.object({ ...ProjectPeriodQuery }),
  reply: v.object({
    abouts: describe(
      'Parts of a text, in their order.',
      v.array(
        v.object({
          about_id: Id,
          heading: describe('A heading.', v.string()),
          body_html: describe('HTML. Sanitise it before you show it.', Html),
          display_order: v.number()
        })
      )
    ),
    key_dates: describe(
      'Dates of the project, earliest first.',
      v.array(
        v.object({
          label: v.string(),
          date: describe('A day or a time of the project.', Timestamp),
          is_end: describe(
            'Whether something ends then: with the last day in the programme’s time zone.',
            v.boolean()
          )
        })
      )
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
    project_guidances: describe(
      'Guidance texts.',
      v.array(
        v.object({
          project_guidance_id: Id,
          title: v.string(),
          body_html: Html,
          document_id: v.nullable(Id),
          document: describe('A document; null if there is none.', v.nullable(DocumentLink)),
          question_ids: v.array(Id),
          display_order: v.number()
        })
      )
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
    scopes: describe(
      'Parts of a project that an organisation can register for.',
      v.array(
        v.object({
          scope_id: Id,
          scope_name: v.string(),
          scope_description: describe('What the scope covers.', v.string())
        })
      )
    )
  })
})
