// Dates of projects and questionnaires as the audit log records them, whether an admin changes them or a file does.

import { sql } from 'kysely'
import type { Row } from '#server/database/column-types.ts'
import type { Tx } from '#server/database/schema.ts'
import type { AuditAct } from './record-acts.ts'

/** A project in a period, or a questionnaire that it asks in it. */
interface DatedPart {
  project_id: number
  questionnaire_id: number | null
}

export interface RecordedDates extends DatedPart {
  time_period_id: number
  dates: string
}

type QuestionnairePeriod = Pick<
  Row<'questionnaire_periods'>,
  'time_period_id' | 'opens_at' | 'closes_at' | 'is_locked'
>
type StoredProjectDates = Omit<Row<'project_periods'>, 'programme_id'>

const span = (opens: Date | null, closes: Date | null): string[] => [
  ...(opens ? [`from ${opens.toISOString()}`] : []),
  ...(closes ? [`until ${closes.toISOString()}`] : [])
]

const namedSpan = (name: string, opens: Date | null, closes: Date | null): string[] =>
  opens || closes ? [`${name} ${span(opens, closes).join(' ')}`] : []

export const questionnaireDates = (
  { project_id, questionnaire_id }: DatedPart,
  periods: readonly QuestionnairePeriod[]
): RecordedDates[] =>
  periods.map(({ time_period_id, opens_at, closes_at, is_locked }) => ({
    project_id,
    questionnaire_id,
    time_period_id,
    dates:
      [...span(opens_at, closes_at), ...(is_locked ? ['locked'] : [])].join(', ') || 'dates of the project'
  }))

const projectDates = ({ project_id, time_period_id, ...period }: StoredProjectDates): RecordedDates => ({
  project_id,
  questionnaire_id: null,
  time_period_id,
  dates:
    [
      ...namedSpan('registration', period.registration_opens_at, period.registration_closes_at),
      ...namedSpan('data collection', period.collection_opens_at, period.collection_closes_at),
      ...namedSpan('results', period.published_at, null),
      ...namedSpan('open', null, period.closed_at)
    ].join(', ') || 'no dates'
})

/** All dates of a programme. */
export async function readDates(tx: Tx, programmeId: number): Promise<RecordedDates[]> {
  const projects = await tx
    .selectFrom('project_periods')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .orderBy('project_id')
    .orderBy('time_period_id')
    .execute()
  const { rows } = await sql<QuestionnairePeriod & DatedPart>`
    select q.project_id, q.questionnaire_id, w.time_period_id, w.opens_at, w.closes_at, w.is_locked
    from questionnaires q
    join questionnaire_periods w on w.programme_id = q.programme_id and w.questionnaire_id = q.questionnaire_id
    where q.programme_id = ${programmeId} and q.is_active
    order by q.project_id, q.questionnaire_id, w.time_period_id`.execute(tx)
  return [...projects.map(projectDates), ...rows.flatMap(row => questionnaireDates(row, [row]))]
}

/** A later date or a lock that is lifted opens a questionnaire to everyone. */
export function changedDates(
  before: readonly RecordedDates[],
  after: readonly RecordedDates[]
): AuditAct<'dates_changed'>[] {
  const [was, is] = [before, after].map(all => new Map(all.map(one => [keyOfDates(one), one.dates])))
  const all = new Map([...after, ...before].map(one => [keyOfDates(one), one]))
  return [...all]
    .map(([key, { project_id, questionnaire_id, time_period_id }]) => {
      const none = questionnaire_id === null ? 'not in this period' : 'not asked'
      return {
        kind: 'dates_changed' as const,
        project_id,
        questionnaire_id,
        time_period_id,
        value_before: was?.get(key) ?? none,
        value_after: is?.get(key) ?? none
      }
    })
    .filter(act => act.value_before !== act.value_after)
}

const keyOfDates = ({ project_id, questionnaire_id, time_period_id }: RecordedDates): string =>
  `${project_id}/${questionnaire_id ?? ''}/${time_period_id}`
