import type { ColumnType, Generated } from 'kysely'
import type { Tenant } from './people.ts'

/** Published figures of a project and period. They never change; a correction makes a new edition. */
export interface EditionTable extends Tenant {
  edition_id: Generated<number>
  project_id: number
  time_period_id: number
  edition_number: number
  published_at: Date
  /** Null where the publication date did it. */
  published_by_user_id: number | null
}

/** Who took part, as it was then. */
export interface EditionSubmissionTable extends Tenant {
  edition_id: number
  submission_id: number
  organisation_id: number
  lineage_id: number
  filter_option_ids: number[]
}

type JsonColumn<T> = ColumnType<T, string, string>

/** The numbers of one cell, by submission; of complete sections only. */
export interface EditionCellTable extends Tenant {
  edition_id: number
  question_id: number
  row_id: number
  column_id: number
  submission_ids: JsonColumn<number[]>
  numbers: JsonColumn<number[]>
  skipped_ids: JsonColumn<number[]>
  unavailable_ids: JsonColumn<number[]>
}

/** The blocks of organisations for charts that share cells. */
export interface EditionDivisionTable extends Tenant {
  edition_id: number
  division_number: number
  /** What is calculated of these blocks, series by series. */
  formulas: string[]
  blocks: JsonColumn<number[][]>
}
