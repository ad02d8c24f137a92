import { sql } from 'kysely'
import { mayReadQueries } from '#server/auth/taking-part.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { ExportedQuestionnaire, ExportScope } from './export-scope.ts'

/** Queries about cells of a questionnaire that the caller may read, as rows `a`. Cells of cases have none. */
export const selectReadableQueries = (
  { database, programmeId, organisationId }: ExportScope,
  { questionnaire_id }: ExportedQuestionnaire
) =>
  database.selectFrom(from =>
    from
      .selectFrom('queries as q')
      .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
      .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'section_id'))
      .selectAll('q')
      .select(sql<number>`0::bigint`.as('case_code_id'))
      .where(eb => eb.and({ 'q.programme_id': programmeId, 'q.questionnaire_id': questionnaire_id }))
      .where(mayReadQueries(programmeId, organisationId))
      .as('a')
  )
