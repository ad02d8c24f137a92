import { isAdminRole, ROLE } from '#domain/people/roles.ts'
import { paths } from '#programme/paths.ts'
import { mailTemplates } from '#server/accounts/mail-templates.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { siteUrl } from '#server/http/programme.ts'
import type { SaveContext } from './save-context.ts'
import type { SectionStateRow } from './section-row.ts'

/**
 * Tells the leads of an organisation that an admin has reopened what they signed off. Signed-off answers cannot change in any other way, so no change
 * after a sign-off goes unnoticed.
 */
export async function mailLeadsOfReopening(context: SaveContext, section: SectionStateRow): Promise<void> {
  const { tx, caller, request, submission, window, programme, now } = context
  if (request.action !== 'reopen' || section.status !== 'signed_off') return
  if (caller.kind !== 'user' || !isAdminRole(caller.roleTypeId)) return
  const { programmeId } = caller
  const leads = await tx
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', submission.organisation_id)
    .where('role_type_id', '=', ROLE.lead)
    .where('status', '=', 'active')
    .orderBy('user_id')
    .execute()
  const { section_name, project_code } = await tx
    .selectFrom('sections as c')
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .innerJoin('projects as p', join => inProgramme(join, 'p', 'q', 'project_id'))
    .select(['c.section_name', 'p.project_code'])
    .where('c.programme_id', '=', programmeId)
    .where('c.section_id', '=', section.section_id)
    .executeTakeFirstOrThrow()
  const { questionnaire_id, submission_id } = request
  const mail = mailTemplates.reopened(programme, {
    adminName: caller.fullName,
    sectionName: section_name,
    submissionName: submission.submission_name,
    questionnaireName: window.questionnaire_name,
    url: `${siteUrl(programme)}${paths.section(project_code, questionnaire_id, submission_id, section.section_id)}`
  })
  for (const { email_address } of leads) await writeMail(tx, programmeId, email_address, mail, now)
}
