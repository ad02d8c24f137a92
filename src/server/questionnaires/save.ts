// Saves cells of a section: one transaction, validated against the current state of the database.
import type { Question, SubSection } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellPlace } from '#domain/cell-place.ts'
import { completionOf, derivedFrom, type Completion } from '#domain/completion.ts'
import type { Caller } from '../http/caller.ts'
import type { Database } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { countDataChange } from '../database/data-version.ts'
import { requireSubmission } from '../auth/ownership.ts'
import { act, allowAction, startCase } from './actions.ts'
import { fullName } from '#domain/full-name.ts'
import { withAnswers } from './content.ts'
import { judgeChanges, type Judgement } from './judge.ts'
import { knownStructure } from './known-structures.ts'
import { rememberChange, rememberedChange } from './remembered.ts'
import { lockSection, writeSection, type SectionRow } from './section-row.ts'
import type { SaveRequest, Saving } from './saving.ts'
import { requireSubmissionWindow } from './window.ts'
import { writeAnswers, writeComments, type CellWrite } from './write.ts'

/** Everything that is refused for a cell alone comes back inside the result; a locked section or a missing right is a failure. */
export async function saveSectionChanges(
  database: Database,
  caller: Caller,
  request: SaveRequest,
  now: Date
): Promise<SectionSubmissionResult> {
  const submission = await requireSubmission(database, caller, request.submission_id)
  const caseCodeId = caller.kind === 'respondent' ? caller.caseCodeId : 0
  return transaction(database, work => save({ database, work, caller, request, submission, caseCodeId, now }))
}

async function save(saving: Saving): Promise<SectionSubmissionResult> {
  const { database, work, caller, request, submission, caseCodeId } = saving
  const window = await requireSubmissionWindow(work, caller.programmeId, request.questionnaire_id, submission)
  // From here on nobody else saves this section; a resent change finds the first one finished.
  const section = await lockSection(saving)
  const remembered = await rememberedChange(saving)
  if (remembered) return remembered
  await allowAction(saving, window, section)
  const place = { programmeId: caller.programmeId, submission, sectionId: request.section_id, caseCodeId }
  const structure = await knownStructure(database, work, {
    programmeId: caller.programmeId,
    questionnaireId: request.questionnaire_id,
    sectionId: request.section_id,
    version: window.version
  })
  const subSections = await withAnswers(work, place, structure, request.answers.map(cellKey))
  const judgement = judgeChanges(
    subSections.flatMap(subSection => subSection.questions),
    request.answers
  )
  await writeComments(saving, judgement.comments)
  const after = applied(subSections, judgement)
  const writes = [...judgement.writes, ...calculatedWrites(after)]
  if (writes.length > 0) await startCase(saving)
  await writeAnswers(saving, writes)
  if (writes.length > 0)
    await countDataChange(work, caller.programmeId, submission.project_id, submission.submission_id)
  const completion = completionOf(after)
  const outcome = await act(saving, section, completion)
  const isChanged = writes.length > 0 || outcome.status !== section.status
  const written = isChanged ? await writeSection(saving, section, outcome.status, completion) : section
  const result = await resultOf(saving, written, completion, {
    ...judgement,
    rejected: [...judgement.rejected, ...outcome.rejected]
  })
  await rememberChange(saving, result)
  return result
}

/** The section as it is after the accepted changes, without reading it again. */
function applied(subSections: readonly SubSection[], judgement: Judgement): SubSection[] {
  const writes = new Map(judgement.writes.map(write => [cellKey(write), write]))
  const commented = new Set(judgement.comments.map(cellKey))
  const after = (question: Question): Question => {
    const write = writes.get(cellKey(question))
    const answer = write ? { ...question.answer, ...write.answer, version: write.version } : question.answer
    return {
      ...question,
      answer,
      comments: commented.has(cellKey(question)) ? [...question.comments, newComment] : question.comments
    }
  }
  return subSections.map(subSection => ({ ...subSection, questions: subSection.questions.map(after) }))
}

/** Stands for a comment of this save where only its being there counts. */
const newComment = {
  comment_id: 0,
  comment_text: '',
  created_by: '',
  created_at: '',
  is_resolved: false,
  parent_comment_id: null
}

/** Calculated cells are stored like answers, so that charts and exports find every figure in one place. */
function calculatedWrites(subSections: readonly SubSection[]): CellWrite[] {
  const questions = subSections.flatMap(subSection => subSection.questions)
  const { calculated } = derivedFrom(questions)
  return questions.flatMap(question => {
    const value = calculated.get(cellKey(question))
    if (value === undefined || value === question.answer.value) return []
    const answer = { value, is_not_applicable: false, is_not_available: false }
    return [{ ...cellPlace(question), answer, version: question.answer.version + 1 }]
  })
}

async function resultOf(
  saving: Saving,
  section: SectionRow,
  completion: Completion,
  judgement: Judgement
): Promise<SectionSubmissionResult> {
  return {
    section_submission: {
      section_id: saving.request.section_id,
      status: section.status,
      version: section.version,
      completion_percent: completion.completion_percent,
      updated_at: section.version === 0 ? null : section.updated_at.toISOString(),
      updated_by: await nameOf(saving, section.updated_by_user_id)
    },
    saved: judgement.saved,
    rejected: judgement.rejected,
    warnings: judgement.warnings,
    conflicts: judgement.conflicts
  }
}

/** Mostly the caller's own, which is known. */
async function nameOf({ work, caller }: Saving, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  if (caller.kind === 'user' && caller.userId === userId) return caller.fullName
  const user = await work
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('programme_id', '=', caller.programmeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return user ? fullName(user) : null
}
