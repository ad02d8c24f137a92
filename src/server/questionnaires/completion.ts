// The progress of a submission's sections, counted from one read of what is stored.

import { completionOf, type CompletionCounts } from '#domain/answers/completion.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { fillStructure } from './content.ts'
import { storedCells } from './stored-cells.ts'
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
  const cells = await storedCells(database, programmeId, [submission.submission_id])
  const stored = cells(submission.submission_id)
  return structures.map(structure => {
    const { left: _, ...counts } = completionOf(fillStructure(structure, stored))
    return counts
  })
}
