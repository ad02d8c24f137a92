// Keeps sections outside an import in step with the answers that they share with imported sections.

import { cellKey } from '#domain/answers/cell-address.ts'
import { settledCells } from '#server/acceptance/accepted-cells.ts'
import { storedCells } from '#server/questionnaires/completion.ts'
import { fillStructure } from '#server/questionnaires/content.ts'
import { writeSectionRows } from '#server/questionnaires/section-row.ts'
import { afterSharedChange, asksAny, lockSavedSections } from '#server/questionnaires/sharing-sections.ts'
import { updateCountedValues, writeAnswers } from '#server/questionnaires/write.ts'
import type { ImportContext } from './import-context.ts'
import type { ProjectCodes } from './project-codes.ts'
import { NO_ORIGIN } from './section-import.ts'
import type { WrittenResult } from './section-rows.ts'

/** The other sections of the submission that ask what was written, by the ids of submission and section. */
function sectionsAsking({ questionnaires }: ProjectCodes, { section, result }: WrittenResult) {
  const changed = new Set(result.writes.map(({ question_id }) => question_id))
  return [...questionnaires.values()]
    .filter(({ questionnaire_type }) => questionnaire_type === 'standard')
    .flatMap(({ structures }) => [...structures])
    .filter(([sectionId, structure]) => sectionId !== section.sectionId && asksAny(structure, changed))
    .map(([section_id, structure]) => {
      const { submission_id } = section.submission
      return [`${submission_id}:${section_id}`, { submission_id, section_id, structure }] as const
    })
}

/** Calculates them again and counts what they lack, as a save does. */
export async function updateSectionsNotImported(
  context: ImportContext,
  results: readonly WrittenResult[]
): Promise<void> {
  const sections = new Map(results.flatMap(result => sectionsAsking(context.project, result)))
  if (sections.size === 0) return
  const { structure: lock, target } = context
  const { programmeId, tx } = lock
  const submissionIds = [...new Set([...sections.values()].map(({ submission_id }) => submission_id))]
  const sectionIds = [...new Set([...sections.values()].map(({ section_id }) => section_id))]
  const saved = await lockSavedSections(tx, {
    programmeId,
    submissionIds,
    caseCodeId: 0,
    sectionIds
  }).execute()
  const stored = await storedCells(tx, programmeId, submissionIds)
  const settlementOf = await settledCells(tx, { programmeId, submissionIds, isCase: false })
  const changes = saved.flatMap(section => {
    const { submission_id, section_id } = section
    const structure = sections.get(`${submission_id}:${section_id}`)?.structure
    if (structure === undefined) return []
    const subSections = fillStructure(structure, stored(submission_id))
    const after = afterSharedChange(subSections, section, cell =>
      settlementOf(submission_id, section_id, cell)
    )
    return [{ ...after, unit: { submission_id, case_code_id: 0 } }]
  })
  // Several sections may calculate the same cell.
  const writes = changes.flatMap(({ writes: own, unit }) =>
    own.map(write => ({ ...write, ...unit, source: NO_ORIGIN }))
  )
  await writeAnswers(lock, { programmeId, userId: null, now: target.now }, [
    ...new Map(writes.map(write => [`${write.submission_id} ${cellKey(write)}`, write])).values()
  ])
  await updateCountedValues(
    lock,
    programmeId,
    changes.flatMap(({ conditional, unit }) => conditional.map(cell => ({ ...cell, ...unit })))
  )
  await writeSectionRows(
    lock,
    programmeId,
    changes.map(({ row }) => row)
  )
}
