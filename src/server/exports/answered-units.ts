// Reads submissions and cases batch by batch, so that memory does not grow with their number.

import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AnsweredUnit } from '#domain/exports/answer-lines.ts'
import { chunksOf, groupBy } from '#lib/group-by.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { ExportedQuestionnaire, ExportScope } from './export-scope.ts'

export interface StoredUnit extends AnsweredUnit {
  submission_id: number
  /** 0 outside surveys. */
  case_code_id: number
}

const SUBMISSIONS_AT_ONCE = 500

/** Gives each case a name that reveals nothing about its code and that no other download uses. */
export type PseudonymOf = (caseCodeId: number) => string

export function createPseudonyms(): PseudonymOf {
  const key = randomBytes(32)
  return caseCodeId => `c-${createHmac('sha256', key).update(String(caseCodeId)).digest('hex').slice(0, 16)}`
}

/**
 * The ids of all submissions in the order of the files, which is the same in every database: by period, then by the codes of organisation
 * and submission.
 */
export async function submissionIds(scope: ExportScope): Promise<number[]> {
  const rows = await scope.database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select('s.submission_id')
    .where(eb => eb.and({ 's.programme_id': scope.programmeId, 's.project_id': scope.projectId }))
    .where('s.time_period_id', 'in', scope.timePeriodIds)
    .$if(scope.organisationId !== null, query => query.where('s.organisation_id', '=', scope.organisationId))
    .$if(!scope.includesRetired, query => query.where('o.is_active', '=', true))
    .orderBy('t.starts_at')
    .orderBy(sql`t.time_period_name collate "C"`)
    .orderBy(sql`o.organisation_code collate "C"`)
    .orderBy(sql`s.submission_code collate "C"`)
    .execute()
  return rows.map(({ submission_id }) => submission_id)
}

/** The units of a questionnaire, at most `size` at once. */
export async function* unitBatches(
  scope: ExportScope,
  { questionnaire, ids, pseudonymOf, size }: UnitRequest
): AsyncGenerator<StoredUnit[]> {
  const isSurvey = questionnaire.questionnaire_type === 'case'
  if (isSurvey && !scope.includesCases) return
  for (const some of chunksOf(ids, SUBMISSIONS_AT_ONCE)) {
    const submissions = await namedSubmissions(scope, questionnaire.code, some)
    const units = isSurvey ? await casesOf(scope, questionnaire, submissions, pseudonymOf) : submissions
    yield* chunksOf(units, size)
  }
}

interface UnitRequest {
  questionnaire: ExportedQuestionnaire
  ids: readonly number[]
  pseudonymOf: PseudonymOf
  size: number
}

async function namedSubmissions(
  { database, programmeId }: ExportScope,
  questionnaire: string,
  ids: readonly number[]
): Promise<StoredUnit[]> {
  const rows = await database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['s.submission_id', 's.submission_code', 'o.organisation_code', 't.time_period_name'])
    .where('s.programme_id', '=', programmeId)
    .where('s.submission_id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(row => [row.submission_id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (row === undefined) return []
    return [
      {
        organisation: row.organisation_code,
        submission: row.submission_code,
        period: row.time_period_name,
        questionnaire,
        case: '',
        submission_id: id,
        case_code_id: 0
      }
    ]
  })
}

/** Sorts a submission's cases by pseudonym: any other order would link the cases of two files. */
async function casesOf(
  { database, programmeId }: ExportScope,
  { questionnaire_id }: ExportedQuestionnaire,
  submissions: readonly StoredUnit[],
  pseudonymOf: PseudonymOf
): Promise<StoredUnit[]> {
  if (submissions.length === 0) return []
  const rows = await database
    .selectFrom('case_codes')
    .select(['submission_id', 'case_code_id'])
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id }))
    .where(
      'submission_id',
      'in',
      submissions.map(({ submission_id }) => submission_id)
    )
    .where('status', 'in', ['started', 'completed'])
    .execute()
  const own = groupBy(rows, ({ submission_id }) => submission_id)
  return submissions.flatMap(submission =>
    (own.get(submission.submission_id) ?? [])
      .map(({ case_code_id }) => ({ ...submission, case_code_id, case: pseudonymOf(case_code_id) }))
      .toSorted((one, other) => (one.case < other.case ? -1 : 1))
  )
}
