// How far each questionnaire of each submission is on its way to acceptance, as one query.

import { sql, type RawBuilder } from 'kysely'
import type { AcceptanceState } from '#contract/acceptances.ts'
import { LIVE_STATUSES } from '#domain/queries/query-state.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { appliesToScope, hasNotWithdrawn, takesPart } from '#server/auth/taking-part.ts'
import { hasStarted, lastActivity } from '#server/questionnaires/progress.ts'
import { collectionEnd } from '#server/questionnaires/window.ts'

export interface AcceptanceScope {
  programmeId: number
  projectId: number
  timePeriodId: number
  now: Date
}

/** Accepting in bulk takes all that are ready; revoked ones and those being corrected are accepted only by name. */
export const ACCEPTABLE_IF_NAMED: readonly AcceptanceState[] = ['ready', 'revoked', 'correcting']

/** SQL: how many unresolved queries a questionnaire `q` of a submission `s` has. */
const unresolvedQueryCount = (
  programmeId: number
): RawBuilder<number> => sql<number>`(select count(*)::int from queries y
  where y.programme_id = ${programmeId} and y.submission_id = s.submission_id and y.questionnaire_id = q.questionnaire_id
    and y.status = any(${LIVE_STATUSES}::text[]))`

/**
 * SQL: rows with `acceptance_state`, of all submissions of a project and period. An acceptance is listed until it is revoked, even
 * after its questionnaire was retired or stopped applying.
 */
export const acceptanceStates = ({ programmeId, projectId, timePeriodId, now }: AcceptanceScope) => sql`
  select f.*, case
      when f.accepted_at is not null then 'accepted'
      when not f.is_closed then 'collecting'
      when f.questionnaire_type = 'case' and f.case_count < f.minimum_count then 'too_few_cases'
      when f.completed_section_count < f.section_count then
        case when not f.is_started then 'not_started' when f.is_answered then 'answered' else 'in_progress' end
      when f.query_count > 0 then 'queried'
      when f.is_correcting then 'correcting'
      when f.revoked_at is not null and (f.saved_at is null or f.saved_at <= f.revoked_at) then 'revoked'
      else 'ready'
    end as acceptance_state,
    case when f.accepted_at is not null then false when f.requires_acceptance then true
      when f.questionnaire_type = 'case' then f.case_count < f.minimum_count
      else f.completed_section_count < f.section_count end as is_left_out
  from (
    select s.submission_id, s.submission_name, o.organisation_id, o.organisation_name,
      q.questionnaire_id, q.questionnaire_name, q.questionnaire_type, q.display_order, p.minimum_count, p.requires_acceptance,
      coalesce(t.section_count, 0) as section_count, coalesce(t.completed_section_count, 0) as completed_section_count,
      coalesce(t.is_started, false) as is_started, coalesce(t.is_answered, false) as is_answered, t.saved_at,
      coalesce(k.case_count, 0) as case_count, ${unresolvedQueryCount(programmeId)} as query_count,
      a.accepted_at, a.accepted_by_user_id, r.revoked_at, coalesce(r.reason_text, '') as reason_text,
      coalesce(w.is_locked or ${collectionEnd} <= ${now}
        or coalesce(w.closes_at, d.collection_closes_at, d.published_at) <= ${now}, false) as is_closed,
      coalesce(${collectionEnd} <= ${now}, false) as has_ended,
      exists (select 1 from correction_windows x where x.programme_id = ${programmeId} and x.submission_id = s.submission_id
        and x.questionnaire_id = q.questionnaire_id and x.open_until > ${now}) as is_correcting,
      ${hasNotWithdrawn(programmeId)} as is_counted, ${takesPart(programmeId)} as takes_part
    from submissions s
    join projects p on p.programme_id = ${programmeId} and p.project_id = s.project_id
    join organisations o on o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id
    join questionnaires q on q.programme_id = ${programmeId} and q.project_id = s.project_id
      and (q.is_active and ${appliesToScope(programmeId, 'q', 's')} or exists (select 1 from acceptances i
        where i.programme_id = ${programmeId} and i.submission_id = s.submission_id and i.questionnaire_id = q.questionnaire_id and i.revoked_at is null))
    join questionnaire_periods w on w.programme_id = ${programmeId} and w.questionnaire_id = q.questionnaire_id and w.time_period_id = s.time_period_id
    left join project_periods d on d.programme_id = ${programmeId} and d.project_id = s.project_id and d.time_period_id = s.time_period_id
    left join lateral (
      select count(*)::int as section_count,
        (count(*) filter (where ss.status = any(${DONE_STATUSES}::text[])))::int as completed_section_count,
        bool_or(${hasStarted()}) as is_started,
        bool_and(coalesce(ss.answered_count >= ss.applicable_count and ss.applicable_count > 0
          or ss.status = any(${DONE_STATUSES}::text[]), false)) as is_answered,
        max(${lastActivity()}) filter (where ss.version > 0) as saved_at
      from sections c
      left join section_submissions ss on ss.programme_id = ${programmeId} and ss.submission_id = s.submission_id
        and ss.section_id = c.section_id and ss.case_code_id = 0
      where c.programme_id = ${programmeId} and c.questionnaire_id = q.questionnaire_id and c.is_active
    ) t on q.questionnaire_type = 'standard'
    left join lateral (
      select count(*)::int as case_count from case_codes e
      where e.programme_id = ${programmeId} and e.questionnaire_id = q.questionnaire_id and e.submission_id = s.submission_id and e.status = 'completed'
    ) k on q.questionnaire_type = 'case'
    left join acceptances a on a.programme_id = ${programmeId} and a.submission_id = s.submission_id
      and a.questionnaire_id = q.questionnaire_id and a.revoked_at is null
    left join lateral (
      select b.revoked_at, b.reason_text from acceptances b
      where b.programme_id = ${programmeId} and b.submission_id = s.submission_id and b.questionnaire_id = q.questionnaire_id and b.revoked_at is not null
      order by b.revoked_at desc limit 1
    ) r on a.acceptance_id is null
    where s.programme_id = ${programmeId} and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}
  ) f`
