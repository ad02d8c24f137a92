import type { Answer, Comment, Question, SubSection } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { personName } from '#domain/people/full-name.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { withRepeatedRows } from './repeated.ts'
import { structureOf, type QuestionStructure, type SubSectionStructure } from './structure.ts'

export interface SectionContext {
  programmeId: number
  submission: SubmissionRecord
  sectionId: number
  /** 0 outside case surveys. */
  caseCodeId: number
}

/** Placeholder for a comment: only its presence matters. */
export const someComment: Comment = {
  comment_id: 0,
  comment_text: '',
  created_by: '',
  created_at: '',
  is_resolved: false,
  parent_comment_id: null
}

export const UNANSWERED: Answer = {
  value: null,
  is_not_applicable: false,
  is_not_available: false,
  version: 0,
  updated_at: null,
  updated_by: null
}

/** The stored content of a submission's cells, by cell key. */
export interface StoredCells {
  answers: ReadonlyMap<string, Answer>
  previous: ReadonlyMap<string, NonNullable<Question['previous_answer']>>
  comments: ReadonlyMap<string, Comment[]>
}

/**
 * A section's sub-sections with answers, last period's answers and comments, as `getSectionQuestions`
 * returns them.
 */
export async function readSectionContent(database: Database, context: SectionContext): Promise<SubSection[]> {
  const structure = await structureOf(database, context.programmeId, context.sectionId)
  return withAnswers(database, context, structure)
}

/**
 * Adds answers to the structure of a submission's section. Repeating rows are included as far as they are
 * answered or among the `asked` cells.
 */
export async function withAnswers(
  database: Database,
  context: SectionContext,
  structure: readonly SubSectionStructure[],
  asked: readonly string[] = []
): Promise<SubSection[]> {
  const questionIds = [
    ...new Set(structure.flatMap(subSection => subSection.questions.map(question => question.question_id)))
  ]
  if (questionIds.length === 0) return structure.map(subSection => ({ ...subSection, questions: [] }))
  const { programmeId, submission, caseCodeId } = context
  const answers = await sectionAnswers(
    database,
    programmeId,
    submission.submission_id,
    caseCodeId,
    questionIds
  )
  const before = await previousSubmission(database, programmeId, submission).executeTakeFirst()
  const former = before
    ? await sectionAnswers(database, programmeId, before.submission_id, 0, questionIds)
    : []
  const previous = new Map(
    [...former].flatMap(([key, { value }]) =>
      before && value !== null
        ? [
            [
              key,
              { time_period_id: before.time_period_id, time_period_name: before.time_period_name, value }
            ] as const
          ]
        : []
    )
  )
  const comments = await commentsOf(database, context, questionIds)
  return fillStructure(structure, { answers, previous, comments }, asked)
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

async function sectionAnswers(
  database: Database,
  programmeId: number,
  submissionId: number,
  caseCodeId: number,
  questionIds: readonly number[]
) {
  const rows = await database
    .selectFrom('answers as a')
    .leftJoin('users as u', join =>
      inProgramme(join, 'u', 'a').onRef('u.user_id', '=', 'a.updated_by_user_id')
    )
    .select([
      'a.question_id',
      'a.row_id',
      'a.column_id',
      'a.value',
      'a.is_not_applicable',
      'a.is_not_available',
      'a.version',
      'a.updated_at'
    ])
    .select(['u.first_name', 'u.last_name'])
    .where('a.programme_id', '=', programmeId)
    .where('a.submission_id', '=', submissionId)
    .where('a.case_code_id', '=', caseCodeId)
    .where('a.question_id', 'in', questionIds)
    .execute()
  return new Map(
    rows.map(row => [
      cellKey(row),
      {
        value: row.value,
        is_not_applicable: row.is_not_applicable,
        is_not_available: row.is_not_available,
        version: row.version,
        updated_at: row.updated_at.toISOString(),
        updated_by: personName(row)
      }
    ])
  )
}

/** The same unit's submission in the project's previous period. */
export function previousSubmission(database: Database, programmeId: number, submission: SubmissionRecord) {
  return database
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['s.submission_id', 't.time_period_id', 't.time_period_name'])
    .where('s.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('s.project_id', '=', submission.project_id)
    .where('s.lineage_id', '=', submission.lineage_id)
    .where('t.starts_at', '<', query =>
      query
        .selectFrom('time_periods')
        .select('starts_at')
        .where('programme_id', '=', programmeId)
        .where('time_period_id', '=', submission.time_period_id)
    )
    .orderBy('t.starts_at', 'desc')
    .limit(1)
}

async function commentsOf(
  database: Database,
  { programmeId, submission, caseCodeId }: SectionContext,
  questionIds: readonly number[]
) {
  const rows = await database
    .selectFrom('comments as c')
    .leftJoin('users as u', join =>
      inProgramme(join, 'u', 'c').onRef('u.user_id', '=', 'c.created_by_user_id')
    )
    .select([
      'c.comment_id',
      'c.comment_text',
      'c.created_at',
      'c.is_resolved',
      'c.parent_comment_id',
      'c.question_id',
      'c.row_id',
      'c.column_id'
    ])
    .select(['u.first_name', 'u.last_name'])
    .where('c.programme_id', '=', programmeId)
    .where('c.submission_id', '=', submission.submission_id)
    .where('c.case_code_id', '=', caseCodeId)
    .where('c.question_id', 'in', questionIds)
    .orderBy('c.comment_id')
    .execute()
  const comments = new Map<string, Comment[]>()
  for (const row of rows) {
    const { comment_id, comment_text, is_resolved, parent_comment_id } = row
    const comment = {
      comment_id,
      comment_text,
      is_resolved,
      parent_comment_id,
      created_by: personName(row) ?? 'Respondent',
      created_at: row.created_at.toISOString()
    }
    comments.set(cellKey(row), [...(comments.get(cellKey(row)) ?? []), comment])
  }
  return comments
}
