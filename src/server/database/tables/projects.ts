import type { Generated } from 'kysely'
import type { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import type { Json, Tenant } from './people.ts'

export interface TimePeriodTable extends Tenant {
  time_period_id: Generated<number>
  time_period_name: string
  starts_at: Date
  ends_at: Date
}

export interface ProjectTable extends Tenant {
  project_id: Generated<number>
  project_code: string
  project_name: string
  summary: string
  /** What members see of each other's figures. */
  visibility: Visibility
  /** In a named project: from when members see others' figures. */
  others_visible_from: Generated<OthersVisibleFrom>
  /** Averages over fewer values are never shown. */
  minimum_count: number
  explorer_types: Json<{ explorer_type: string; label: string }[]>
  display_order: number
}

export interface ProjectPeriodTable extends Tenant {
  project_id: number
  time_period_id: number
  registration_opens_at: Date | null
  registration_closes_at: Date | null
  collection_opens_at: Date | null
  collection_closes_at: Date | null
  published_at: Date | null
  closed_at: Date | null
}

export interface ProjectFavoriteTable extends Tenant {
  project_id: number
  user_id: number
}

export interface ProjectAboutTable extends Tenant {
  about_id: Generated<number>
  project_id: number
  /** null applies to every period. */
  time_period_id: number | null
  heading: string
  body_html: string
  display_order: number
}

export interface ProjectContactTable extends Tenant {
  project_contact_id: Generated<number>
  project_id: number
  contact_name: string
  email_address: string
  contact_role: string
  display_order: number
}

export interface ScopeTable extends Tenant {
  scope_id: Generated<number>
  project_id: number
  scope_name: string
  scope_description: string
  display_order: number
}

export interface RegistrationTable extends Tenant {
  registration_id: Generated<number>
  project_id: number
  time_period_id: number
  organisation_id: number
  registration_status: 'draft' | 'registered' | 'withdrawn'
  withdrawal_reason: string | null
  terms_accepted_at: Date | null
  updated_at: Date
  updated_by_user_id: number | null
}

export interface RegistrationScopeTable extends Tenant {
  registration_id: number
  scope_id: number
}

export interface RegistrationContactTable extends Tenant {
  registration_contact_id: Generated<number>
  registration_id: number
  user_id: number | null
  contact_name: string
  email_address: string
  telephone: string
  contact_role: string
  is_primary: boolean
}

/** The same ward, library or service over the years. */
export interface LineageTable extends Tenant {
  lineage_id: Generated<number>
  organisation_id: number
}

/** An organisation's entry for one project and period. */
export interface SubmissionTable extends Tenant {
  submission_id: Generated<number>
  project_id: number
  time_period_id: number
  organisation_id: number
  scope_id: number | null
  lineage_id: number
  submission_name: string
  submission_code: string
}

export interface RegistrationSubmissionTable extends Tenant {
  registration_submission_id: Generated<number>
  registration_id: number
  submission_id: number
  scope_id: number | null
}

export interface FilterTable extends Tenant {
  filter_id: Generated<number>
  filter_name: string
  display_order: number
}

export interface FilterOptionTable extends Tenant {
  filter_option_id: Generated<number>
  filter_id: number
  option_name: string
  display_order: number
}

/** Options of all submissions of an organisation; copied to each new submission. */
export interface OrganisationFilterOptionTable extends Tenant {
  organisation_id: number
  filter_option_id: number
}

export interface SubmissionFilterOptionTable extends Tenant {
  submission_id: number
  filter_option_id: number
}
