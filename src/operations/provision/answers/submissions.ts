// Finds the submissions that files of answers name, and creates those that do not exist yet.

import { sql } from 'kysely'
import type { TakenStructure } from '#server/database/structure-lock.ts'
import { addCodedSubmissions, type CodedSubmission } from '#server/registrations/coded-submissions.ts'
import type { ImportedQuestionnaire, ProjectCodes } from './project-codes.ts'

export interface SubmissionCodes {
  organisation_id: number
  time_period_id: number
  submission_code: string
}

export interface ImportedSubmission extends SubmissionCodes {
  submission_id: number
  scope_id: number | null
  /** Whether this import has created it. */
  isNew: boolean
}

/** A unit's newest submission in another period. */
interface UnitRow {
  organisation_id: number
  submission_code: string
  submission_id: number
  submission_name: string
  lineage_id: number
  scope_id: number | null
}

export const submissionKey = ({
  time_period_id,
  submission_code
}: Omit<SubmissionCodes, 'organisation_id'>): string => `${time_period_id}:${submission_code}`

/** The submissions by `submissionKey`: codes are unique in a project and period. */
export async function matchSubmissions(
  { tx, programmeId }: TakenStructure,
  projectId: number,
  named: readonly SubmissionCodes[]
): Promise<Map<string, ImportedSubmission>> {
  const { rows } = await sql<Omit<ImportedSubmission, 'isNew'>>`
    select submission_id, organisation_id, time_period_id, submission_code, scope_id from submissions
    where programme_id = ${programmeId} and project_id = ${projectId}
      and time_period_id = any(${[...new Set(named.map(one => one.time_period_id))]}::bigint[])
      and submission_code = any(${[...new Set(named.map(one => one.submission_code))]}::text[])`.execute(tx)
  return new Map(rows.map(row => [submissionKey(row), { ...row, isNew: false }]))
}

/**
 * Creates submissions of one period. One with the code of an earlier or later submission of its organisation continues that unit and takes
 * over its name and scope; another is a new unit, named by its code. One whose name another submission has is not created.
 */
export async function createSubmissions(
  structure: TakenStructure,
  { projectId, scopeIds }: Pick<ProjectCodes, 'projectId' | 'scopeIds'>,
  timePeriodId: number,
  wanted: readonly (SubmissionCodes & { questionnaire: ImportedQuestionnaire })[]
): Promise<ImportedSubmission[]> {
  const units = await continuedUnits(structure, projectId, timePeriodId, wanted)
  const names = await takenNames(structure, projectId, timePeriodId, wanted, [...units.values()])
  const continued = new Set<number>()
  const rows = wanted.flatMap(({ organisation_id, submission_code, questionnaire }): CodedSubmission[] => {
    const known = units.get(JSON.stringify([organisation_id, submission_code]))
    // Two codes of one unit in the same period are two units.
    const unit = known === undefined || continued.has(known.lineage_id) ? undefined : known
    const isFree = (name: string): boolean =>
      !names.has(JSON.stringify([organisation_id, name.toLowerCase()]))
    const possible = unit === undefined ? [submission_code] : [unit.submission_name, submission_code]
    const name = possible.find(isFree)
    if (name === undefined) return []
    if (unit !== undefined) continued.add(unit.lineage_id)
    names.add(JSON.stringify([organisation_id, name.toLowerCase()]))
    return [
      {
        organisation_id,
        submission_code,
        submission_name: name,
        scope_id: unit?.scope_id ?? firstScope(questionnaire, scopeIds),
        lineage_id: unit?.lineage_id ?? null,
        earlier_id: unit?.submission_id ?? 0
      }
    ]
  })
  const place = { project_id: projectId, time_period_id: timePeriodId }
  const ids = await addCodedSubmissions(structure, place, rows)
  return rows.map(({ organisation_id, submission_code, scope_id }, index) => ({
    organisation_id,
    submission_code,
    scope_id,
    time_period_id: timePeriodId,
    submission_id: ids[index] ?? 0,
    isNew: true
  }))
}

/** The only scope of the project, or the first of a questionnaire that has its own; otherwise none. */
const firstScope = ({ scopeIds: own }: ImportedQuestionnaire, all: readonly number[]): number | null =>
  (all.length === 1 ? all[0] : [...own][0]) ?? null

/** Units of these codes, without those that have a submission in the period already. */
async function continuedUnits(
  { tx, programmeId }: TakenStructure,
  projectId: number,
  timePeriodId: number,
  wanted: readonly SubmissionCodes[]
): Promise<Map<string, UnitRow>> {
  const { rows } = await sql<UnitRow>`
    select distinct on (s.organisation_id, s.submission_code)
      s.organisation_id, s.submission_code, s.submission_id, s.submission_name, s.lineage_id, s.scope_id
    from submissions s
    join time_periods t on t.programme_id = s.programme_id and t.time_period_id = s.time_period_id
    where s.programme_id = ${programmeId} and s.project_id = ${projectId}
      and s.organisation_id = any(${[...new Set(wanted.map(one => one.organisation_id))]}::bigint[])
      and s.submission_code = any(${wanted.map(one => one.submission_code)}::text[])
      and not exists (
        select 1 from submissions n where n.programme_id = ${programmeId} and n.project_id = ${projectId}
          and n.time_period_id = ${timePeriodId} and n.lineage_id = s.lineage_id)
    order by s.organisation_id, s.submission_code, t.starts_at desc`.execute(tx)
  return new Map(rows.map(row => [JSON.stringify([row.organisation_id, row.submission_code]), row]))
}

/** Names are unique among an organisation's submissions of a period, ignoring case. */
async function takenNames(
  { tx, programmeId }: TakenStructure,
  projectId: number,
  timePeriodId: number,
  wanted: readonly SubmissionCodes[],
  units: readonly UnitRow[]
): Promise<Set<string>> {
  const names = [...wanted.map(one => one.submission_code), ...units.map(one => one.submission_name)]
  const { rows } = await sql<{ organisation_id: number; name: string }>`
    select organisation_id, lower(submission_name) as name from submissions
    where programme_id = ${programmeId} and project_id = ${projectId} and time_period_id = ${timePeriodId}
      and lower(submission_name) = any(${names.map(name => name.toLowerCase())}::text[])`.execute(tx)
  return new Set(rows.map(({ organisation_id, name }) => JSON.stringify([organisation_id, name])))
}

/** Gives a submission without a scope the first one of a questionnaire that has scopes of its own. */
export async function assignScope(
  { tx, programmeId }: TakenStructure,
  submission: ImportedSubmission,
  { scopeIds }: ImportedQuestionnaire
): Promise<void> {
  const [scope_id = null] = scopeIds
  submission.scope_id = scope_id
  await tx
    .updateTable('submissions')
    .set({ scope_id })
    .where(eb => eb.and({ programme_id: programmeId, submission_id: submission.submission_id }))
    .execute()
}
