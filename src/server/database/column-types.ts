// Column types that are more exact than the database's: the values of a text, the shape of JSON.

import type { ColumnType, Selectable } from 'kysely'
import type { KeyScope } from '#contract/api-keys.ts'
import type { AuditKind } from '#contract/audit-kinds.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Aggregate } from '#contract/chart-aggregates.ts'
import type { ParameterRole } from '#contract/chart-parameters.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import type { WindowKind } from '#contract/correction-windows.ts'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { OutputName } from '#contract/output-names.ts'
import type { ExplorerType, OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import type { QueryEntry, QueryRule, QueryStatus, StoredAnswer } from '#contract/queries.ts'
import type { CellValue, QuestionType, SectionStatus } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { StoredRule } from '#domain/disclosure/member-rule.ts'
import type { AccountStatus } from '#domain/people/user-status.ts'
import type { Json, Rows } from './row-types.ts'

export interface ConfirmedRegistration {
  organisation_id: number | null
  first_name: string
  last_name: string
  job_title: string
  requested_organisation_name: string | null
}

interface Cell {
  value: CellValue
}

export interface ColumnValues {
  programmes: { origins: string[]; explorer_types: ExplorerType[] }
  users: { status: AccountStatus }
  one_time_codes: {
    purpose: 'verify_email' | 'reset_password' | 'invite'
    confirms: ConfirmedRegistration
  }
  api_keys: { key_scopes: KeyScope[] }
  attempts: { attempt_kind: 'password' | 'otp' | 'mail' }
  audit_events: { event_kind: AuditKind; acted_by: AuditEvent['acted_by'] }

  projects: { visibility: Visibility; others_visible_from: OthersVisibleFrom; explorer_types: ExplorerType[] }
  registrations: { registration_status: 'draft' | 'registered' | 'withdrawn' }

  questionnaires: { questionnaire_type: 'standard' | 'case' }
  sub_sections: { layout: 'list' | 'grid' }
  questions: { question_type: QuestionType }
  answers: Cell
  answer_versions: Cell
  section_submissions: { status: SectionStatus; empty_reason: EmptySectionReason }
  correction_windows: { window_kind: WindowKind; cells: CellAddress[] }
  /** The result of a change, so that a repetition does nothing and returns the same; of a comment only its number. */
  client_changes: { result: SectionSubmissionResult | { comment_id: number } }
  queries: { rules: QueryRule[]; status: QueryStatus; resolved_answer: StoredAnswer }
  query_mails: { named: string[] }
  query_entries: { act: QueryEntry['act']; answer_before: StoredAnswer; answer_after: StoredAnswer }
  case_codes: { status: 'unused' | 'started' | 'completed' | 'withdrawn' }

  charts: { direction: ChartDirection; statistic: Statistic }
  chart_parameters: { parameter_role: ParameterRole; aggregate: Aggregate }
  output_types: { output_name: OutputName }
  peer_groups: { owner_type: 'programme' | 'organisation' | 'user'; member_rule: StoredRule }

  edition_cells: {
    submission_ids: number[]
    numbers: number[]
    skipped_ids: number[]
    unavailable_ids: number[]
  }
  edition_aggregates: { submission_ids: number[]; numbers: number[]; few_ids: number[] }
  edition_divisions: { blocks: number[][] }
  release_parts: { visibility: Visibility }
}

/** Replaces a column's database type by a more exact one, for reading and writing. */
type Narrow<Column, Value> =
  Column extends ColumnType<infer Read, infer Written, infer Changed>
    ? unknown extends Read
      ? Json<Extract<Written, null>, Value>
      : ColumnType<
          Value | Extract<Read, null>,
          Value | Exclude<Written, string>,
          Value | Exclude<Changed, string>
        >
    : Value | Extract<Column, null>

/** A table as queries see it, with the exact types of its columns. */
export type QueriedTable<Name extends keyof Rows> = Name extends keyof ColumnValues
  ? {
      [Column in keyof Rows[Name]]: Column extends keyof ColumnValues[Name]
        ? Narrow<Rows[Name][Column], ColumnValues[Name][Column]>
        : Rows[Name][Column]
    }
  : Rows[Name]

/** A row as it is read. */
export type Row<Name extends keyof Rows> = Selectable<QueriedTable<Name>>
