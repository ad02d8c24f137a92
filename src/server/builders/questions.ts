import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { createQuestionMembership as membership } from '#contract/questions.ts'
import { hasOptions } from '#domain/question-types.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import { axes } from './axes.ts'
import {
  addOptions,
  questionsOfProject,
  requireQuestion,
  type QuestionDefinition
} from './question-definitions.ts'
import { requireSameMeaning, validateQuestion, type Draft } from './question-rules.ts'
import { validateReferences } from './references.ts'
import { bumpStructureVersion, lockSubSection, nextOrder, type requireSubSection } from './structure.ts'
import type { Tx } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { lockRow } from '../database/locks.ts'
import { requireProject } from '../auth/ownership.ts'
import { invalid } from '../http/api-error.ts'
import type { RouteOf } from '../http/route.ts'

export const listQuestions: RouteOf<'listQuestions'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  return {
    questions: await questionsOfProject(
      database,
      caller.programmeId,
      query.project_id,
      query.search?.trim() ?? ''
    )
  }
}

const noRules = {
  help_text: '',
  unit: '',
  decimal_places: null,
  min_value: null,
  max_value: null,
  warn_min: null,
  warn_max: null,
  warn_change_percent: null,
  max_length: null,
  expression: null,
  visible_if: null,
  is_active: true
}

export const createQuestion: RouteOf<'createQuestion'> = async ({ body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    await lockRow(tx, 'projects', programmeId, body.project_id)
    const draft: Draft = { ...noRules, ...body }
    validateQuestion(draft)
    await validateReferences(tx, programmeId, { ...draft, question_id: 0 }, [])
    const { option_names, ...fields } = draft
    const { question_id } = await tx
      .insertInto('questions')
      .values({ ...fields, programme_id: programmeId, version: 1 })
      .returning('question_id')
      .executeTakeFirstOrThrow()
    await addOptions(
      tx,
      programmeId,
      { ...fields, question_id, option_list: [], answer_count: 0 },
      option_names
    )
    return requireQuestion(tx, programmeId, question_id)
  })

export const updateQuestion: RouteOf<'updateQuestion'> = async ({ params, body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const { project_id } = await requireQuestion(tx, programmeId, params.id)
    await lockRow(tx, 'projects', programmeId, project_id)
    const before = await requireQuestion(tx, programmeId, params.id)
    const { option_names: added = [], ...changes } = body
    const { question_id, option_list, answer_count, ...fields } = { ...before, ...changes }
    // A choice that becomes something else, which it may without answers, leaves its options behind.
    const kept = hasOptions(fields) ? option_list : []
    const draft: Draft = { ...fields, option_names: [...kept.map(option => option.option_name), ...added] }
    if (answer_count > 0) requireSameMeaning(before, draft)
    validateQuestion(draft)
    const memberships = await membershipsOf(tx, programmeId, question_id)
    await validateReferences(tx, programmeId, { ...draft, question_id }, [
      ...new Set(memberships.map(place => place.section_id))
    ])
    await tx
      .updateTable('questions')
      .set(fields)
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('programme_id', '=', programmeId)
      .where('question_id', '=', question_id)
      .execute()
    if (kept.length < option_list.length) await removeOptions(tx, programmeId, question_id)
    await addOptions(tx, programmeId, { ...before, option_list: kept }, added)
    await bumpStructureVersion(tx, programmeId, [
      ...new Set(memberships.map(place => place.questionnaire_id))
    ])
    return requireQuestion(tx, programmeId, question_id)
  })

function removeOptions(tx: Tx, programmeId: number, questionId: number) {
  return tx
    .deleteFrom('question_options')
    .where('programme_id', '=', programmeId)
    .where('question_id', '=', questionId)
    .execute()
}

function membershipsOf(tx: Tx, programmeId: number, questionId: number) {
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join =>
      join.onRef('t.programme_id', '=', 'm.programme_id').onRef('t.sub_section_id', '=', 'm.sub_section_id')
    )
    .innerJoin('sections as c', join =>
      join.onRef('c.programme_id', '=', 't.programme_id').onRef('c.section_id', '=', 't.section_id')
    )
    .select(['m.sub_section_id', 'm.row_id', 'm.column_id', 'c.section_id', 'c.questionnaire_id'])
    .where('m.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('c.programme_id', '=', programmeId)
    .where('m.question_id', '=', questionId)
    .execute()
}

type Membership = ReplyOf<typeof membership>

