// What of each table leaves the database, for every table there is.
import type { Schema } from '../database/schema.ts'

/** Into a file, which others may read one day, or straight into the database that takes the place of this one. */
export type Purpose = 'backup' | 'move'

interface Export {
  /** Whether its rows are taken along, always with all columns. */
  backup: boolean
  move: boolean
}

const WHOLE: Export = { backup: true, move: true }
/** It follows from other rows: triggers find the words again, the server computes the charts again. */
const DERIVED: Export = { backup: false, move: false }
/**
 * It lets its holder in, or belongs to the moment: keys, open sessions, codes in mails and mails that wait. From a file somebody could forge a
 * session, and a restore would bring back what was used or ended since.
 */
const SECRET: Export = { backup: false, move: false }
/** Codes that are on their way, and mails, go on to work where everybody goes on to work. */
const OF_THE_MOMENT: Export = { backup: false, move: true }

/** A table that is missing here is a type error, and a failure of the test that reads the database's own list. */
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

/** Whether the rows of a table are taken along. Those of a table that is not listed never are. */
export const isExported = (name: string, purpose: Purpose): boolean =>
  isListed(name) && tableExports[name][purpose]
