// The sections of submissions that have queries, with the cells that a correction of them needs.

import { sql } from 'kysely'
import { cellAddress, cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { withLinkedCells } from '#domain/answers/linked-cells.ts'
import { LIVE_STATUSES } from '#domain/queries/query-state.ts'
import { chunksOf, groupBy } from '#lib/group-by.ts'
import type { ProjectPeriodKey } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import {
  readBatch,
  readJudgedSubmissions,
  sectionReader
} from '#server/questionnaires/queries/started-sections.ts'

interface QueriedPart {
  submission_id: number
  section_id: number
  /** Whether nothing to report was declared: answers there are refused until that is undone, so no cells are listed. */
  isDeclared: boolean
  /** What the queries are about. */
  queried: CellAddress[]
  /** What people can enter of these, and what depends on them. */
  cells: CellAddress[]
}

interface PartSelection {
  questionnaire_id: number
  /** Null for the whole questionnaire. */
  section_id: number | null
  submission_ids: readonly number[]
}

const READ_AT_ONCE = 50

/** By organisation and submission. Only submissions whose organisations take part have any. */
export async function readQueriedParts(
  database: Database,
  programmeId: number,
  projectPeriod: ProjectPeriodKey,
  { questionnaire_id, section_id, submission_ids }: PartSelection
): Promise<QueriedPart[]> {
  const queries = await database
    .selectFrom('queries')
    .select(['submission_id', 'section_id', 'question_id', 'row_id', 'column_id'])
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id }))
    .where('submission_id', '=', ({ fn }) => fn.any(sql<number[]>`${[...submission_ids]}::bigint[]`))
    .where('status', 'in', LIVE_STATUSES)
    .$if(section_id !== null, query => query.where('section_id', '=', section_id))
    .orderBy('query_id')
    .execute()
  const queriesOf = groupBy(queries, query => `${query.submission_id}:${query.section_id}`)
  const asked = new Set(queries.map(query => query.submission_id))
  const submissions = await readJudgedSubmissions(database, programmeId, projectPeriod)
  const sectionsOf = sectionReader(database, programmeId, projectPeriod)
  const parts: QueriedPart[] = []
  for (const batch of chunksOf(
    submissions.filter(one => asked.has(one.submission_id)),
    READ_AT_ONCE
  )) {
    const stored = await readBatch(database, programmeId, batch)
    for (const submission of batch) {
      const { submission_id } = submission
      const sections = await sectionsOf(submission, stored, section =>
        queriesOf.has(`${submission_id}:${section.section_id}`)
      )
      for (const section of sections) {
        const { section_id: id, empty_reason } = section
        if (empty_reason !== null) {
          parts.push({ submission_id, section_id: id, isDeclared: true, queried: [], cells: [] })
          continue
        }
        const queried = queriesOf.get(`${submission_id}:${id}`)!.map(cellAddress)
        const questions = section.subSections.flatMap(subSection => subSection.questions)
        const cells = withLinkedCells(questions, new Set(queried.map(cellKey))).map(cellAddress)
        parts.push({ submission_id, section_id: id, isDeclared: false, queried, cells })
      }
    }
  }
  return parts
}