/** Placing a question again in its cell changes its order and whether it is required: there is no other call for that. */
export const createQuestionMembership: RouteOf<'createQuestionMembership'> = async (
  { body },
  { database, caller }
) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const subSection = await lockSubSection(tx, programmeId, body.sub_section_id)
    const question = await requireQuestion(tx, programmeId, body.question_id)
    if (question.project_id !== subSection.project_id)
      throw invalid('question_id', 'is a question of another project')
    const position = { row_id: body.row_id ?? 0, column_id: body.column_id ?? 0 }
    await requireFreeCell(tx, programmeId, subSection, question, position)
    requireAnswerable(question, body.is_required)
    await validateReferences(tx, programmeId, question, [subSection.section_id])
    const order =
      body.display_order ??
      (await nextOrder(tx, 'question_memberships', programmeId, 'sub_section_id', body.sub_section_id))
    const membership = await tx
      .insertInto('question_memberships')
      .values({
        programme_id: programmeId,
        sub_section_id: body.sub_section_id,
        question_id: body.question_id,
        ...position,
        display_order: order,
        is_required: body.is_required,
        is_disabled: false
      })
      .onConflict(conflict =>
        conflict
          .columns(['programme_id', 'sub_section_id', 'question_id', 'row_id', 'column_id'])
          .doUpdateSet({
            is_required: body.is_required,
            ...(body.display_order === undefined ? {} : { display_order: body.display_order })
          })
      )
      .returning([
        'membership_id',
        'sub_section_id',
        'question_id',
        'row_id',
        'column_id',
        'display_order',
        'is_required'
      ])
      .executeTakeFirstOrThrow()
    await bumpStructureVersion(tx, programmeId, [subSection.questionnaire_id])
    return membership satisfies Membership
  })

function requireAnswerable(question: QuestionDefinition, isRequired: boolean): void {
  if (isRequired && !isAnswerable({ ...question, is_disabled: false }))
    throw invalid('is_required', `cannot be asked of a ${question.question_type} question`)
}

interface GridPosition {
  row_id: number
  column_id: number
}

/** In a grid a row and a column of it, in one that repeats only a column, in a list neither; a cell contains one question, and a question occurs once in a questionnaire's cell. */
async function requireFreeCell(
  tx: Tx,
  programmeId: number,
  subSection: Awaited<ReturnType<typeof requireSubSection>>,
  question: QuestionDefinition,
  position: GridPosition
): Promise<void> {
  const isGrid = subSection.layout === 'grid'
  for (const axis of ['row', 'column'] as const) {
    const id = position[`${axis}_id`]
    if (!isGrid && id !== 0) throw invalid(`${axis}_id`, `must be empty, the sub-section is a list`)
    const isRepeated = axis === 'row' && subSection.is_repeating
    if (isRepeated && id !== 0) throw invalid('row_id', 'must be empty, the sub-section repeats its row')
    if (isGrid && !isRepeated) await requireInGrid(tx, programmeId, subSection.sub_section_id, axis, id)
  }
  const elsewhere = (await membershipsOf(tx, programmeId, question.question_id)).some(
    other =>
      other.questionnaire_id === subSection.questionnaire_id &&
      other.sub_section_id !== subSection.sub_section_id &&
      other.row_id === position.row_id &&
      other.column_id === position.column_id
  )
  if (elsewhere) throw invalid('question_id', 'stands in another sub-section of this questionnaire already')
  if (isGrid)
    await requireEmptyCell(tx, programmeId, subSection.sub_section_id, question.question_id, position)
}

async function requireInGrid(
  tx: Tx,
  programmeId: number,
  subSectionId: number,
  axis: 'row' | 'column',
  id: number
): Promise<void> {
  const row = await sql`
    select 1 from ${sql.table(axes[axis].table)}
    where programme_id = ${programmeId} and sub_section_id = ${subSectionId} and ${sql.ref(axes[axis].id)} = ${id}`.execute(
    tx
  )
  if (row.rows.length === 0) throw invalid(`${axis}_id`, `is not a ${axis} of this grid`)
}

async function requireEmptyCell(
  tx: Tx,
  programmeId: number,
  subSectionId: number,
  questionId: number,
  position: GridPosition
): Promise<void> {
  const taken = await tx
    .selectFrom('question_memberships')
    .select('question_id')
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', '=', subSectionId)
    .where('row_id', '=', position.row_id)
    .where('column_id', '=', position.column_id)
    .where('question_id', '!=', questionId)
    .executeTakeFirst()
  if (taken) throw invalid('row_id', `and column_id: question ${taken.question_id} stands in this cell`)
}
