// SQL: which submissions count in figures, which can be entered, and what is asked of them. A row `s` of submissions is tested.

import { sql, type RawBuilder } from 'kysely'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'

const hasRegistration = (programmeId: number | RawBuilder<unknown>, status: 'registered' | 'withdrawn') =>
  sql<boolean>`exists (
    select 1 from registrations r
    where r.programme_id = ${programmeId} and r.project_id = s.project_id and r.time_period_id = s.time_period_id
      and r.organisation_id = s.organisation_id and r.registration_status = ${status})`

/** Figures of organisations that have withdrawn are not compared (decision 0017). Imported submissions count without a registration. */
export const hasNotWithdrawn = (programmeId: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not ${hasRegistration(programmeId, 'withdrawn')}`

/** The same for one organisation's readers, who still see what they have entered after they have withdrawn. */
export const countsFor = (programmeId: number, organisationId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(s.organisation_id = ${organisationId ?? 0} or ${hasNotWithdrawn(programmeId)})`

/**
 * Who is in the next edition. A strict project keeps everyone whom an edition of the period already has: if one organisation left, the difference
 * between two editions would reveal its figures.
 */
export const isInNextEdition = (
  programmeId: number
): RawBuilder<boolean> => sql<boolean>`(${hasNotWithdrawn(programmeId)} or exists (
  select 1 from editions e
  join projects p on p.programme_id = e.programme_id and p.project_id = e.project_id and p.visibility <> 'named'
  join edition_submissions y on y.programme_id = e.programme_id and y.edition_id = e.edition_id
  where e.programme_id = ${programmeId} and e.project_id = s.project_id and e.time_period_id = s.time_period_id
    and y.submission_id = s.submission_id))`

/** Who can enter answers, and is asked for them: a registered organisation that is in use, as in `lockReason`. */
export const takesPart = (programmeId: number): RawBuilder<boolean> =>
  sql<boolean>`(${hasRegistration(programmeId, 'registered')} and exists (
    select 1 from organisations o
    where o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id and o.is_active))`

/** A questionnaire with scopes applies to those only, one without scopes to all. */
export const appliesToScope = (programmeId: number, questionnaire: string, place: string) =>
  scopeCondition(programmeId, questionnaire, sql.ref(`${place}.scope_id`))

/** The same for one scope. A submission without a scope has only the questionnaires without scopes. */
export const appliesToScopeId = (programmeId: number, questionnaire: string, scopeId: number | null) =>
  scopeCondition(programmeId, questionnaire, sql`${scopeId ?? 0}`)

const scopeCondition = (
  programmeId: number,
  questionnaire: string,
  scope: RawBuilder<unknown>
) => sql<boolean>`(
  not exists (
    select 1 from questionnaire_scopes z where z.programme_id = ${programmeId} and z.questionnaire_id = ${sql.ref(`${questionnaire}.questionnaire_id`)}
  ) or exists (
    select 1 from questionnaire_scopes z
    where z.programme_id = ${programmeId} and z.questionnaire_id = ${sql.ref(`${questionnaire}.questionnaire_id`)} and z.scope_id = ${scope}
  )
)`

/** Whether a questionnaire is asked of the submission: it is in use, in its period and for its scope. */
export const isQuestionnaireAsked = (programmeId: number, questionnaire: string) => sql<boolean>`(
  ${sql.ref(`${questionnaire}.is_active`)} and ${appliesToScope(programmeId, questionnaire, 's')}
  and exists (
    select from questionnaire_periods y
    where y.programme_id = ${programmeId} and y.questionnaire_id = ${sql.ref(`${questionnaire}.questionnaire_id`)} and y.time_period_id = s.time_period_id
  )
)`

/** Whether a section `c` is asked of the submission. */
export const isSectionAsked = (programmeId: number) => sql<boolean>`(
  c.is_active and exists (
    select from questionnaires n
    where n.programme_id = ${programmeId} and n.questionnaire_id = c.questionnaire_id and ${isQuestionnaireAsked(programmeId, 'n')}
  )
)`

/** Whether the cell of a query `q` in a section `c` is asked of the submission: a question that is retired, or in a retired row or column, is not. */
export const isQueryAsked = (programmeId: number) => sql<boolean>`(
  ${isSectionAsked(programmeId)} and exists (
    select from sub_sections t
    join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
    where t.programme_id = ${programmeId} and t.section_id = c.section_id
      and m.question_id = q.question_id and m.column_id = q.column_id and (t.is_repeating or m.row_id = q.row_id) and ${IS_CELL_IN_USE}
  )
)`

/** Whether someone may read a query `q` about a section `c`: admins all, members those to their organisation that it is still asked. */
export const mayReadQueries = (programmeId: number, organisationId: number | null): RawBuilder<boolean> =>
  organisationId === null
    ? sql<boolean>`true`
    : sql<boolean>`(s.organisation_id = ${organisationId} and ${takesPart(programmeId)} and ${isQueryAsked(programmeId)})`
