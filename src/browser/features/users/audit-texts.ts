import type { AuditKind } from '#contract/audit-kinds.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { UserStatus } from '#contract/users.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatWindowEnd } from '#domain/projects/window-text.ts'
import { csvFile, type CsvCell } from '#lib/csv.ts'
import { userStatusLabels } from './user-labels.ts'

export const auditKindNames: Record<AuditKind, string> = {
  user_invited: 'Invited',
  user_approved: 'Approved',
  user_rejected: 'Rejected',
  user_deleted: 'Account deleted',
  role_changed: 'Role changed',
  organisation_changed: 'Organisation changed',
  status_changed: 'Status changed',
  second_factor_reset: 'Two-factor authentication reset',
  key_created: 'API key created',
  key_revoked: 'API key revoked',
  dates_changed: 'Dates or lock changed',
  visibility_changed: 'Visibility changed',
  answers_accepted: 'Accepted',
  acceptance_revoked: 'Acceptance revoked',
  window_opened: 'Opened for corrections',
  completion_window_opened: 'Opened for completion only',
  window_closed: 'Correction window closed',
  answers_imported: 'Answers imported',
  answers_exported: 'Answers downloaded',
  edition_published: 'Edition published'
}

export const auditActor = ({ actor_name, acted_by }: AuditEvent): string =>
  actor_name ?? (acted_by === 'schedule' ? 'Publication date' : 'Provisioning')

/** What an action was about, from the person or organisation to the section. */
export const auditSubject = (event: AuditEvent): string =>
  [
    event.user_name,
    event.organisation_name,
    event.submission_name,
    event.project_name,
    event.time_period_name,
    event.questionnaire_name,
    event.section_name
  ]
    .filter(name => name !== null)
    .join(', ')

/** The log records timestamps: 'from 2027-01-04T00:00:00.000Z until …'. */
const formatDates = (dates: string): string =>
  dates.replaceAll(
    /(from|until) ([\d-]+T[\d:.]+Z)/g,
    (_, word, moment) => `${word} ${formatWindowEnd(word === 'from' ? 'opens' : 'closes', moment)}`
  )

function recordedValue(kind: AuditKind, value: string | null): string {
  if (value === null) return ''
  if (kind === 'status_changed') return userStatusLabels[value as UserStatus].text
  if (kind === 'dates_changed') return formatDates(value)
  if (kind === 'edition_published') return `Edition ${value}`
  if (kind === 'key_created' || kind === 'key_revoked') return `Key ${value}`
  return kind === 'window_opened' || kind === 'completion_window_opened' || kind === 'window_closed'
    ? formatDates(`until ${value}`)
    : value
}

const valuesOf = ({ event_kind, value_before, value_after }: AuditEvent): [string, string] => [
  recordedValue(event_kind, value_before),
  recordedValue(event_kind, value_after)
]

/** 'Viewer → Contributor', or once what has not changed. */
export const auditChange = (event: AuditEvent): string =>
  [...new Set(valuesOf(event))].filter(text => text !== '').join(' → ')

export const auditCsv = (events: readonly AuditEvent[]): string =>
  csvFile([
    [
      'Time',
      'By',
      'Action',
      'User',
      'Organisation',
      withTerms('{Submission}'),
      'Project',
      'Period',
      'Questionnaire',
      'Section',
      'Before',
      'After'
    ],
    ...events.map((event): CsvCell[] => [
      event.happened_at,
      auditActor(event),
      auditKindNames[event.event_kind],
      event.user_name,
      event.organisation_name,
      event.submission_name,
      event.project_name,
      event.time_period_name,
      event.questionnaire_name,
      event.section_name,
      ...valuesOf(event)
    ])
  ])
