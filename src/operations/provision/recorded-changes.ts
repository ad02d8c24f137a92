// What the audit log records of provisioning besides imported answers: changes that admins cannot make unrecorded either.

import { visibilityColumns, type PromisedVisibility } from '#domain/disclosure/visibility.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { changedDates, readDates, type RecordedDates } from '#server/auth/recorded-dates.ts'
import type { Tx } from '#server/database/schema.ts'
import type { ContentRow } from './content.ts'
import type { Difference } from './difference.ts'
import { rowId, type StoredContent } from './stored/stored-row.ts'

interface Provisioned {
  programmeId: number
  now: Date
  /** As it was before. */
  stored: StoredContent
  dates: readonly RecordedDates[]
  difference: Difference
}

/** Of what is new nothing is recorded: nobody was promised anything, and its dates open nothing that was closed. */
export async function recordChanges(
  tx: Tx,
  { programmeId, now, stored, dates, difference }: Provisioned
): Promise<void> {
  const idsOf = (kind: 'projects' | 'questionnaires') => new Set([...stored[kind].values()].map(rowId))
  const [projects, questionnaires] = [idsOf('projects'), idsOf('questionnaires')]
  const after = (await readDates(tx, programmeId)).filter(
    ({ project_id, questionnaire_id }) =>
      projects.has(project_id) && (questionnaire_id === null || questionnaires.has(questionnaire_id))
  )
  const acts = [...changedDates(dates, after), ...changedVisibility(difference)]
  await recordActs(tx, { programmeId, userId: null, actedBy: 'provisioning', now }, acts, null)
}

const changedVisibility = ({ changed }: Difference): AuditAct<'visibility_changed'>[] =>
  changed
    .filter(
      ({ stored, columns }) =>
        stored.kind === 'projects' && visibilityColumns.some(one => columns.includes(one))
    )
    .map(({ stored, desired }) => ({
      kind: 'visibility_changed',
      project_id: rowId(stored),
      value_before: visibilityText(stored),
      value_after: visibilityText(desired)
    }))

function visibilityText({ values }: ContentRow): string {
  const { visibility, others_visible_from, minimum_count } = values as unknown as PromisedVisibility
  return `${visibility} from ${others_visible_from}, minimum ${minimum_count}`
}
