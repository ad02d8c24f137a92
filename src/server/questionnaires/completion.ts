// The progress of a submission's sections, counted from one read of what is stored.

import { sql } from 'kysely'
import type { CellValue, Comment } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { completionOf, type CompletionCounts } from '#domain/answers/completion.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { fillStructure, previousSubmission, someComment, type StoredCells } from './content.ts'
import { cachedStructure } from './structure-cache.ts'

interface SectionToCount {
  questionnaire_id: number
  section_id: number
  /** Of the questionnaire. */
  version: number
}

/** The counts of each section, in the given order. */
export async function completionOfSections(
  database: Database,
  programmeId: number,
  submission: SubmissionRecord,
  sections: readonly SectionToCount[]
): Promise<CompletionCounts[]> {
  const structures = []
  for (const { questionnaire_id, section_id, version } of sections) {
    const section = { programmeId, questionnaireId: questionnaire_id, sectionId: section_id, version }
    structures.push(await cachedStructure(database, database, section))
  }
  const stored = await storedCells(database, programmeId, submission)
  return structures.map(structure => {
    const { left: _, ...counts } = completionOf(fillStructure(structure, stored))
    return counts
  })
}

interface StoredCellRow {
  kind: 'answer' | 'previous' | 'comment'
  question_id: number
  row_id: number
  column_id: number
  value: CellValue
  is_not_applicable: boolean
  is_not_available: boolean
}

/** Everything that counts in a submission's cells, in one statement: answers, the previous period's, and which cells have comments. */
async function storedCells(
  database: Database,
  programmeId: number,
  submission: SubmissionRecord
): Promise<StoredCells> {
  const former = previousSubmission(database, programmeId, submission).clearSelect().select('s.submission_id')
  const { rows } = await sql<StoredCellRow>`
    select 'answer' as kind, question_id, row_id, column_id, value, is_not_applicable, is_not_available
    from answers
    where programme_id = ${programmeId} and submission_id = ${submission.submission_id} and case_code_id = 0
    union all
    select 'previous', question_id, row_id, column_id, value, false, false
    from answers
    where programme_id = ${programmeId} and submission_id = (${former}) and case_code_id = 0
    union all
    select distinct 'comment', question_id, row_id, column_id, null::jsonb, false, false
    from comments
    where programme_id = ${programmeId} and submission_id = ${submission.submission_id} and case_code_id = 0
  `.execute(database)
  return groupCells(rows)
}

function groupCells(rows: readonly StoredCellRow[]): StoredCells {
  const of = (kind: StoredCellRow['kind']): StoredCellRow[] => rows.filter(row => row.kind === kind)
  return {
    answers: new Map(
      of('answer').map(({ value, is_not_applicable, is_not_available, ...place }) => [
        cellKey(place),
        { ...UNANSWERED, value, is_not_applicable, is_not_available }
      ])
    ),
    previous: new Map(
      of('previous').map(row => [cellKey(row), { time_period_id: 0, time_period_name: '', value: row.value }])
    ),
    comments: new Map(of('comment').map((row): [string, Comment[]] => [cellKey(row), [someComment]]))
  }
}
