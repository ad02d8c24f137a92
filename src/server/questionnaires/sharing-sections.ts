// Keeps what is stored of other sections in step with the answers that they share with the section of a save.

import type { SubSection } from '#contract/questionnaires.ts'
import { completionOf, countsOfEmpty, type CompletionCounts } from '#domain/answers/completion.ts'
import type { SettlementOf } from '#domain/questionnaires/section-changes.ts'
import { readSettledCells } from '#server/acceptance/accepted-cells.ts'
import type { SharingSection } from '#server/database/shared-questions.ts'
import { withAnswers } from './content.ts'
import type { SaveContext } from './save-context.ts'
import { writeSectionRows, type SectionRowValues } from './section-row.ts'
import { structureToKeep } from './structure-cache.ts'
import type { SubSectionStructure } from './structure.ts'
import { applyWrites, derivedWrites } from './validate-changes.ts'
import { writeCells, type CellWrite, type ConditionalCell } from './write.ts'

/** Saves in sections that share questions take turns, so that each sees what the others have written. The case is locked already. */
export async function lockSharing(
  { tx, caller, submission, caseCodeId }: SaveContext,
  sharing: readonly SharingSection[]
): Promise<void> {
  if (sharing.length === 0 || caseCodeId > 0) return
  await tx
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', caller.programmeId)
    .where('submission_id', '=', submission.submission_id)
    .forNoKeyUpdate()
    .execute()
}

export const asksAny = (
  structure: readonly Pick<SubSectionStructure, 'questions'>[],
  questionIds: ReadonlySet<number>
): boolean =>
  structure.some(({ questions }) => questions.some(({ question_id }) => questionIds.has(question_id)))

type StoredState = Pick<SectionRowValues, 'empty_reason'>

/** What is stored of a section after answers were changed in another one. Pure. */
export function afterSharedChange(
  subSections: readonly SubSection[],
  { empty_reason = null }: StoredState,
  settlementOf: SettlementOf
): { writes: CellWrite[]; conditional: ConditionalCell[]; counts: CompletionCounts } {
  const { calculated, conditional } = derivedWrites(subSections, { settlementOf, emptyReason: empty_reason })
  const counted = completionOf(applyWrites(subSections, { writes: calculated, comments: [] }))
  return { writes: calculated, conditional, counts: empty_reason === null ? counted : countsOfEmpty(counted) }
}

/** The same state with other counts: nobody has saved in the section. */
export const withCounts = <Row extends SectionRowValues>(
  row: Row,
  { applicable_count, answered_count, warning_count }: CompletionCounts
): Row => ({ ...row, applicable_count, answered_count, warning_count })

export interface ChangesElsewhere {
  /** The sections as they were. */
  subSections: SubSection[]
  writes: CellWrite[]
  shownOrHidden: string[]
}

/**
 * Calculates again what other sections calculate from the answers that a save has written, and counts what they lack. Sections in which nobody has
 * saved follow at their first save.
 */
export async function updateSharingSections(
  context: SaveContext,
  sharing: readonly SharingSection[],
  written: readonly CellWrite[]
): Promise<ChangesElsewhere> {
  const elsewhere: ChangesElsewhere = { subSections: [], writes: [], shownOrHidden: [] }
  const changed = new Set(written.map(({ question_id }) => question_id))
  if (sharing.length === 0 || changed.size === 0) return elsewhere
  const { database, tx, submission, caseCodeId } = context
  const { programmeId } = context.caller
  for (const row of await lockSavedSections(context, sharing)) {
    const { section_id: sectionId } = row
    const { questionnaire_id: questionnaireId, version } = sharing.find(one => one.section_id === sectionId)!
    const { structure, keep } = await structureToKeep(database, tx, {
      programmeId,
      questionnaireId,
      sectionId,
      version
    })
    keep()
    if (!asksAny(structure, changed)) continue
    const subSections = await withAnswers(tx, { programmeId, submission, sectionId, caseCodeId }, structure)
    const settlementOf = await readSettledCells(context, sectionId)
    const { writes, conditional, counts } = afterSharedChange(subSections, row, settlementOf)
    elsewhere.subSections.push(...subSections)
    elsewhere.writes.push(...writes)
    elsewhere.shownOrHidden.push(...(await writeCells(context, writes, conditional)))
    await writeSectionRows(context, programmeId, [withCounts(row, counts)])
  }
  return elsewhere
}

const lockSavedSections = (
  { tx, caller, submission, caseCodeId }: SaveContext,
  sharing: readonly SharingSection[]
) =>
  tx
    .selectFrom('section_submissions')
    .select([
      'submission_id',
      'section_id',
      'case_code_id',
      'status',
      'version',
      'updated_at',
      'empty_reason',
      'applicable_count',
      'answered_count'
    ])
    .where('programme_id', '=', caller.programmeId)
    .where('submission_id', '=', submission.submission_id)
    .where('case_code_id', '=', caseCodeId)
    .where(
      'section_id',
      'in',
      sharing.map(({ section_id }) => section_id)
    )
    .where('version', '>', 0)
    .orderBy('section_id')
    .forNoKeyUpdate()
    .execute()
