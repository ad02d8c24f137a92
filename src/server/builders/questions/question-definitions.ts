// Questions for their builder, with options and answer counts.

import type { InferOutput } from 'valibot'
import type { QuestionDefinition as Shape } from '#contract/questions.ts'
import { likePattern } from '#server/database/like.ts'
import { questionOptions } from '#server/database/question-options.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'
import { countAnswersByQuestion } from './answer-counts.ts'

export type QuestionDefinitionReply = InferOutput<typeof Shape>

const MAX_LISTED_QUESTIONS = 1000

export const questionColumns = [
  'question_id',
  'project_id',
  'question_text',
  'help_text',
  'question_type',
  'unit',
  'decimal_places',
  'min_value',
  'max_value',
  'warn_min',
  'warn_max',
  'warn_change_percent',
  'max_length',
  'expression',
  'visible_if',
  'is_active',
  'version'
] as const

/** The questions of a project; with a search text, those that contain its words. */
export async function questionsOfProject(
  database: Database,
  programmeId: number,
  projectId: number,
  search: string
): Promise<QuestionDefinitionReply[]> {
  const rows = await database
    .selectFrom('questions')
    .select(questionColumns)
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .$if(search !== '', query => query.where('question_text', 'ilike', likePattern(search)))
    .orderBy('question_id')
    .limit(MAX_LISTED_QUESTIONS)
    .execute()
  return withOptionsAndCounts(database, programmeId, rows)
}

export async function requireQuestion(
  database: Database,
  programmeId: number,
  questionId: number
): Promise<QuestionDefinitionReply> {
  const row = await database
    .selectFrom('questions')
    .select(questionColumns)
    .where(eb => eb.and({ programme_id: programmeId, question_id: questionId }))
    .executeTakeFirst()
  const [question] = await withOptionsAndCounts(database, programmeId, [requireFound(row, 'question')])
  return requireFound(question, 'question')
}

export async function withOptionsAndCounts(
  database: Database,
  programmeId: number,
  rows: readonly Omit<QuestionDefinitionReply, 'option_list' | 'answer_count'>[]
): Promise<QuestionDefinitionReply[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.question_id)
  const options = await questionOptions(database, programmeId, ids)
  const counts = await countAnswersByQuestion(database, programmeId, ids)
  return rows.map(row => ({
    ...row,
    option_list: options.get(row.question_id) ?? [],
    answer_count: counts.get(row.question_id) ?? 0
  }))
}
