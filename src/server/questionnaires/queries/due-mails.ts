// The daily emails about open queries and correction windows that are due. They contain no figures, because a sent email is outside our control.

import { sql } from 'kysely'
import { ROLE } from '#domain/people/roles.ts'
import { isMailDue, isQueryOverdue } from '#domain/queries/query-state.ts'
import { correctionText } from '#domain/questionnaires/correction-text.ts'
import { groupBy } from '#lib/group-by.ts'
import { DAY_MS, MINUTE_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import { paths } from '#programme/paths.ts'
import { lastDayInWords, mailTemplates, type MailContent } from '#server/accounts/mail-templates.ts'
import { isQueryAsked, isQuestionnaireAsked, takesPart } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { siteUrl, type RunningProgramme } from '#server/http/programme.ts'

/** People who answered or had a section open within this time count as still at work. */
const AT_WORK_MS = 30 * MINUTE_MS

interface MailSubject {
  user_id: number
  organisation_id: number
  project_id: number
}

interface DueMail extends MailSubject {
  email_address: string
  /** What it is about. */
  names: string[]
  mail: MailContent
}

/** The mails that are due now: all of a programme, or that of one person about one project. */
export async function findDueMails(
  database: Database,
  programme: RunningProgramme,
  now: Date,
  only?: MailSubject
): Promise<DueMail[]> {
  const { programmeId, timeZone } = programme
  const queries = await selectOpenQueries(database, programmeId, only)
  const windows = await selectOpenWindows(database, programme, now, only)
  const open = [...queries, ...windows]
  const organisationIds = [...new Set(open.map(({ organisation_id }) => organisation_id))]
  const people = await recipientsIn(database, programmeId, { organisationIds, only }, now)
  const today = dayIn(now, timeZone)
  return [...groupBy(open, one => `${one.project_id} ${one.organisation_id}`).values()].flatMap(items => {
    const { project_id, project_code, project_name, organisation_id, organisation_name } = items[0]!
    const hasMailDue = ({ isWorking, sent }: (typeof people)[number]): boolean => {
      const ofProject = sent.filter(mail => mail.project_id === project_id)
      const hasMailToday = ofProject.some(({ sent_at }) => dayIn(sent_at, timeZone) === today)
      const before = ofProject.filter(({ isQueryMail }) => isQueryMail)
      return !isWorking && !hasMailToday && isMailDue(items, before, now)
    }
    const mail = mailTemplates.queries(programme, {
      organisationName: organisation_name,
      projectName: project_name,
      ...summariseQueries(
        items.filter(one => queries.includes(one)),
        now,
        timeZone
      ),
      windows: items.filter(one => windows.includes(one)).map(({ line }) => line),
      url: `${siteUrl(programme)}${paths.project(project_code)}`
    })
    const names = items.map(({ name }) => name)
    return people
      .filter(person => person.organisation_id === organisation_id && hasMailDue(person))
      .map(({ user_id, email_address }) => ({
        user_id,
        organisation_id,
        project_id,
        email_address,
        names,
        mail
      }))
  })
}

/** SQL: whether a submission `s` may be in the mail. */
const isSubject = (only: MailSubject | undefined) =>
  only === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(s.project_id = ${only.project_id} and s.organisation_id = ${only.organisation_id})`

async function selectOpenQueries(database: Database, programmeId: number, only?: MailSubject) {
  const rows = await database
    .selectFrom('queries as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
    .innerJoin('projects as p', join => inProgramme(join, 'p', 's', 'project_id'))
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'section_id'))
    .select(['q.query_id', 'q.status_at', 'q.due_at', 's.submission_name', 'c.section_name'])
    .select(['p.project_id', 'p.project_code', 'p.project_name', 'o.organisation_id', 'o.organisation_name'])
    .where(eb => eb.and({ 'q.programme_id': programmeId, 'q.status': 'open' }))
    .where(isSubject(only))
    .where(takesPart(programmeId))
    .where(isQueryAsked(programmeId))
    .orderBy('s.submission_name')
    .orderBy('c.display_order')
    .orderBy('q.query_id')
    .execute()
  return rows.map(({ query_id, status_at, submission_name, section_name, ...row }) => ({
    ...row,
    name: `query ${query_id} of ${status_at.toISOString()}`,
    asked_at: status_at,
    line: `${submission_name}: ${section_name}`
  }))
}

/** Without those of questionnaires that were accepted since. */
async function selectOpenWindows(
  database: Database,
  { programmeId, timeZone }: RunningProgramme,
  now: Date,
  only?: MailSubject
): Promise<Awaited<ReturnType<typeof selectOpenQueries>>> {
  const rows = await database
    .selectFrom('correction_windows as x')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'x', 'submission_id'))
    .innerJoin('projects as p', join => inProgramme(join, 'p', 's', 'project_id'))
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'x', 'questionnaire_id'))
    .leftJoin('sections as c', join => inProgramme(join, 'c', 'x', 'section_id'))
    .leftJoin('acceptances as a', join =>
      inProgramme(join, 'a', 'x', 'submission_id')
        .onRef('a.questionnaire_id', '=', 'x.questionnaire_id')
        .on('a.revoked_at', 'is', null)
    )
    .select(['x.correction_window_id', 'x.window_kind', 'x.opened_at', 'x.open_until'])
    .select(['s.submission_name', 'q.questionnaire_name', 'c.section_name'])
    .select(['p.project_id', 'p.project_code', 'p.project_name', 'o.organisation_id', 'o.organisation_name'])
    .where('x.programme_id', '=', programmeId)
    .where('x.open_until', '>', now)
    .where('a.acceptance_id', 'is', null)
    .where(isSubject(only))
    .where(takesPart(programmeId))
    .where(isQuestionnaireAsked(programmeId, 'q'))
    .where(eb => eb.or([eb('c.section_id', 'is', null), eb('c.is_active', '=', true)]))
    .orderBy('s.submission_name')
    .orderBy('x.correction_window_id')
    .execute()
  return rows.map(row => {
    const { correction_window_id, window_kind, opened_at, open_until, submission_name, ...names } = row
    const { questionnaire_name, section_name, ...place } = names
    const until = lastDayInWords(open_until, timeZone)
    return {
      ...place,
      name: `window ${correction_window_id}`,
      asked_at: opened_at,
      due_at: open_until,
      line: `${submission_name}: ${section_name ?? questionnaire_name}. ${correctionText(window_kind, until)}`
    }
  })
}

/** Active leads and contributors with the mails that each has had. */
async function recipientsIn(
  database: Database,
  programmeId: number,
  { organisationIds, only }: { organisationIds: readonly number[]; only: MailSubject | undefined },
  now: Date
) {
  if (organisationIds.length === 0) return []
  const since = new Date(now.getTime() - AT_WORK_MS)
  const people = await database
    .selectFrom('users as u')
    .select(['u.user_id', 'u.email_address', 'u.organisation_id'])
    .select(query => [
      query
        .exists(
          query
            .selectFrom('query_entries as e')
            .select('e.query_id')
            .where('e.programme_id', '=', programmeId)
            .whereRef('e.created_by_user_id', '=', 'u.user_id')
            .where('e.created_at', '>', since)
        )
        .as('hasAnswered'),
      query
        .exists(
          query
            .selectFrom('sessions as n')
            .select('n.session_id')
            .where('n.programme_id', '=', programmeId)
            .whereRef('n.user_id', '=', 'u.user_id')
            .where('n.open_seen_at', '>', since)
        )
        .as('hasSectionOpen')
    ])
    .where('u.programme_id', '=', programmeId)
    .where('u.organisation_id', 'in', organisationIds)
    .where('u.role_type_id', 'in', [ROLE.lead, ROLE.contributor])
    .where('u.status', '=', 'active')
    .$if(only !== undefined, query => query.where('u.user_id', '=', only!.user_id))
    .orderBy('u.user_id')
    .execute()
  const isTheirs = { user_id: sql<number>`any(cast(${people.map(({ user_id }) => user_id)} as bigint[]))` }
  const mails = await database
    .selectFrom('query_mails')
    .select(['user_id', 'project_id', 'sent_at', 'named'])
    .where(eb => eb.and({ programme_id: programmeId, ...isTheirs }))
    .execute()
  const reminders = await database
    .selectFrom('reminders')
    .select(['user_id', 'project_id', 'sent_at'])
    .where(eb => eb.and({ programme_id: programmeId, ...isTheirs }))
    .where('sent_at', '>', new Date(now.getTime() - 2 * DAY_MS))
    .execute()
  const sent = groupBy(
    [
      ...mails.map(mail => ({ ...mail, isQueryMail: true })),
      ...reminders.map(mail => ({ ...mail, named: null, isQueryMail: false }))
    ],
    ({ user_id }) => user_id
  )
  return people.map(({ hasAnswered, hasSectionOpen, ...person }) => ({
    ...person,
    isWorking: Boolean(hasAnswered) || Boolean(hasSectionOpen),
    sent: sent.get(person.user_id) ?? []
  }))
}

/** Each section once, and the first day to come on which an answer is due, in words; null if none has such a date. */
function summariseQueries(
  queries: readonly { line: string; due_at: Date | null }[],
  now: Date,
  timeZone: string
): { lines: string[]; lastDay: string | null } {
  const isOverdue = ({ due_at }: { due_at: Date | null }): boolean =>
    isQueryOverdue({ status: 'open', due_at }, now)
  const overdue = new Set(queries.filter(isOverdue).map(({ line }) => line))
  const lines = [...new Set(queries.map(({ line }) => line))]
  const [first] = queries
    .flatMap(query => (query.due_at === null || isOverdue(query) ? [] : [query.due_at]))
    .toSorted((one, other) => one.getTime() - other.getTime())
  return {
    lines: lines.map(line => (overdue.has(line) ? `${line} (overdue)` : line)),
    lastDay: first === undefined ? null : lastDayInWords(first, timeZone)
  }
}
