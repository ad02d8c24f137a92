// The questions of a questionnaire, with what depends on them.

import { sql } from 'kysely'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { countSubmissionsByQuestion } from '#server/builders/questions/answer-counts.ts'
import { questionColumns, withOptionsAndCounts } from '#server/builders/questions/question-definitions.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

export async function questionsOfStructure(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Structure['questions']> {
  const rows = await database
    .selectFrom('questions')
    .select(questionColumns)
    .where('programme_id', '=', programmeId)
    .where(
      'question_id',
      'in',
      sql<number>`(
        select m.question_id from question_memberships m
        join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
        join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
        where m.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId})`
    )
    .orderBy('question_id')
    .execute()
  const questions = await withOptionsAndCounts(database, programmeId, rows)
  const ids = questions.map(question => question.question_id)
  const submissions = await countSubmissionsByQuestion(database, programmeId, ids)
  const charts = await chartsByQuestion(database, programmeId, ids)
  return questions.map(question => ({
    ...question,
    submission_count: submissions.get(question.question_id) ?? 0,
    chart_names: charts.get(question.question_id) ?? []
  }))
}

async function chartsByQuestion(
  database: Database,
  programmeId: number,
  ids: readonly number[]
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'p', 'chart_id'))
    .select(['p.question_id', 'c.chart_name'])
    .distinct()
    .where(eb => eb.and({ 'p.programme_id': programmeId, 'c.is_active': true }))
    .where('p.question_id', 'in', ids)
    .orderBy('c.chart_name')
    .execute()
  const names = new Map<number, string[]>()
  for (const { question_id, chart_name } of rows)
    names.set(question_id, [...(names.get(question_id) ?? []), chart_name])
  return names
}
