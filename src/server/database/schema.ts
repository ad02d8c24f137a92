// Every table by name, for typed queries. The migrations beside this file create the tables.

import type { Kysely, Transaction } from 'kysely'
import type * as charts from './tables/charts.ts'
import type * as documents from './tables/documents.ts'
import type * as editions from './tables/editions.ts'
import type * as people from './tables/people.ts'
import type * as projects from './tables/projects.ts'
import type * as questionnaires from './tables/questionnaires.ts'

export interface DatabaseSchema {
  programmes: people.ProgrammeTable
  secrets: people.SecretTable
  organisations: people.OrganisationTable
  users: people.UserTable
  recovery_codes: people.RecoveryCodeTable
  sessions: people.SessionTable
  one_time_codes: people.OneTimeCodeTable
  attempts: people.AttemptTable
  mails: people.MailTable

  time_periods: projects.TimePeriodTable
  projects: projects.ProjectTable
  project_periods: projects.ProjectPeriodTable
  project_favorites: projects.ProjectFavoriteTable
  project_abouts: projects.ProjectAboutTable
  project_contacts: projects.ProjectContactTable
  scopes: projects.ScopeTable
  registrations: projects.RegistrationTable
  registration_scopes: projects.RegistrationScopeTable
  registration_contacts: projects.RegistrationContactTable
  lineages: projects.LineageTable
  submissions: projects.SubmissionTable
  registration_submissions: projects.RegistrationSubmissionTable
  filters: projects.FilterTable
  filter_options: projects.FilterOptionTable
  organisation_filter_options: projects.OrganisationFilterOptionTable
  submission_filter_options: projects.SubmissionFilterOptionTable

  questionnaires: questionnaires.QuestionnaireTable
  questionnaire_scopes: questionnaires.QuestionnaireScopeTable
  questionnaire_periods: questionnaires.QuestionnairePeriodTable
  sections: questionnaires.SectionTable
  sub_sections: questionnaires.SubSectionTable
  sub_section_rows: questionnaires.SubSectionRowTable
  sub_section_columns: questionnaires.SubSectionColumnTable
  questions: questionnaires.QuestionTable
  question_options: questionnaires.QuestionOptionTable
  question_memberships: questionnaires.QuestionMembershipTable
  case_codes: questionnaires.CaseCodeTable
  answers: questionnaires.AnswerTable
  answer_versions: questionnaires.AnswerVersionTable
  section_submissions: questionnaires.SectionSubmissionTable
  client_changes: questionnaires.ClientChangeTable
  comments: questionnaires.CommentTable

  collections: charts.CollectionTable
  chart_groups: charts.ChartGroupTable
  charts: charts.ChartTable
  chart_parameters: charts.ChartParameterTable
  chart_group_memberships: charts.ChartGroupMembershipTable
  output_types: charts.OutputTypeTable
  chart_output_types: charts.ChartOutputTypeTable
  peer_groups: charts.PeerGroupTable
  peer_group_memberships: charts.PeerGroupMembershipTable
  data_versions: charts.DataVersionTable
  chart_cache: charts.ChartCacheTable

  editions: editions.EditionTable
  edition_submissions: editions.EditionSubmissionTable
  edition_cells: editions.EditionCellTable
  edition_divisions: editions.EditionDivisionTable

  documents: documents.DocumentTable
  document_files: documents.DocumentFileTable
  project_guidances: documents.ProjectGuidanceTable
  guidance_questions: documents.GuidanceQuestionTable
  search_words: documents.SearchWordTable
}

export type Database = Kysely<DatabaseSchema>
export type Tx = Transaction<DatabaseSchema>
