// Keeps what is stored of other sections in step with the answers that they share with the section of a save.

import { sql } from 'kysely'
import type { SubSection } from '#contract/questionnaires.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { completionOf, countsOfEmpty } from '#domain/answers/completion.ts'
import type { SettlementOf } from '#domain/questionnaires/section-changes.ts'
import { readSettledCells } from '#server/acceptance/accepted-cells.ts'
import { isQuestionnaireAsked } from '#server/auth/taking-part.ts'
import type { Tx } from '#server/database/schema.ts'
import type { SharingSection } from '#server/database/shared-questions.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { statusAfterChanges } from './actions.ts'
import { withAnswers } from './content.ts'
import type { SaveContext } from './save-context.ts'
import type { SectionRowValues } from './section-row.ts'
import { structureToKeep } from './structure-cache.ts'
import type { SubSectionStructure } from './structure.ts'
import { applyWrites, derivedWrites } from './validate-changes.ts'
import type { CellWrite, ConditionalCell } from './write.ts'

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

/** The state of a section of a submission or case in which someone has saved, and which its organisation can open. */
type SavedSection = Awaited<ReturnType<ReturnType<typeof lockSavedSections>['execute']>>[number]

interface SavedSectionsQuery {
  programmeId: number
  submissionIds: readonly number[]
  /** 0 outside case surveys. */
  caseCodeId: number
  sectionIds: readonly number[]
}

export const lockSavedSections = (
  tx: Tx,
  { programmeId, submissionIds, caseCodeId, sectionIds }: SavedSectionsQuery
) =>
  tx
    .selectFrom('section_submissions as e')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'e', 'submission_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'e', 'section_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .select(['e.submission_id', 'e.section_id', 'e.case_code_id', 'e.status', 'e.version', 'e.updated_at'])
    .select(['e.empty_reason', 'e.applicable_count', 'e.answered_count'])
    .select(['q.questionnaire_id', 'q.version as structure_version'])
    .where('e.programme_id', '=', programmeId)
    .where(sql<boolean>`e.submission_id = any(${[...submissionIds]}::bigint[])`)
    .where('e.case_code_id', '=', caseCodeId)
    .where(sql<boolean>`e.section_id = any(${[...sectionIds]}::bigint[])`)
    .where('e.version', '>', 0)
    .where('c.is_active', '=', true)
    .where(isQuestionnaireAsked(programmeId, 'q'))
    .orderBy('e.section_id')
    .forNoKeyUpdate('e')

/** What is stored of a section after answers were changed in another one: its calculated cells, counts and status. Pure. */
export function afterSharedChange(
  subSections: readonly SubSection[],
  section: SavedSection,
  settlementOf: SettlementOf
): { writes: CellWrite[]; conditional: ConditionalCell[]; row: SectionRowValues } {
  const { questionnaire_id: _, structure_version: __, ...row } = section
  const { empty_reason, status } = row
  const { calculated, conditional } = derivedWrites(subSections, { settlementOf, emptyReason: empty_reason })
  const counted = completionOf(applyWrites(subSections, { writes: calculated, comments: [] }))
  const counts = empty_reason === null ? counted : countsOfEmpty(counted)
  const { applicable_count, answered_count, warning_count } = counts
  return {
    writes: calculated,
    conditional,
    row: {
      ...row,
      applicable_count,
      answered_count,
      warning_count,
      status: statusAfterChanges(status, counts)
    }
  }
}

export interface ChangesElsewhere {
  /** The sections as they are before the save. */
  subSections: SubSection[]
  writes: CellWrite[]
  conditional: ConditionalCell[]
  rows: SectionRowValues[]
  /** Whether a complete section is in progress again. */
  hasReopened: boolean
}

/**
 * What a save changes in other sections that ask the same questions: what they calculate from the written answers, and what they lack. Sections in
 * which nobody has saved follow at their first save. `own` are the cells of the saved section, which the save itself writes.
 */
export async function changesElsewhere(
  context: SaveContext,
  sharing: readonly SharingSection[],
  { written, own }: { written: readonly CellWrite[]; own: readonly CellAddress[] }
): Promise<ChangesElsewhere> {
  const changes: ChangesElsewhere = {
    subSections: [],
    writes: [],
    conditional: [],
    rows: [],
    hasReopened: false
  }
  if (sharing.length === 0 || written.length === 0) return changes
  const { database, tx, caller, submission, caseCodeId } = context
  const { programmeId } = caller
  const changed = new Set(written.map(({ question_id }) => question_id))
  const isOwn = new Set(own.map(cellKey))
  const isElsewhere = (cell: CellAddress): boolean => !isOwn.has(cellKey(cell))
  const saved = await lockSavedSections(tx, {
    programmeId,
    submissionIds: [submission.submission_id],
    caseCodeId,
    sectionIds: sharing.map(({ section_id }) => section_id)
  }).execute()
  for (const section of saved) {
    const { section_id: sectionId, questionnaire_id: questionnaireId, structure_version: version } = section
    const { structure, keep } = await structureToKeep(database, tx, {
      programmeId,
      questionnaireId,
      sectionId,
      version
    })
    keep()
    if (!asksAny(structure, changed)) continue
    const place = { programmeId, submission, sectionId, caseCodeId }
    const before = await withAnswers(tx, place, structure, written.map(cellKey))
    const writes = [...written, ...changes.writes]
    const after = afterSharedChange(
      applyWrites(before, { writes, comments: [] }),
      section,
      await readSettledCells(context, sectionId)
    )
    changes.subSections.push(...before)
    changes.writes.push(...after.writes.filter(isElsewhere))
    changes.conditional.push(...after.conditional.filter(isElsewhere))
    changes.rows.push(after.row)
    changes.hasReopened ||= after.row.status !== section.status
  }
  return changes
}
