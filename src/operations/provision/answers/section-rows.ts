// Reads the states of sections for an import, and writes what it changes in a batch of them.

import { sql } from 'kysely'
import { writeSectionRows, type SectionRowValues } from '#server/questionnaires/section-row.ts'
import { updateCountedValues, writeAnswers } from '#server/questionnaires/write.ts'
import type { FoundSection } from './found-sections.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedSection, StoredSectionState } from './section-import.ts'

/** The states of sections, by the ids of submission and section. */
export async function sectionStatesOf(
  { structure: { tx, programmeId } }: ImportContext,
  submissionIds: readonly number[]
): Promise<Map<string, StoredSectionState>> {
  const rows = await tx
    .selectFrom('section_submissions')
    .select(['submission_id', 'section_id', 'status', 'version', 'is_imported', 'empty_reason'])
    .where(eb => eb.and({ programme_id: programmeId, case_code_id: 0 }))
    .where(sql<boolean>`submission_id = any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [`${row.submission_id}:${row.section_id}`, row]))
}

/** By the ids of submission and questionnaire. */
export async function acceptedQuestionnaires(
  { structure: { tx, programmeId } }: ImportContext,
  submissionIds: readonly number[]
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('acceptances')
    .select(['submission_id', 'questionnaire_id'])
    .where('programme_id', '=', programmeId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`submission_id = any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Set(rows.map(row => `${row.submission_id}:${row.questionnaire_id}`))
}

export interface WrittenResult {
  section: FoundSection
  result: ImportedSection
  state: StoredSectionState
}

export async function writeResults(
  { structure, target }: ImportContext,
  results: readonly WrittenResult[]
): Promise<void> {
  const { programmeId } = structure
  const unitOf = ({ submission }: FoundSection) => ({
    submission_id: submission.submission_id,
    case_code_id: 0
  })
  await writeAnswers(
    structure,
    { programmeId, userId: null, now: target.now },
    results.flatMap(({ section, result }) => result.writes.map(write => ({ ...write, ...unitOf(section) })))
  )
  await updateCountedValues(
    structure,
    programmeId,
    results.flatMap(({ section, result }) =>
      result.conditional.map(cell => ({ ...cell, ...unitOf(section) }))
    )
  )
  // Who signed off, and the marks that follow, stay as they are.
  await writeSectionRows(
    structure,
    programmeId,
    results.flatMap(({ section, result, state }): SectionRowValues[] => {
      if (result.state === null) return []
      const { status, isImported, counts } = result.state
      return [
        {
          ...unitOf(section),
          section_id: section.sectionId,
          status,
          version: state.version + 1,
          applicable_count: counts.applicable_count,
          answered_count: counts.answered_count,
          warning_count: counts.warning_count,
          updated_at: target.now,
          updated_by_user_id: null,
          is_imported: isImported,
          empty_reason: null
        }
      ]
    })
  )
}
