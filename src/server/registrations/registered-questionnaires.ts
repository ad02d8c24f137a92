import { appliesToScope } from '#server/auth/taking-part.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { RouteOf } from '#server/http/route.ts'
import { requirePart } from './registration.ts'

/** A registered submission's questionnaires in its period, for its scope. */
export const getRegistrationSubmissionQuestionnaires: RouteOf<
  'getRegistrationSubmissionQuestionnaires'
> = async ({ params }, { database, caller }) => {
  const { programmeId } = caller
  const row = await database
    .selectFrom('registration_submissions as r')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'r', 'submission_id'))
    .innerJoin('scopes as c', join => inProgramme(join, 'c', 'r', 'scope_id'))
    .select([
      'r.registration_submission_id',
      'r.registration_id',
      'r.submission_id',
      's.submission_name',
      'c.scope_id',
      'c.scope_name'
    ])
    .where(eb => eb.and({ 'r.programme_id': programmeId, 'r.registration_submission_id': params.id }))
    .executeTakeFirst()
  const registration_submission = await requirePart(database, caller, row, 'registered submission')
  const sections = await database
    .selectFrom('registration_submissions as r')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'r', 'submission_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 's', 'project_id'))
    .innerJoin('questionnaire_periods as w', join =>
      inProgramme(join, 'w', 'q', 'questionnaire_id').onRef('w.time_period_id', '=', 's.time_period_id')
    )
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'questionnaire_id'))
    .select([
      'q.questionnaire_id',
      'q.questionnaire_name',
      'c.section_id',
      'c.section_name',
      'c.display_order'
    ])
    .where('r.programme_id', '=', programmeId)
    .where('r.registration_submission_id', '=', params.id)
    .where('q.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where(appliesToScope(programmeId, 'q', 'r'))
    .orderBy('q.display_order')
    .orderBy('q.questionnaire_id')
    .orderBy('c.display_order')
    .orderBy('c.section_id')
    .execute()
  const questionnaires = [...Map.groupBy(sections, section => section.questionnaire_id)].map(
    ([questionnaire_id, own]) => ({
      questionnaire_id,
      questionnaire_name: own[0]?.questionnaire_name ?? '',
      sections: own.map(({ section_id, section_name, display_order }) => ({
        section_id,
        section_name,
        display_order
      }))
    })
  )
  return { registration_submission, questionnaires }
}
