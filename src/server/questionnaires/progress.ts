// The progress of a registration's submissions, by questionnaire.

import { sql } from 'kysely'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { DONE_STATUSES, isSectionDone } from '#domain/questionnaires/section-work.ts'
import { appliesToScope } from '#server/auth/taking-part.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database } from '#server/database/schema.ts'

interface ProgressRow {
  registration_submission_id: number
  questionnaire_id: number
  status: SectionStatus
  applicable: number
  answered: number
  signed_off_at: Date | null
  signed_off_by: string | null
}

export interface QuestionnaireProgress {
  questionnaire_id: number
  status: SectionStatus
  completion_percent: number
  signed_off_at: string | null
  signed_off_by: string | null
}

interface RegisteredProgress {
  completion_percent: number
  questionnaires: QuestionnaireProgress[]
}

const NO_PROGRESS: RegisteredProgress = { completion_percent: 0, questionnaires: [] }

/**
 * Progress by registration submission, for the standard questionnaires of its period that apply to its
 * scope. An untouched section counts its required cells.
 */
export async function registrationProgress(
  database: Database,
  programmeId: number,
  registrationId: number
): Promise<(id: number) => RegisteredProgress> {
  const { rows } = await sql<ProgressRow>`
    with needed as (${requiredCells(programmeId)})
    select r.registration_submission_id, q.questionnaire_id, coalesce(ss.status, 'not_started') as status,
      coalesce(ss.applicable_count, n.cells, 0) as applicable, coalesce(ss.answered_count, 0) as answered,
      ss.signed_off_at, nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') as signed_off_by
    from registration_submissions r
    join submissions s on s.programme_id = r.programme_id and s.submission_id = r.submission_id
    join questionnaires q on q.programme_id = s.programme_id and q.project_id = s.project_id
    join questionnaire_periods w
      on w.programme_id = q.programme_id and w.questionnaire_id = q.questionnaire_id and w.time_period_id = s.time_period_id
    join sections c on c.programme_id = q.programme_id and c.questionnaire_id = q.questionnaire_id
    left join needed n on n.section_id = c.section_id
    left join section_submissions ss
      on ss.programme_id = s.programme_id and ss.submission_id = s.submission_id and ss.section_id = c.section_id and ss.case_code_id = 0
    left join users u on u.programme_id = ${programmeId} and u.user_id = ss.signed_off_by_user_id
    where r.programme_id = ${programmeId} and r.registration_id = ${registrationId}
      and q.is_active and q.questionnaire_type = 'standard' and c.is_active and ${appliesToScope(programmeId, 'q', 'r')}
    order by q.display_order, q.questionnaire_id, c.display_order, c.section_id`.execute(database)
  const bySubmission = Map.groupBy(rows, row => row.registration_submission_id)
  return id => summariseSections(bySubmission.get(id) ?? [])
}

/** SQL: `isSectionStarted` of a row `ss` of section_submissions that may be missing. */
export const hasStarted = () =>
  sql<boolean>`coalesce(ss.answered_count > 0 or ss.status = any(${DONE_STATUSES}::text[]), false)`

/** SQL: when somebody last edited a row `ss` of section_submissions or signed it off. */
export const lastActivity = () => sql<Date | null>`greatest(ss.updated_at, ss.signed_off_at)`

function summariseSections(sections: readonly ProgressRow[]): RegisteredProgress {
  if (sections.length === 0) return NO_PROGRESS
  const questionnaires = [...Map.groupBy(sections, section => section.questionnaire_id)].map(
    ([questionnaire_id, own]) => ({
      questionnaire_id,
      status: questionnaireStatus(own),
      completion_percent: percentOfSections(own),
      ...signOffOf(own)
    })
  )
  return { completion_percent: percentOfSections(sections), questionnaires }
}

function percentOfSections(sections: readonly ProgressRow[]): number {
  const sum = (field: 'applicable' | 'answered'): number =>
    sections.reduce((total, section) => total + section[field], 0)
  return completionPercent(
    { applicable_count: sum('applicable'), answered_count: sum('answered') },
    sections.every(({ status }) => isSectionDone(status))
  )
}

/** A questionnaire has the status of its least advanced section, but is in progress as soon as one is. */
function questionnaireStatus(sections: readonly ProgressRow[]): SectionStatus {
  const areAll = (status: SectionStatus): boolean => sections.every(section => section.status === status)
  if (areAll('signed_off')) return 'signed_off'
  if (sections.every(({ status }) => isSectionDone(status))) return 'complete'
  return areAll('not_started') ? 'not_started' : 'in_progress'
}

/** When the last section was signed off, and by whom; null while one is not. */
function signOffOf(
  sections: readonly ProgressRow[]
): Pick<QuestionnaireProgress, 'signed_off_at' | 'signed_off_by'> {
  if (questionnaireStatus(sections) !== 'signed_off') return { signed_off_at: null, signed_off_by: null }
  const times = sections.map(section => section.signed_off_at?.getTime() ?? 0)
  const last = sections[times.indexOf(Math.max(...times))]
  return {
    signed_off_at: last?.signed_off_at?.toISOString() ?? null,
    signed_off_by: last?.signed_off_by ?? null
  }
}

/**
 * SQL: the number of required cells of each untouched section. Repeating rows require none before they are
 * started.
 */
export const requiredCells = (programmeId: number) => sql`
  select t.section_id, count(*) as cells
  from sub_sections t
  join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
  where t.programme_id = ${programmeId} and ${IS_CELL_IN_USE} and not t.is_repeating and m.is_required and not m.is_disabled
  group by t.section_id`
