// Imports some sections at once: their submissions, what is stored of them, and what is written.

import { settledCells } from '#server/acceptance/accepted-cells.ts'
import { storedCells } from '#server/questionnaires/completion.ts'
import type { SectionLines } from './answer-lines.ts'
import { codedSection, type CodedSection, type RefuseLine } from './coded-sections.ts'
import { findSections, type FoundSection } from './found-sections.ts'
import type { ImportContext } from './import-context.ts'
import { compareSection, type StoredSectionState } from './section-import.ts'
import { acceptedQuestionnaires, sectionStatesOf, writeResults, type WrittenResult } from './section-rows.ts'
import { updateSectionsNotImported } from './sharing-sections.ts'

const NOT_STARTED: StoredSectionState = {
  status: 'not_started',
  version: 0,
  is_imported: false,
  empty_reason: null
}

export async function importBatch(context: ImportContext, batch: readonly SectionLines[]): Promise<void> {
  const { plan } = context
  const refused = new Set<SectionLines>()
  const refuse: RefuseLine = (source, line, reason) => {
    refused.add(source)
    plan.refuse(source.file, { line, reason })
  }
  const coded = batch.flatMap((source): CodedSection[] => {
    const section = codedSection(context.project, source)
    if (section.ok) return [section.value]
    refuse(source, source.lines[0]?.line ?? 1, section.error)
    return []
  })
  const found = await findSections(context, coded, refuse)
  for (const sections of withoutSharedCells(found))
    await importSections(context, sections, { refused, refuse })
}

/**
 * Divides sections so that no question of a submission is in a part twice: two questionnaires may ask the same question, and the second section is compared with what
 * the first has written.
 */
function withoutSharedCells(sections: readonly FoundSection[]): FoundSection[][] {
  const parts: FoundSection[][] = []
  let taken = new Set<string>()
  for (const section of sections) {
    const { structures } = section.questionnaire
    const questions = structures.get(section.sectionId)?.flatMap(({ questions: asked }) => asked) ?? []
    const keys = questions.map(({ question_id }) => `${section.submission.submission_id}:${question_id}`)
    if (parts.length === 0 || keys.some(key => taken.has(key))) {
      parts.push([])
      taken = new Set()
    }
    for (const key of keys) taken.add(key)
    parts.at(-1)!.push(section)
  }
  return parts
}

async function importSections(
  context: ImportContext,
  found: readonly FoundSection[],
  { refused, refuse }: { refused: ReadonlySet<SectionLines>; refuse: RefuseLine }
): Promise<void> {
  const { plan, structure, target } = context
  const ids = [...new Set(found.map(({ submission }) => submission.submission_id))]
  const stored = await storedCells(structure.tx, structure.programmeId, ids)
  const states = await sectionStatesOf(context, ids)
  const accepted = await acceptedQuestionnaires(context, ids)
  const settlementOf = await settledCells(structure.tx, {
    programmeId: structure.programmeId,
    submissionIds: ids,
    isCase: false
  })
  const results: WrittenResult[] = []
  for (const section of found) {
    const { submission_id } = section.submission
    const state = states.get(`${submission_id}:${section.sectionId}`) ?? NOT_STARTED
    const result = compareSection({
      lines: section.lines,
      structure: section.questionnaire.structures.get(section.sectionId) ?? [],
      stored: stored(submission_id),
      state,
      isRetired: section.isRetired,
      isAccepted: accepted.has(`${submission_id}:${section.questionnaire.questionnaire_id}`),
      settlementOf: cell => settlementOf(submission_id, section.sectionId, cell),
      mayReplace: target.mayReplace
    })
    for (const { line, reason } of result.refusals) refuse(section.source, line, reason)
    if (refused.has(section.source)) continue
    plan.count(periodKey(context, section), section.submission, result, section.isFirstOfNew)
    results.push({ section, result, state })
  }
  // A plan compares everything and writes no answer; what is refused is rolled back anyway.
  if (!target.isApplied || plan.isRefused) return
  await writeResults(context, results)
  await updateSectionsNotImported(context, results)
}

const periodKey = ({ project }: ImportContext, { source, questionnaire }: CodedSection) => ({
  project: project.code,
  period: source.keys.period,
  questionnaire: questionnaire.code,
  questionnaireId: questionnaire.questionnaire_id,
  place: { file: source.file, line: source.lines[0]?.line ?? 1 }
})
