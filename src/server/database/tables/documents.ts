import type { Generated } from 'kysely'
import type { Tenant } from './people.ts'

export interface DocumentTable extends Tenant {
  document_id: Generated<number>
  project_id: number | null
  time_period_id: number | null
  organisation_id: number | null
  document_name: string
  document_type: string
  file_name: string
  mime_type: string
  size_bytes: number
  version_label: string
  published_at: Date
  is_public: boolean
}

export interface DocumentFileTable extends Tenant {
  document_id: number
  content: Uint8Array
}

export interface ProjectGuidanceTable extends Tenant {
  project_guidance_id: Generated<number>
  project_id: number
  title: string
  body_html: string
  document_id: number | null
  display_order: number
}

export interface GuidanceQuestionTable extends Tenant {
  project_guidance_id: number
  question_id: number
}

/** Every word of what can be found, once in each programme, so that misspelt ones can be looked for among them. */
export interface SearchWordTable extends Tenant {
  word: string
}
