// The places of a questionnaire's answers, retired ones too.

import {
  answerPlaces,
  type CodedCell,
  type CodedQuestion,
  type StoredQuestionnaire
} from '#domain/exports/answer-places.ts'
import { questionCodes } from '#domain/exports/part-codes.ts'
import { questionOptions } from '#server/database/question-options.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** The questions of a project by id. */
export async function codedQuestions(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<Map<number, CodedQuestion>> {
  const rows = await database
    .selectFrom('questions')
    .select(['question_id', 'question_code', 'question_text', 'question_type'])
    .select(['unit', 'decimal_places', 'is_active'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .orderBy('question_id')
    .execute()
  const codes = questionCodes(rows)
  const ids = rows.map(({ question_id }) => question_id)
  const options = await questionOptions(database, programmeId, ids)
  return new Map(
    rows.map(row => [
      row.question_id,
      {
        ...row,
        code: codes.get(row.question_id) ?? '',
        option_list: options.get(row.question_id) ?? []
      }
    ])
  )
}

export async function storedPlaces(
  database: Database,
  programmeId: number,
  questionnaireId: number,
  questions: ReadonlyMap<number, CodedQuestion>
): Promise<CodedCell[]> {
  const sections = await database
    .selectFrom('sections')
    .select(['section_id', 'section_name as name', 'is_active'])
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
    .orderBy('display_order')
    .orderBy('section_id')
    .execute()
  const subSections = await selectSubSections(database, programmeId, questionnaireId)
    .select(['t.sub_section_id', 't.section_id', 't.sub_section_name as name'])
    .select(['t.is_active', 't.is_repeating'])
    .orderBy('t.display_order')
    .orderBy('t.sub_section_id')
    .execute()
  const rows = await selectSubSections(database, programmeId, questionnaireId)
    .innerJoin('sub_section_rows as r', join => inProgramme(join, 'r', 't', 'sub_section_id'))
    .select(['r.sub_section_id', 'r.row_id', 'r.row_name as name', 'r.is_active'])
    .orderBy('r.display_order')
    .orderBy('r.row_id')
    .execute()
  const columns = await selectSubSections(database, programmeId, questionnaireId)
    .innerJoin('sub_section_columns as c', join => inProgramme(join, 'c', 't', 'sub_section_id'))
    .select(['c.sub_section_id', 'c.column_id', 'c.column_name as name', 'c.is_active'])
    .orderBy('c.display_order')
    .orderBy('c.column_id')
    .execute()
  const memberships = await selectSubSections(database, programmeId, questionnaireId)
    .innerJoin('question_memberships as m', join => inProgramme(join, 'm', 't', 'sub_section_id'))
    .select(['m.sub_section_id', 'm.question_id', 'm.row_id', 'm.column_id'])
    .orderBy('m.display_order')
    .orderBy('m.membership_id')
    .execute()
  const stored: StoredQuestionnaire = { sections, subSections, rows, columns, memberships, questions }
  return answerPlaces(stored)
}

const selectSubSections = (database: Database, programmeId: number, questionnaireId: number) =>
  database
    .selectFrom('sub_sections as t')
    .innerJoin('sections as s', join => inProgramme(join, 's', 't', 'section_id'))
    .where(eb => eb.and({ 't.programme_id': programmeId, 's.questionnaire_id': questionnaireId }))
