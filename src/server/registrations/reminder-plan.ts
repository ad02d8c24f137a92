// Who would be reminded of what in a project and period: the preview shows it, and sending follows it.

import type { OrganisationProgress } from '#contract/organisation-progress.ts'
import type { ReminderRecipient } from '#contract/reminders.ts'
import { personName } from '#domain/people/full-name.ts'
import { reminderObstacle } from '#domain/people/reminder-limit.ts'
import { ROLE, roleName } from '#domain/people/roles.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import { lockReason } from '#domain/questionnaires/lock-reason.ts'
import { isSectionDone, isSectionStarted, remainingText } from '#domain/questionnaires/section-work.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import { paths } from '#programme/paths.ts'
import { lastDayInWords, mailTemplates } from '#server/accounts/mail-templates.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { lockedError, notFound } from '#server/http/api-error.ts'
import { siteUrl, type RunningProgramme } from '#server/http/programme.ts'
import { windowsOf } from '#server/questionnaires/window.ts'
import { progressRows } from './organisation-progress.ts'

export interface ReminderScope {
  programme: RunningProgramme
  timeZone: string
  projectId: number
  timePeriodId: number
  organisationIds: readonly number[]
  isRequested: boolean
  now: Date
}

export interface ReminderPlan {
  recipients: ReminderRecipient[]
  unreachable: {
    organisation_id: number
    organisation_name: string
    unreachable_reason: 'takes_no_part' | 'nothing_to_do' | 'no_recipient'
  }[]
}

/** Longer than any pause between two reminders. */
const HISTORY_MS = 7 * DAY_MS

/** Leads of organisations that take part and have work left; contributors where there is no lead. */
export async function planReminders(database: Database | Tx, scope: ReminderScope): Promise<ReminderPlan> {
  const { programmeId } = scope.programme
  const project = await requireOpenCollection(database, scope)
  const organisations = await requireOrganisations(database, programmeId, scope.organisationIds)
  const open = await openQuestionnaires(database, scope)
  const wanted = { programmeId, ...scope, limit: scope.organisationIds.length * 1000, offset: 0 }
  const { organisations: submissions, section_list } = await progressRows(database, {
    ...wanted,
    enterable: [...open.keys()]
  })
  // Also in what cannot be entered now.
  const { organisations: whole } = await progressRows(database, wanted)
  const started = new Set(
    whole
      .filter(({ section_progress }) => section_progress.some(isSectionStarted))
      .map(({ submission_id }) => submission_id)
  )
  const endOf = new Map(section_list.map(one => [one.section_id, open.get(one.questionnaire_id) ?? null]))
  const people = await findRecipients(database, programmeId, scope)
  const plan: ReminderPlan = { recipients: [], unreachable: [] }
  for (const organisation of organisations) {
    const { organisation_id } = organisation
    const asked = submissions.filter(row => row.organisation_id === organisation_id)
    const own = people.filter(person => person.organisation_id === organisation_id)
    const leads = own.filter(person => person.role_type_id === ROLE.lead)
    const canSignOff = leads.length > 0
    const recipients = canSignOff ? leads : own
    const work = openWork(asked, started, canSignOff)
    if (asked.length === 0) plan.unreachable.push({ ...organisation, unreachable_reason: 'takes_no_part' })
    else if (openWork(asked, started, true).lines.length === 0)
      plan.unreachable.push({ ...organisation, unreachable_reason: 'nothing_to_do' })
    else if (recipients.length === 0 || work.lines.length === 0)
      plan.unreachable.push({ ...organisation, unreachable_reason: 'no_recipient' })
    else
      for (const { role_type_id, sent_at, asked_at, ...person } of recipients) {
        const mail = mailTemplates.reminder(scope.programme, {
          organisationName: organisation.organisation_name,
          recipientRole: roleName(role_type_id).toLowerCase(),
          lines: work.lines,
          lastDay: lastDayOf(
            work.sections.map(({ section_id }) => endOf.get(section_id) ?? null),
            scope.timeZone
          ),
          canSignOff,
          ...project
        })
        plan.recipients.push({
          ...organisation,
          user_id: person.user_id,
          recipient_name: personName(person) ?? person.email_address,
          email_address: person.email_address,
          reminded_at: sent_at.at(-1)?.toISOString() ?? null,
          obstacle: reminderObstacle([...sent_at, ...asked_at], scope.now, scope),
          subject: mail.subject,
          text: mail.text
        })
      }
  }
  return plan
}

