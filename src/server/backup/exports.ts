// Which tables are exported, for every table.
import type { Schema } from '../database/schema.ts'

/** Into a file, which others may read one day, or directly into the database that replaces this one. */
export type Purpose = 'backup' | 'move'

interface Export {
  /** Whether its rows are exported, always with all columns. */
  backup: boolean
  move: boolean
}

const WHOLE: Export = { backup: true, move: true }
/** Derived from other rows: triggers rebuild the search words, the server recalculates the charts. */
const DERIVED: Export = { backup: false, move: false }
/**
 * Grants access or is short-lived: keys, open sessions, mailed codes and queued mails. With a file someone could forge a
 * session, and a restore would revive codes and sessions that have been used or ended since.
 */
const SECRET: Export = { backup: false, move: false }
/** After a move, mailed codes and queued mails must still work. */
const OF_THE_MOMENT: Export = { backup: false, move: true }

/** A missing table is a type error, and fails the test that reads the list from the database. */
export const tableExports: Record<keyof Schema, Export> = {
  programmes: WHOLE,
  secrets: SECRET,
  organisations: WHOLE,
  users: WHOLE,
  recovery_codes: WHOLE,
  sessions: SECRET,
  one_time_codes: OF_THE_MOMENT,
  attempts: OF_THE_MOMENT,
  mails: OF_THE_MOMENT,
  time_periods: WHOLE,
  projects: WHOLE,
  project_periods: WHOLE,
  project_favorites: WHOLE,
  project_abouts: WHOLE,
  project_contacts: WHOLE,
  scopes: WHOLE,
  registrations: WHOLE,
  registration_scopes: WHOLE,
  registration_contacts: WHOLE,
  lineages: WHOLE,
  submissions: WHOLE,
  registration_submissions: WHOLE,
  filters: WHOLE,
  filter_options: WHOLE,
  organisation_filter_options: WHOLE,
  submission_filter_options: WHOLE,
  questionnaires: WHOLE,
  questionnaire_scopes: WHOLE,
  questionnaire_periods: WHOLE,
  sections: WHOLE,
  sub_sections: WHOLE,
  sub_section_rows: WHOLE,
  sub_section_columns: WHOLE,
  questions: WHOLE,
  question_options: WHOLE,
  question_memberships: WHOLE,
  case_codes: WHOLE,
  answers: WHOLE,
  answer_versions: WHOLE,
  section_submissions: WHOLE,
  client_changes: WHOLE,
  comments: WHOLE,
  collections: WHOLE,
  chart_groups: WHOLE,
  charts: WHOLE,
  chart_parameters: WHOLE,
  chart_group_memberships: WHOLE,
  output_types: WHOLE,
  chart_output_types: WHOLE,
  peer_groups: WHOLE,
  peer_group_memberships: WHOLE,
  data_versions: WHOLE,
  chart_cache: DERIVED,
  editions: WHOLE,
  edition_submissions: WHOLE,
  edition_cells: WHOLE,
  edition_divisions: WHOLE,
  documents: WHOLE,
  document_files: WHOLE,
  project_guidances: WHOLE,
  guidance_questions: WHOLE,
  search_words: DERIVED
}

export const isListed = (name: string): name is keyof Schema => Object.hasOwn(tableExports, name)

/** Whether the rows of a table are exported. Unlisted tables never are. */
export const isExported = (name: string, purpose: Purpose): boolean =>
  isListed(name) && tableExports[name][purpose]
