// A questionnaire with all its parts, as the builder shows it.

import type { Structure } from '#contract/questionnaire-structures.ts'
import { countAnswersByMembership, countAnswersByPeriod } from '#server/builders/questions/answer-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'
import { questionsOfStructure } from './structure-questions.ts'

type Sections = Structure['sections']
type AnswerCounts = ReadonlyMap<number, number>

export async function structureReply(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Structure> {
  const questionnaire = await questionnaireOf(database, programmeId, questionnaireId)
  const sections = await readStructureSections(database, programmeId, questionnaireId)
  return {
    questionnaire,
    sections,
    questions: await questionsOfStructure(database, programmeId, questionnaireId)
  }
}

async function questionnaireOf(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Structure['questionnaire']> {
  const row = requireFound(
    await database
      .selectFrom('questionnaires')
      .select([
        'questionnaire_id',
        'project_id',
        'questionnaire_name',
        'questionnaire_type',
        'is_active',
        'version',
        'display_order'
      ])
      .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
      .executeTakeFirst(),
    'questionnaire'
  )
  const periods = await database
    .selectFrom('questionnaire_periods')
    .selectAll()
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
    .orderBy('time_period_id')
    .execute()
  const scopes = await database
    .selectFrom('questionnaire_scopes')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
    .orderBy('scope_id')
    .execute()
  const answers = await countAnswersByPeriod(database, programmeId, questionnaireId)
  return {
    ...row,
    scope_ids: scopes.map(scope => scope.scope_id),
    periods: periods.map(({ time_period_id, opens_at, closes_at, is_locked }) => ({
      time_period_id,
      opens_at: opens_at?.toISOString() ?? null,
      closes_at: closes_at?.toISOString() ?? null,
      is_locked,
      answer_count: answers.get(time_period_id) ?? 0
    }))
  }
}

const compareOrder = (one: { display_order: number }, other: { display_order: number }): number =>
  one.display_order - other.display_order

async function readStructureSections(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Sections> {
  const sections = await database
    .selectFrom('sections')
    .select(['section_id', 'section_name', 'guidance_html', 'display_order', 'is_active', 'version'])
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
    .orderBy('section_id')
    .execute()
  if (sections.length === 0) return []
  const subSections = await database
    .selectFrom('sub_sections')
    .select([
      'section_id',
      'sub_section_id',
      'sub_section_name',
      'layout',
      'is_repeating',
      'show_row_totals',
      'show_column_totals',
      'display_order',
      'is_active',
      'version'
    ])
    .where('programme_id', '=', programmeId)
    .where(
      'section_id',
      'in',
      sections.map(section => section.section_id)
    )
    .orderBy('sub_section_id')
    .execute()
  const parts = await readParts(
    database,
    programmeId,
    subSections.map(part => part.sub_section_id)
  )
  const counts = await countAnswersByMembership(database, programmeId, questionnaireId)
  const filled = subSections.map(subSection => ({
    section_id: subSection.section_id,
    reply: structureSubSection(subSection, parts, counts)
  }))
  return sections.toSorted(compareOrder).map(section => {
    const own = filled.filter(({ section_id }) => section_id === section.section_id).map(({ reply }) => reply)
    return { ...section, sub_sections: own.toSorted(compareOrder), answer_count: answerTotal(own) }
  })
}

const answerTotal = (parts: readonly { answer_count: number }[]): number =>
  parts.reduce((sum, part) => sum + part.answer_count, 0)

async function readParts(database: Database, programmeId: number, ids: readonly number[]) {
  if (ids.length === 0) return { rows: [], columns: [], memberships: [] }
  const rows = await database
    .selectFrom('sub_section_rows')
    .select(['sub_section_id', 'row_id', 'row_name', 'display_order', 'is_active', 'version'])
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', 'in', ids)
    .orderBy('row_id')
    .execute()
  const columns = await database
    .selectFrom('sub_section_columns')
    .select(['sub_section_id', 'column_id', 'column_name', 'display_order', 'is_active', 'version'])
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', 'in', ids)
    .orderBy('column_id')
    .execute()
  const memberships = await database
    .selectFrom('question_memberships')
    .select([
      'sub_section_id',
      'membership_id',
      'question_id',
      'row_id',
      'column_id',
      'display_order',
      'is_required',
      'is_disabled'
    ])
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', 'in', ids)
    .orderBy('membership_id')
    .execute()
  return { rows, columns, memberships }
}

type StoredParts = Awaited<ReturnType<typeof readParts>>
type StoredSubSection = Sections[number]['sub_sections'][number]

/** Each answer counts at its cell, and so at the row, the column and the sub-section of the cell. */
function structureSubSection(
  {
    section_id: _section,
    ...subSection
  }: Omit<StoredSubSection, 'rows' | 'columns' | 'memberships' | 'answer_count'> & { section_id: number },
  parts: StoredParts,
  counts: AnswerCounts
): StoredSubSection {
  const isHere = (part: { sub_section_id: number }): boolean =>
    part.sub_section_id === subSection.sub_section_id
  const memberships = parts.memberships
    .filter(isHere)
    .toSorted(compareOrder)
    .map(({ sub_section_id: _subSection, ...membership }) => ({
      ...membership,
      answer_count: counts.get(membership.membership_id) ?? 0
    }))
  return {
    ...subSection,
    answer_count: answerTotal(memberships),
    memberships,
    rows: parts.rows
      .filter(isHere)
      .toSorted(compareOrder)
      .map(({ sub_section_id: _subSection, ...row }) => ({
        ...row,
        answer_count: answerTotal(memberships.filter(({ row_id }) => row_id === row.row_id))
      })),
    columns: parts.columns
      .filter(isHere)
      .toSorted(compareOrder)
      .map(({ sub_section_id: _subSection, ...column }) => ({
        ...column,
        answer_count: answerTotal(memberships.filter(({ column_id }) => column_id === column.column_id))
      }))
  }
}
