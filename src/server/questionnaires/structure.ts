import { hasOptions } from '#domain/answers/question-types.ts'
import { questionOptions } from '#server/database/question-options.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** A section's sub-sections with rows, columns and questions, without answers. */
export async function structureOf(database: Database, programmeId: number, sectionId: number) {
  const subSections = await database
    .selectFrom('sub_sections')
    .select([
      'sub_section_id',
      'sub_section_name',
      'layout',
      'display_order',
      'is_repeating',
      'show_row_totals',
      'show_column_totals'
    ])
    .where(eb => eb.and({ programme_id: programmeId, section_id: sectionId, is_active: true }))
    .orderBy('display_order')
    .orderBy('sub_section_id')
    .execute()
  const ids = subSections.map(subSection => subSection.sub_section_id)
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('sub_section_rows')
    .select(['row_id', 'sub_section_id', 'row_name', 'display_order'])
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('display_order')
    .orderBy('row_id')
    .execute()
  const columns = await database
    .selectFrom('sub_section_columns')
    .select(['column_id', 'sub_section_id', 'column_name', 'display_order'])
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('display_order')
    .orderBy('column_id')
    .execute()
  const questions = await questionsIn(database, programmeId, ids)
  return subSections.map(subSection => {
    const isHere = (part: { sub_section_id: number }): boolean =>
      part.sub_section_id === subSection.sub_section_id
    const ownRows = rows.filter(isHere)
    const ownColumns = columns.filter(isHere)
    const rowIds = new Set([0, ...ownRows.map(row => row.row_id)])
    const columnIds = new Set([0, ...ownColumns.map(column => column.column_id)])
    return {
      ...subSection,
      rows: ownRows.map(({ row_id, row_name, display_order }) => ({ row_id, row_name, display_order })),
      columns: ownColumns.map(({ column_id, column_name, display_order }) => ({
        column_id,
        column_name,
        display_order
      })),
      // A question in a retired row or column is retired with it.
      questions: questions.filter(
        question => isHere(question) && rowIds.has(question.row_id) && columnIds.has(question.column_id)
      )
    }
  })
}

export type SubSectionStructure = Awaited<ReturnType<typeof structureOf>>[number]
export type QuestionStructure = SubSectionStructure['questions'][number]

async function questionsIn(database: Database, programmeId: number, subSectionIds: readonly number[]) {
  const questions = await database
    .selectFrom('question_memberships as m')
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))
    .select(['m.sub_section_id', 'm.row_id', 'm.column_id', 'm.is_required', 'm.is_disabled'])
    .select([
      'q.question_id',
      'q.question_text',
      'q.help_text',
      'q.question_type',
      'q.unit',
      'q.decimal_places',
      'q.min_value',
      'q.max_value'
    ])
    .select([
      'q.warn_min',
      'q.warn_max',
      'q.warn_change_percent',
      'q.max_length',
      'q.expression',
      'q.visible_if'
    ])
    .where('m.programme_id', '=', programmeId)
    .where('m.sub_section_id', 'in', subSectionIds)
    .where('q.is_active', '=', true)
    .orderBy('m.display_order')
    .orderBy('m.membership_id')
    .execute()
  const choices = questions.filter(hasOptions).map(question => question.question_id)
  const options = await questionOptions(database, programmeId, choices)
  return questions.map(question => ({ ...question, option_list: options.get(question.question_id) ?? [] }))
}
