// Whether the rows of each table are exported.

import type { DatabaseSchema } from '#server/database/schema.ts'

/** Into a file, which others may read one day, or directly into the database that replaces this one. */
export type Purpose = 'backup' | 'move'

interface Export {
  /** Whether its rows are exported, always with all columns. */
  backup: boolean
  move: boolean
}

const WHOLE_TABLE: Export = { backup: true, move: true }
/** Derived from other rows: triggers rebuild the search words, the server recalculates the charts. */
const DERIVED: Export = { backup: false, move: false }
/**
 * Grants access or is short-lived: keys, open sessions, mailed codes and queued mails. With a file someone could forge a
 * session, and a restore would revive codes and sessions that have been used or ended since.
 */
const SECRET: Export = { backup: false, move: false }
/** After a move, mailed codes, queued mails and API keys must still work; a restore would revive keys that have been revoked since. */
const MOVED_ONLY: Export = { backup: false, move: true }

/** A missing table is a type error, and fails the test that reads the list from the database. */
export const tableExports: Record<keyof DatabaseSchema, Export> = {
  programmes: WHOLE_TABLE,
  secrets: SECRET,
  organisations: WHOLE_TABLE,
  users: WHOLE_TABLE,
  recovery_codes: WHOLE_TABLE,
  sessions: SECRET,
  one_time_codes: MOVED_ONLY,
  api_keys: MOVED_ONLY,
  attempts: MOVED_ONLY,
  mails: MOVED_ONLY,
  audit_events: WHOLE_TABLE,
  time_periods: WHOLE_TABLE,
  projects: WHOLE_TABLE,
  project_periods: WHOLE_TABLE,
  project_favorites: WHOLE_TABLE,
  project_abouts: WHOLE_TABLE,
  project_contacts: WHOLE_TABLE,
  scopes: WHOLE_TABLE,
  registrations: WHOLE_TABLE,
  registration_scopes: WHOLE_TABLE,
  registration_contacts: WHOLE_TABLE,
  lineages: WHOLE_TABLE,
  submissions: WHOLE_TABLE,
  registration_submissions: WHOLE_TABLE,
  filters: WHOLE_TABLE,
  filter_options: WHOLE_TABLE,
  organisation_filter_options: WHOLE_TABLE,
  submission_filter_options: WHOLE_TABLE,
  questionnaires: WHOLE_TABLE,
  questionnaire_scopes: WHOLE_TABLE,
  questionnaire_periods: WHOLE_TABLE,
  sections: WHOLE_TABLE,
  sub_sections: WHOLE_TABLE,
  sub_section_rows: WHOLE_TABLE,
  sub_section_columns: WHOLE_TABLE,
  questions: WHOLE_TABLE,
  question_options: WHOLE_TABLE,
  question_memberships: WHOLE_TABLE,
  case_codes: WHOLE_TABLE,
  answers: WHOLE_TABLE,
  answer_versions: WHOLE_TABLE,
  section_submissions: WHOLE_TABLE,
  client_changes: WHOLE_TABLE,
  acceptances: WHOLE_TABLE,
  correction_windows: WHOLE_TABLE,
  comments: WHOLE_TABLE,
  seen_comments: WHOLE_TABLE,
  reminders: WHOLE_TABLE,
  queries: WHOLE_TABLE,
  query_entries: WHOLE_TABLE,
  query_mails: WHOLE_TABLE,
  collections: WHOLE_TABLE,
  chart_groups: WHOLE_TABLE,
  charts: WHOLE_TABLE,
  chart_parameters: WHOLE_TABLE,
  chart_group_memberships: WHOLE_TABLE,
  output_types: WHOLE_TABLE,
  chart_output_types: WHOLE_TABLE,
  peer_groups: WHOLE_TABLE,
  peer_group_memberships: WHOLE_TABLE,
  data_versions: WHOLE_TABLE,
  aggregate_versions: WHOLE_TABLE,
  chart_cache: DERIVED,
  editions: WHOLE_TABLE,
  edition_submissions: WHOLE_TABLE,
  edition_cells: WHOLE_TABLE,
  edition_aggregates: WHOLE_TABLE,
  edition_divisions: WHOLE_TABLE,
  release_parts: WHOLE_TABLE,
  documents: WHOLE_TABLE,
  document_files: WHOLE_TABLE,
  project_guidances: WHOLE_TABLE,
  guidance_questions: WHOLE_TABLE,
  search_words: DERIVED
}

export const isExportedTable = (name: string): name is keyof DatabaseSchema =>
  Object.hasOwn(tableExports, name)

/** Whether the rows of a table are exported. Unlisted tables never are. */
export const isExported = (name: string, purpose: Purpose): boolean =>
  isExportedTable(name) && tableExports[name][purpose]