async function requireOpenCollection(database: Database | Tx, scope: ReminderScope) {
  const { programme, projectId, timePeriodId, now } = scope
  const { project_code, project_name } = await requireProject(database, programme.programmeId, projectId)
  await requireTimePeriod(database, programme.programmeId, timePeriodId)
  const period = await database
    .selectFrom('project_periods')
    .selectAll()
    .where('programme_id', '=', programme.programmeId)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', timePeriodId)
    .executeTakeFirst()
  if (period === undefined || projectStatus(period, now) !== 'collection')
    throw lockedError('Reminders can be sent while data collection is open.')
  return {
    projectName: project_name,
    url: `${siteUrl(programme)}${paths.dataCollection(project_code)}`
  }
}

async function requireOrganisations(database: Database | Tx, programmeId: number, ids: readonly number[]) {
  const rows = await database
    .selectFrom('organisations')
    .select(['organisation_id', 'organisation_name'])
    .where('programme_id', '=', programmeId)
    .where('organisation_id', 'in', ids)
    .orderBy('organisation_name')
    .orderBy('organisation_id')
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('organisation')
  return rows
}

/** Active leads and contributors with the reminders of the last days, oldest first. */
async function findRecipients(
  database: Database | Tx,
  programmeId: number,
  { organisationIds, now, timeZone }: Pick<ReminderScope, 'organisationIds' | 'now' | 'timeZone'>
) {
  const people = await database
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'email_address', 'organisation_id', 'role_type_id'])
    .where('programme_id', '=', programmeId)
    .where('organisation_id', 'in', organisationIds)
    .where('role_type_id', 'in', [ROLE.lead, ROLE.contributor])
    .where('status', '=', 'active')
    .orderBy('user_id')
    .execute()
  const sent = await database
    .selectFrom('reminders')
    .select(['user_id', 'sent_at'])
    .where('programme_id', '=', programmeId)
    .where('sent_at', '>', new Date(now.getTime() - HISTORY_MS))
    .orderBy('sent_at')
    .execute()
  // Mails about queries count for the day only.
  const asked = await database
    .selectFrom('query_mails')
    .select(['user_id', 'sent_at'])
    .where(eb => eb.and({ programme_id: programmeId, sent_on: dayIn(now, timeZone) }))
    .execute()
  const askedToday = Map.groupBy(asked, ({ user_id }) => user_id)
  const sentTo = Map.groupBy(sent, ({ user_id }) => user_id)
  return people.map(person => ({
    ...person,
    sent_at: (sentTo.get(person.user_id) ?? []).map(({ sent_at }) => sent_at),
    asked_at: (askedToday.get(person.user_id) ?? []).map(({ sent_at }) => sent_at)
  }))
}

/** The questionnaires in which answers can be entered now, apart from those that are accepted, with their ends. */
async function openQuestionnaires(
  database: Database | Tx,
  { programme: { programmeId }, projectId, timePeriodId, now }: ReminderScope
): Promise<Map<number, Date | null>> {
  const period = { project_id: projectId, time_period_id: timePeriodId }
  const windows = await windowsOf(database, programmeId, period, null)
  const participant = { roleTypeId: null, isRegistered: true, isRetired: false }
  return new Map(
    windows
      .filter(window => lockReason(window, participant, now) === null)
      .map(({ questionnaire_id, closes_at }) => [questionnaire_id, closes_at])
  )
}

/** The earliest deadline, in words. */
function lastDayOf(ends: readonly (Date | null)[], timeZone: string): string | null {
  const times = ends.flatMap(end => (end === null ? [] : [end.getTime()]))
  return times.length === 0 ? null : lastDayInWords(new Date(Math.min(...times)), timeZone)
}

/** What is left in submissions: 'Ward 4B: 57 answers to do', and the sections. Without the right to sign off, there is nothing to do once all are complete. */
function openWork(
  submissions: readonly OrganisationProgress[],
  started: ReadonlySet<number | null>,
  canSignOff: boolean
) {
  const works = submissions.map(({ submission_id, submission_name, section_progress }) => {
    const toComplete = section_progress.filter(({ status }) => !isSectionDone(status))
    const answers = toComplete.reduce((sum, one) => sum + one.applicable_count - one.answered_count, 0)
    const left = !started.has(submission_id)
      ? 'not started'
      : toComplete.length === 0
        ? 'complete, not signed off'
        : remainingText({ answers, sections: toComplete.length })
    const sections = canSignOff
      ? section_progress.filter(({ status }) => status !== 'signed_off')
      : toComplete
    return { sections, line: `${submission_name ?? ''}: ${left}` }
  })
  const open = works.filter(({ sections }) => sections.length > 0)
  return { lines: open.map(({ line }) => line), sections: open.flatMap(({ sections }) => sections) }
}
