import type { Generated } from 'kysely'
import type { CellValue, QuestionType, SectionStatus } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import type { Json, NullableJson, Tenant } from './people.ts'

/**
 * A questionnaire's structure serves every period, so that cells keep their identity and trends their
 * meaning.
 */
export interface QuestionnaireTable extends Tenant {
  questionnaire_id: Generated<number>
  project_id: number
  questionnaire_name: string
  questionnaire_type: 'standard' | 'case'
  is_active: boolean
  version: number
  display_order: number
}

export interface QuestionnaireScopeTable extends Tenant {
  questionnaire_id: number
  scope_id: number
}

/** The periods of a questionnaire. Without its own dates the project's collection dates apply. */
export interface QuestionnairePeriodTable extends Tenant {
  questionnaire_id: number
  time_period_id: number
  opens_at: Date | null
  closes_at: Date | null
  is_locked: boolean
}

export interface SectionTable extends Tenant {
  section_id: Generated<number>
  questionnaire_id: number
  section_name: string
  guidance_html: string
  display_order: number
  is_active: boolean
  version: Generated<number>
}

export interface SubSectionTable extends Tenant {
  sub_section_id: Generated<number>
  section_id: number
  sub_section_name: string
  layout: 'list' | 'grid'
  display_order: number
  is_repeating: boolean
  show_row_totals: boolean
  show_column_totals: boolean
  is_active: boolean
  version: Generated<number>
}

export interface SubSectionRowTable extends Tenant {
  row_id: Generated<number>
  sub_section_id: number
  row_name: string
  display_order: number
  is_active: boolean
  version: Generated<number>
}

export interface SubSectionColumnTable extends Tenant {
  column_id: Generated<number>
  sub_section_id: number
  column_name: string
  display_order: number
  is_active: boolean
  version: Generated<number>
}

export interface QuestionTable extends Tenant {
  question_id: Generated<number>
  project_id: number
  /** What files call it; null for questions that were made on the page. */
  question_code: Generated<string | null>
  question_text: string
  help_text: string
  question_type: QuestionType
  unit: string
  decimal_places: number | null
  min_value: number | null
  max_value: number | null
  warn_min: number | null
  warn_max: number | null
  warn_change_percent: number | null
  max_length: number | null
  expression: string | null
  visible_if: string | null
  is_active: boolean
  version: number
}

export interface QuestionOptionTable extends Tenant {
  option_id: Generated<number>
  question_id: number
  option_name: string
  display_order: number
}

/** A question's position: row and column in a grid, 0 for both in a list. */
export interface QuestionMembershipTable extends Tenant {
  membership_id: Generated<number>
  sub_section_id: number
  question_id: number
  row_id: number
  column_id: number
  display_order: number
  is_required: boolean
  is_disabled: boolean
}

export interface AnswerTable extends Tenant {
  submission_id: number
  question_id: number
  row_id: number
  column_id: number
  /** 0 outside case surveys. */
  case_code_id: number
  value: NullableJson<CellValue>
  /** The value once more if it is a number and the cell is not hidden, so that charts aggregate without casts. */
  number_value: number | null
  is_not_applicable: boolean
  is_not_available: boolean
  version: number
  updated_at: Date
  updated_by_user_id: number | null
}

/** An answer's earlier versions. */
export type AnswerVersionTable = Omit<AnswerTable, 'number_value'>

export interface SectionSubmissionTable extends Tenant {
  submission_id: number
  section_id: number
  case_code_id: number
  status: SectionStatus
  version: number
  applicable_count: number
  answered_count: number
  updated_at: Date
  updated_by_user_id: number | null
  signed_off_at: Date | null
  signed_off_by_user_id: number | null
}

/** The result of a change, so that a repetition does nothing and returns the same. */
export interface ClientChangeTable extends Tenant {
  submission_id: number
  client_change_id: string
  /** Of a comment only its number. */
  result: Json<SectionSubmissionResult | { comment_id: number }>
  created_at: Date
}

export interface CommentTable extends Tenant {
  comment_id: Generated<number>
  questionnaire_id: number
  submission_id: number
  section_id: number
  question_id: number
  row_id: number
  column_id: number
  case_code_id: number
  comment_text: string
  parent_comment_id: number | null
  is_resolved: boolean
  created_by_user_id: number | null
  created_at: Date
}

export interface CaseCodeTable extends Tenant {
  case_code_id: Generated<number>
  questionnaire_id: number
  submission_id: number
  case_code: string
  reviewer_name: string | null
  reviewer_email_address: string | null
  status: 'unused' | 'started' | 'completed' | 'withdrawn'
  last_activity_at: Date | null
  created_at: Date
}
