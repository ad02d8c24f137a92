// The tables of the ids in the contract's operations: for tests that are generated from it.

import type { Endpoint } from '#contract/endpoint.ts'
import type { DatabaseSchema } from '#server/database/schema.ts'

export type Place = readonly [table: keyof DatabaseSchema, column: string]

/** The table of the id in an operation's path, by the beginning of the path. */
const pathPlaces: readonly (readonly [path: string, ...Place])[] = [
  ['users/', 'users', 'user_id'],
  ['auth/keys/', 'api_keys', 'api_key_id'],
  ['questionnaires/registration-submission/', 'registration_submissions', 'registration_submission_id'],
  ['questionnaires/', 'questionnaires', 'questionnaire_id'],
  ['charts/', 'charts', 'chart_id'],
  ['outputTypes/', 'charts', 'chart_id'],
  ['data/', 'charts', 'chart_id'],
  ['projects/', 'projects', 'project_id'],
  ['projectFavorite/', 'projects', 'project_id'],
  ['timePeriods/', 'projects', 'project_id'],
  ['registrations/', 'registrations', 'registration_id'],
  ['submissions/', 'submissions', 'submission_id'],
  ['caseCode/', 'case_codes', 'case_code_id'],
  ['questionnaireStructures/', 'questionnaires', 'questionnaire_id'],
  ['questionnaireSections/', 'sections', 'section_id'],
  ['questionnaireSubSections/', 'sub_sections', 'sub_section_id'],
  ['questionnaireSubSectionRows/', 'sub_section_rows', 'row_id'],
  ['questionnaireSubSectionColumns/', 'sub_section_columns', 'column_id'],
  ['questions/', 'questions', 'question_id'],
  ['chartGroupsMemberships/', 'chart_groups', 'chart_group_id'],
  ['peerGroups/', 'peer_groups', 'peer_group_id'],
  ['documents/', 'documents', 'document_id']
]
const fieldPlaces: Record<string, Place> = {
  sid: ['sections', 'section_id'],
  b: ['submissions', 'submission_id'],
  programme_id: ['programmes', 'programme_id'],
  organisation_id: ['organisations', 'organisation_id'],
  organisation_ids: ['organisations', 'organisation_id'],
  user_id: ['users', 'user_id'],
  user_ids: ['users', 'user_id'],
  project_id: ['projects', 'project_id'],
  time_period_id: ['time_periods', 'time_period_id'],
  time_period_ids: ['time_periods', 'time_period_id'],
  refill_time_period_id: ['time_periods', 'time_period_id'],
  submission_id: ['submissions', 'submission_id'],
  submission_ids: ['submissions', 'submission_id'],
  other_submission_ids: ['submissions', 'submission_id'],
  questionnaire_id: ['questionnaires', 'questionnaire_id'],
  section_id: ['sections', 'section_id'],
  sub_section_id: ['sub_sections', 'sub_section_id'],
  question_id: ['questions', 'question_id'],
  membership_ids: ['question_memberships', 'membership_id'],
  row_id: ['sub_section_rows', 'row_id'],
  column_id: ['sub_section_columns', 'column_id'],
  collection_id: ['collections', 'collection_id'],
  chart_id: ['charts', 'chart_id'],
  chart_ids: ['charts', 'chart_id'],
  chart_group_id: ['chart_groups', 'chart_group_id'],
  chart_parameter_ids: ['chart_parameters', 'chart_parameter_id'],
  series_option_ids: ['chart_parameters', 'chart_parameter_id'],
  output_type_id: ['output_types', 'output_type_id'],
  filter_id: ['filters', 'filter_id'],
  filter_ids: ['filters', 'filter_id'],
  scope_id: ['scopes', 'scope_id'],
  scope_ids: ['scopes', 'scope_id'],
  registration_id: ['registrations', 'registration_id'],
  registration_contact_id: ['registration_contacts', 'registration_contact_id'],
  replaces_contact_id: ['registration_contacts', 'registration_contact_id'],
  registration_submission_id: ['registration_submissions', 'registration_submission_id'],
  lineage_id: ['lineages', 'lineage_id'],
  peer_group_id: ['peer_groups', 'peer_group_id'],
  peer_group_ids: ['peer_groups', 'peer_group_id'],
  peerGroupId: ['peer_groups', 'peer_group_id'],
  peer_group_membership_ids: ['peer_group_memberships', 'peer_group_membership_id'],
  query_id: ['queries', 'query_id'],
  comment_ids: ['comments', 'comment_id'],
  parent_comment_id: ['comments', 'comment_id']
}

export const placeOf = (endpoint: Endpoint, field: string): Place | undefined => {
  if (field !== 'id' && field !== 'a') return fieldPlaces[field]
  const found = pathPlaces.find(([path]) => endpoint.path.startsWith(path))
  return found && [found[1], found[2]]
}

/** Every place that an operation has an id of. */
export const allPlaces: readonly Place[] = [
  ...Object.values(fieldPlaces),
  ...pathPlaces.map(([, ...rest]): Place => rest)
]
