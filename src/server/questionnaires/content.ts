import type { Comment } from '#contract/comment.ts'
import type { Question, SubSection } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import type { Database } from '#server/database/schema.ts'
import { withRepeatedRows } from './repeated.ts'
import { selectStoredCells, storedCellsIn, type SectionContext, type StoredCells } from './stored-cells.ts'
import type { QuestionStructure, SubSectionStructure } from './structure.ts'

/** Placeholder for a comment: only its presence matters. */
export const someComment: Comment = {
  comment_id: 0,
  comment_text: '',
  created_by: '',
  created_at: '',
  is_resolved: false,
  parent_comment_id: null
}

/**
 * Adds answers, last period's answers and comments to the structure of a submission's section. Repeating rows are included as far as they are
 * answered or among the `asked` cells.
 */
export async function withAnswers(
  database: Database,
  context: SectionContext,
  structure: readonly SubSectionStructure[],
  asked: readonly string[] = []
): Promise<SubSection[]> {
  const stored = await selectStoredCells(database, context, structure).executeTakeFirstOrThrow()
  return fillStructure(structure, storedCellsIn(stored), asked)
}

/** Merges the stored content into the structure of a section. */
export function fillStructure(
  structure: readonly SubSectionStructure[],
  { answers, previous, comments }: StoredCells,
  asked: readonly string[] = []
): SubSection[] {
  const fill = (question: QuestionStructure, isRepeating: boolean): Question => {
    const key = cellKey(question)
    const { sub_section_id: _, ...fields } = question
    return {
      ...fields,
      answer: answers.get(key) ?? UNANSWERED,
      // Last year's row 3 was about something else.
      previous_answer: isRepeating ? null : (previous.get(key) ?? null),
      comments: comments.get(key) ?? []
    }
  }
  const touched = [...answers.keys(), ...comments.keys(), ...asked]
  return structure
    .map(subSection => withRepeatedRows(subSection, touched))
    .map(subSection => ({
      ...subSection,
      questions: subSection.questions.map(question => fill(question, subSection.is_repeating))
    }))
}
