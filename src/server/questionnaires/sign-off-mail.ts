// Tells the leads of an organisation what an admin has done to what they signed off.

import { ROLE } from '#domain/people/roles.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { paths } from '#programme/paths.ts'
import { mailTemplates, type SectionAfterSignOff } from '#server/accounts/mail-templates.ts'
import { writeMail, writeMailOnce } from '#server/accounts/outbox.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { isAdminCaller } from '#server/http/caller.ts'
import { siteUrl } from '#server/http/programme.ts'
import type { SaveContext } from './save-context.ts'
import type { SectionStateRow } from './section-row.ts'

/** An admin saves cell by cell; what they change within this time is one mail. */
const CHANGES_DELAY_MS = 15 * MINUTE_MS

export async function mailLeadsOfReopening(context: SaveContext, section: SectionStateRow): Promise<void> {
  const { tx, caller, request, programme, now } = context
  if (request.action !== 'reopen' || section.status !== 'signed_off' || !isAdminCaller(caller)) return
  const mail = mailTemplates.reopened(programme, await describeSection(context, section))
  for (const recipient of await leadsOf(context))
    await writeMail(tx, caller.programmeId, recipient, mail, now)
}

/** Each change is followed by a mail: a later one joins the mail that still waits. */
export async function mailLeadsOfChange(context: SaveContext, section: SectionStateRow): Promise<void> {
  const { tx, caller, programme, now } = context
  const mail = mailTemplates.changedAfterSignOff(programme, await describeSection(context, section))
  for (const recipient of await leadsOf(context))
    await writeMailOnce(tx, caller.programmeId, recipient, mail, { now, delayMs: CHANGES_DELAY_MS })
}

async function leadsOf({ tx, caller, submission }: SaveContext): Promise<string[]> {
  const leads = await tx
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', caller.programmeId)
    .where('organisation_id', '=', submission.organisation_id)
    .where('role_type_id', '=', ROLE.lead)
    .where('status', '=', 'active')
    .orderBy('user_id')
    // Nobody is suspended or deleted until the mail is queued.
    .forShare()
    .execute()
  return leads.map(lead => lead.email_address)
}

async function describeSection(
  { tx, caller, request, submission, window, programme }: SaveContext,
  section: SectionStateRow
): Promise<SectionAfterSignOff> {
  const { section_name, project_code } = await tx
    .selectFrom('sections as c')
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .innerJoin('projects as p', join => inProgramme(join, 'p', 'q', 'project_id'))
    .select(['c.section_name', 'p.project_code'])
    .where(eb => eb.and({ 'c.programme_id': caller.programmeId, 'c.section_id': section.section_id }))
    .executeTakeFirstOrThrow()
  const { questionnaire_id, submission_id } = request
  return {
    adminName: caller.kind === 'user' ? caller.fullName : '',
    sectionName: section_name,
    submissionName: submission.submission_name,
    questionnaireName: window.questionnaire_name,
    url: `${siteUrl(programme)}${paths.section(project_code, questionnaire_id, submission_id, section.section_id)}`
  }
}
