// The progress of a submission's sections, counted from one read of what is stored.

import { sql } from 'kysely'
import type { Comment } from '#contract/comment.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { completionOf, type CompletionCounts } from '#domain/answers/completion.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import { groupBy } from '#lib/group-by.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { fillStructure, someComment } from './content.ts'
import { type StoredCells } from './stored-cells.ts'
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
    structures.push(await cachedStructure(database, section))
  }
  const cells = await storedCells(database, programmeId, [submission.submission_id])
  const stored = cells(submission.submission_id)
  return structures.map(structure => {
    const { left: _, ...counts } = completionOf(fillStructure(structure, stored))
    return counts
  })
}

interface StoredCellRow extends CellAddress {
  submission_id: number
  kind: 'answer' | 'previous' | 'comment'
  value: CellValue
  is_not_applicable: boolean
  is_not_available: boolean
  version: number
  is_imported: boolean
}

/** In one statement: answers, those of the same unit in the previous period, and which cells have comments. */
export async function storedCells(
  database: Database,
  programmeId: number,
  submissionIds: readonly number[]
): Promise<(submissionId: number) => StoredCells> {
  const { rows } = await sql<StoredCellRow>`
    with named as materialized (
      select s.programme_id, s.submission_id, (
        select p.submission_id from time_periods t
        -- One look-up for each earlier period: the planner would otherwise read all submissions of the project.
        cross join lateral (
          select o.submission_id from submissions o
          where o.programme_id = ${programmeId} and o.project_id = s.project_id and o.time_period_id = t.time_period_id
            and o.lineage_id = s.lineage_id
          limit 1) p
        where t.programme_id = ${programmeId} and t.starts_at < n.starts_at
        order by t.starts_at desc limit 1) as former_id
      from submissions s
      join time_periods n on n.programme_id = s.programme_id and n.time_period_id = s.time_period_id
      where s.programme_id = ${programmeId} and s.submission_id = any(${[...submissionIds]}::bigint[])
    )
    select n.submission_id, 'answer' as kind, a.question_id, a.row_id, a.column_id, a.value, a.is_not_applicable, a.is_not_available,
      a.version, a.source_author is not null as is_imported
    from answers a join named n on a.programme_id = n.programme_id and a.submission_id = n.submission_id
    where a.programme_id = ${programmeId} and a.case_code_id = 0
    union all
    select n.submission_id, 'previous', a.question_id, a.row_id, a.column_id, a.value, false, false, 0, false
    from answers a join named n on a.programme_id = n.programme_id and a.submission_id = n.former_id
    where a.programme_id = ${programmeId} and a.case_code_id = 0
    union all
    select distinct n.submission_id, 'comment', c.question_id, c.row_id, c.column_id, null::jsonb, false, false, 0, false
    from comments c join named n on c.programme_id = n.programme_id and c.submission_id = n.submission_id
    where c.programme_id = ${programmeId} and c.case_code_id = 0`.execute(database)
  const own = groupBy(rows, ({ submission_id }) => submission_id)
  return submissionId => groupCells(own.get(submissionId) ?? [])
}

function groupCells(rows: readonly StoredCellRow[]): StoredCells {
  const of = (kind: StoredCellRow['kind']): StoredCellRow[] => rows.filter(row => row.kind === kind)
  return {
    answers: new Map(
      of('answer').map(({ value, is_not_applicable, is_not_available, version, is_imported, ...cell }) => [
        cellKey(cell),
        { ...UNANSWERED, value, is_not_applicable, is_not_available, version, is_imported }
      ])
    ),
    previous: new Map(
      of('previous').map(row => [cellKey(row), { time_period_id: 0, time_period_name: '', value: row.value }])
    ),
    comments: new Map(of('comment').map((row): [string, Comment[]] => [cellKey(row), [someComment]]))
  }
}
