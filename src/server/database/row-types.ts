// Written by `npm run row-types` from the migrated database. What a column holds beyond its type is in column-types.ts.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written as JSON text, read as the value. */
export type Json<Null extends null = never, Value = unknown> = ColumnType<
  Value | Null,
  string | Null,
  string | Null
>

interface Tables {
  acceptances: {
    acceptance_id: Generated<number>
    submission_id: number
    questionnaire_id: number
    accepted_at: Date
    accepted_by_user_id: number
    revoked_at: Date | null
    revoked_by_user_id: number | null
    reason_text: Generated<string>
  }
  aggregate_versions: {
    questionnaire_id: number
    shard: number
    version: number
  }
  answer_versions: {
    submission_id: number
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    case_code_id: Generated<number>
    value: Json<null>
    is_not_applicable: Generated<boolean>
    is_not_available: Generated<boolean>
    version: number
    updated_at: Date
    updated_by_user_id: number | null
    source_author: string | null
    source_time: Date | null
  }
  answers: {
    submission_id: number
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    case_code_id: Generated<number>
    value: Json<null>
    is_not_applicable: Generated<boolean>
    is_not_available: Generated<boolean>
    version: number
    updated_at: Date
    updated_by_user_id: number | null
    number_value: number | null
    is_hidden: Generated<boolean>
    source_author: string | null
    source_time: Date | null
  }
  api_keys: {
    api_key_id: Generated<number>
    user_id: number
    key_name: string
    key_hash: string
    key_scopes: Json
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
  }
  attempts: {
    attempt_id: Generated<number>
    attempt_kind: string
    subject: string
    attempted_at: Date
  }
  audit_events: {
    audit_event_id: Generated<number>
    happened_at: Date
    event_kind: string
    acted_by: string
    actor_user_id: number | null
    user_id: number | null
    project_id: number | null
    time_period_id: number | null
    questionnaire_id: number | null
    section_id: number | null
    submission_id: number | null
    value_before: string | null
    value_after: string | null
  }
  case_codes: {
    case_code_id: Generated<number>
    questionnaire_id: number
    submission_id: number
    case_code: string
    reviewer_name: string | null
    reviewer_email_address: string | null
    status: Generated<string>
    last_activity_at: Date | null
    created_at: Date
  }
  chart_cache: {
    chart_id: number
    selection_hash: string
    data_version: string
    answer: Uint8Array
    calculated_at: Date
  }
  chart_group_memberships: {
    membership_id: Generated<number>
    chart_group_id: number
    chart_id: number
    display_order: Generated<number>
  }
  chart_groups: {
    chart_group_id: Generated<number>
    collection_id: number
    group_name: string
    group_slug: string
    display_order: Generated<number>
  }
  chart_output_types: {
    chart_id: number
    output_type_id: number
  }
  chart_parameters: {
    chart_parameter_id: Generated<number>
    chart_id: number
    parameter_name: string
    parameter_role: string
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    multiplier: Generated<number>
    factor: Generated<number>
    display_order: Generated<number>
    aggregate: Json<null>
  }
  charts: {
    chart_id: Generated<number>
    project_id: number
    collection_id: number
    time_period_id: number | null
    chart_name: string
    unit: Generated<string>
    decimal_places: Generated<number>
    statistic: Generated<string>
    direction: Generated<string>
    target_value: number | null
    axis_min: number | null
    axis_max: number | null
    definition_html: Generated<string>
    numerator_text: Generated<string>
    denominator_text: Generated<string>
    source_text: Generated<string>
    caveats_html: Generated<string>
    hidden_output_names: Generated<string[]>
    version: Generated<number>
    is_active: Generated<boolean>
    updated_at: Date | null
    updated_by_user_id: number | null
    words: GeneratedAlways<string[]>
    title_words: GeneratedAlways<string[]>
  }
  client_changes: {
    submission_id: number
    client_change_id: string
    result: Json
    created_at: Date
  }
  collections: {
    collection_id: Generated<number>
    project_id: number
    explorer_type: string
    collection_name: string
    display_order: Generated<number>
    is_dashboard: Generated<boolean>
  }
  comments: {
    comment_id: Generated<number>
    questionnaire_id: number
    submission_id: number
    section_id: number
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    case_code_id: Generated<number>
    comment_text: string
    parent_comment_id: number | null
    is_resolved: Generated<boolean>
    created_by_user_id: number | null
    created_at: Date
  }
  correction_windows: {
    correction_window_id: Generated<number>
    submission_id: number
    questionnaire_id: number
    section_id: number | null
    window_kind: string
    opened_at: Date
    opened_by_user_id: number
    open_until: Date
    reason_text: string
    cells: Json<null>
  }
  data_versions: {
    project_id: number
    shard: number
    version: number
  }
  document_files: {
    document_id: number
    content: Uint8Array
  }
  documents: {
    document_id: Generated<number>
    project_id: number | null
    time_period_id: number | null
    organisation_id: number | null
    document_name: string
    document_type: string
    file_name: string
    mime_type: string
    size_bytes: number
    version_label: Generated<string>
    published_at: Date
    is_public: Generated<boolean>
    words: GeneratedAlways<string[]>
    title_words: GeneratedAlways<string[]>
  }
  edition_aggregates: {
    edition_id: number
    question_id: number
    row_id: number
    column_id: number
    tally: string
    submission_ids: Json
    numbers: Json
    few_ids: Json
  }
  edition_cells: {
    edition_id: number
    question_id: number
    row_id: number
    column_id: number
    submission_ids: Json
    numbers: Json
    skipped_ids: Json
    unavailable_ids: Json
  }
  edition_divisions: {
    edition_id: number
    division_number: number
    formulas: string[]
    blocks: Json
  }
  edition_submissions: {
    edition_id: number
    submission_id: number
    organisation_id: number
    lineage_id: number
    filter_option_ids: number[]
  }
  editions: {
    edition_id: Generated<number>
    project_id: number
    time_period_id: number
    edition_number: number
    published_at: Date
    published_by_user_id: number | null
  }
  filter_options: {
    filter_option_id: Generated<number>
    filter_id: number
    option_name: string
    display_order: Generated<number>
  }
  filters: {
    filter_id: Generated<number>
    filter_name: string
    display_order: Generated<number>
  }
  guidance_questions: {
    project_guidance_id: number
    question_id: number
  }
  lineages: {
    lineage_id: Generated<number>
    organisation_id: number
  }
  mails: {
    mail_id: Generated<number>
    recipient: string
    subject: string
    body_text: string
    created_at: Date
    sent_at: Date | null
    due_at: Generated<Date | null>
    attempt_count: Generated<number>
    unconfirmed_count: Generated<number>
    failed_at: Date | null
    failure: string | null
    code_expires_at: Date | null
  }
  one_time_codes: {
    code_hash: string
    user_id: number
    purpose: string
    expires_at: Date
    used_at: Date | null
    confirms: Json<null>
  }
  organisation_filter_options: {
    organisation_id: number
    filter_option_id: number
  }
  organisations: {
    organisation_id: Generated<number>
    organisation_name: string
    organisation_code: string
    organisation_type: Generated<string>
    region: Generated<string>
    tier: Generated<number>
    is_active: Generated<boolean>
  }
  output_types: {
    output_type_id: Generated<number>
    output_name: string
    tab_name: string
    display_order: Generated<number>
  }
  peer_group_memberships: {
    peer_group_membership_id: Generated<number>
    peer_group_id: number
    lineage_id: number
  }
  peer_groups: {
    peer_group_id: Generated<number>
    peer_group_name: string
    description: Generated<string>
    project_id: number
    owner_type: string
    organisation_id: number | null
    user_id: number | null
    member_rule: Json<null>
    created_at: Date
  }
  programmes: {
    programme_code: string
    programme_name: string
    minimum_count: number
    origins: Json
    explorer_types: Json
    otp_required: Generated<boolean>
  }
  project_abouts: {
    about_id: Generated<number>
    project_id: number
    time_period_id: number | null
    heading: string
    body_html: string
    display_order: Generated<number>
  }
  project_contacts: {
    project_contact_id: Generated<number>
    project_id: number
    contact_name: string
    email_address: string
    contact_role: string
    display_order: Generated<number>
  }
  project_favorites: {
    project_id: number
    user_id: number
  }
  project_guidances: {
    project_guidance_id: Generated<number>
    project_id: number
    title: string
    body_html: string
    document_id: number | null
    display_order: Generated<number>
    words: GeneratedAlways<string[]>
    title_words: GeneratedAlways<string[]>
  }
  project_periods: {
    project_id: number
    time_period_id: number
    registration_opens_at: Date | null
    registration_closes_at: Date | null
    collection_opens_at: Date | null
    collection_closes_at: Date | null
    published_at: Date | null
    closed_at: Date | null
  }
  projects: {
    project_id: Generated<number>
    project_code: string
    project_name: string
    summary: Generated<string>
    visibility: Generated<string>
    others_visible_from: Generated<string>
    minimum_count: number
    explorer_types: Json
    display_order: Generated<number>
    words: GeneratedAlways<string[]>
    title_words: GeneratedAlways<string[]>
    requires_acceptance: Generated<boolean>
  }
  queries: {
    query_id: Generated<number>
    questionnaire_id: number
    submission_id: number
    section_id: number
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    query_text: string
    rules: Json
    status: string
    version: number
    raised_by_user_id: number
    raised_at: Date
    status_at: Date
    due_at: Date | null
    resolved_answer: Json<null>
  }
  query_entries: {
    query_id: number
    version: number
    act: string
    entry_text: string
    answer_before: Json<null>
    answer_after: Json<null>
    created_by_user_id: number | null
    created_at: Date
  }
  query_mails: {
    user_id: number
    project_id: number
    sent_on: string
    sent_at: Date
    named: Json<null>
  }
  question_memberships: {
    membership_id: Generated<number>
    sub_section_id: number
    question_id: number
    row_id: Generated<number>
    column_id: Generated<number>
    display_order: Generated<number>
    is_required: Generated<boolean>
    is_disabled: Generated<boolean>
  }
  question_options: {
    option_id: Generated<number>
    question_id: number
    option_name: string
    display_order: Generated<number>
  }
  questionnaire_periods: {
    questionnaire_id: number
    time_period_id: number
    opens_at: Date | null
    closes_at: Date | null
    is_locked: Generated<boolean>
  }
  questionnaire_scopes: {
    questionnaire_id: number
    scope_id: number
  }
  questionnaires: {
    questionnaire_id: Generated<number>
    project_id: number
    questionnaire_name: string
    questionnaire_type: string
    is_active: Generated<boolean>
    version: Generated<number>
    display_order: Generated<number>
  }
  questions: {
    question_id: Generated<number>
    project_id: number
    question_code: string | null
    question_text: string
    help_text: Generated<string>
    question_type: string
    unit: Generated<string>
    decimal_places: number | null
    min_value: number | null
    max_value: number | null
    warn_min: number | null
    warn_max: number | null
    warn_change_percent: number | null
    max_length: number | null
    expression: string | null
    visible_if: string | null
    is_active: Generated<boolean>
    version: Generated<number>
    words: GeneratedAlways<string[]>
    title_words: GeneratedAlways<string[]>
  }
  recovery_codes: {
    user_id: number
    code_hash: string
    used_at: Date | null
  }
  registration_contacts: {
    registration_contact_id: Generated<number>
    registration_id: number
    user_id: number | null
    contact_name: string
    email_address: string
    telephone: Generated<string>
    contact_role: string
    is_primary: Generated<boolean>
  }
  registration_scopes: {
    registration_id: number
    scope_id: number
  }
  registration_submissions: {
    registration_submission_id: Generated<number>
    registration_id: number
    submission_id: number
    scope_id: number | null
  }
  registrations: {
    registration_id: Generated<number>
    project_id: number
    time_period_id: number
    organisation_id: number
    registration_status: string
    withdrawal_reason: string | null
    terms_accepted_at: Date | null
    updated_at: Date
    updated_by_user_id: number | null
  }
  release_parts: {
    edition_id: number
    visibility: string
    minimum_count: number
    part_number: number
    content: Uint8Array
  }
  reminders: {
    reminder_id: Generated<number>
    project_id: number
    time_period_id: number
    organisation_id: number
    user_id: number
    sent_at: Date
    sent_by_user_id: number
  }
  scopes: {
    scope_id: Generated<number>
    project_id: number
    scope_name: string
    scope_description: Generated<string>
    display_order: Generated<number>
  }
  search_words: {
    word: string
  }
  secrets: {
    secret_name: string
    secret_value: string
  }
  section_submissions: {
    submission_id: number
    section_id: number
    case_code_id: Generated<number>
    status: string
    version: Generated<number>
    applicable_count: Generated<number>
    answered_count: Generated<number>
    updated_at: Date
    updated_by_user_id: number | null
    signed_off_at: Date | null
    signed_off_by_user_id: number | null
    reopened_after_sign_off_at: Date | null
    changed_after_sign_off_at: Date | null
    warning_count: number | null
    corrected_at: Date | null
    is_imported: Generated<boolean>
    empty_reason: string | null
  }
  sections: {
    section_id: Generated<number>
    questionnaire_id: number
    section_name: string
    guidance_html: Generated<string>
    display_order: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
  }
  seen_comments: {
    user_id: number
    comment_id: number
    seen_at: Date
  }
  sessions: {
    session_id: string
    user_id: number
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    revoked_at: Date | null
    user_agent: Generated<string>
    open_submission_id: number | null
    open_section_id: number | null
    open_seen_at: Date | null
  }
  sub_section_columns: {
    column_id: Generated<number>
    sub_section_id: number
    column_name: string
    display_order: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
  }
  sub_section_rows: {
    row_id: Generated<number>
    sub_section_id: number
    row_name: string
    display_order: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
  }
  sub_sections: {
    sub_section_id: Generated<number>
    section_id: number
    sub_section_name: string
    layout: string
    display_order: Generated<number>
    is_repeating: Generated<boolean>
    show_row_totals: Generated<boolean>
    show_column_totals: Generated<boolean>
    is_active: Generated<boolean>
    version: Generated<number>
  }
  submission_filter_options: {
    submission_id: number
    filter_option_id: number
  }
  submissions: {
    submission_id: Generated<number>
    project_id: number
    time_period_id: number
    organisation_id: number
    scope_id: number | null
    lineage_id: number
    submission_name: string
    submission_code: string
  }
  time_periods: {
    time_period_id: Generated<number>
    time_period_name: string
    starts_at: Date
    ends_at: Date
  }
  users: {
    user_id: Generated<number>
    organisation_id: number | null
    email_address: string
    first_name: string
    last_name: string
    job_title: Generated<string>
    requested_organisation_name: string | null
    role_type_id: number
    status: string
    password_hash: string | null
    password_changed_at: Date | null
    password_expires_at: Date | null
    has_long_password: boolean | null
    otp_secret: string | null
    otp_enabled: Generated<boolean>
    otp_last_step: number | null
    terms_accepted_at: Date | null
    last_login_at: Date | null
    created_at: Date
  }
}

/** Every row belongs to a programme. */
export type Rows = { [Name in keyof Tables]: Tables[Name] & { programme_id: number } }
