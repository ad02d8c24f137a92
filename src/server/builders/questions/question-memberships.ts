import { sql } from 'kysely'
import type { ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import type { createQuestionMembership as placing } from '#contract/question-memberships.ts'
import { faultsOfPlaceClosing, faultsOfPlaceRemoval } from '#domain/questionnaires/answered-changes.ts'
import { placementFaults, faultsOfRequired, takenCellFault } from '#domain/questionnaires/placement-faults.ts'
import { structureAxes } from '#server/builders/questionnaires/axes.ts'
import { validateQuestionnaire } from '#server/builders/questionnaires/questionnaire-size.ts'
import { changeKeepingFormulas } from '#server/builders/questionnaires/retiring.ts'
import {
  bumpStructureVersion,
  lockSubSection,
  nextOrder,
  requireCurrentVersion,
  requireQuestionnaire,
  type requireSubSection
} from '#server/builders/questionnaires/structure.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { removeKeepingCharts } from './chart-uses.ts'
import { enteredIn, enteredOnlyIn } from './entered-counts.ts'
import { requireQuestion } from './question-definitions.ts'
import { validateReferences } from './references.ts'
import { validateRemainingReferences } from './remaining-references.ts'

type MembershipReply = ReplyOf<typeof placing>

/** Placing a question again in its cell changes its order, whether it is required and whether it is closed; no other call does. */
export const createQuestionMembership: RouteOf<'createQuestionMembership'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    const { structure, subSection } = await lockSubSection(tx, programmeId, body.sub_section_id)
    requireCurrentVersion(await requireQuestionnaire(tx, programmeId, subSection.questionnaire_id), body)
    const question = await requireQuestion(tx, programmeId, body.question_id)
    if (question.project_id !== subSection.project_id)
      throw invalid('question_id', 'is a question of another project')
    const position = { row_id: body.row_id ?? 0, column_id: body.column_id ?? 0 }
    await requireFreeCell(tx, programmeId, subSection, question.question_id, position)
    const is_disabled = await isPlaceClosed(tx, programmeId, body, position)
    throwFirstFault(faultsOfRequired({ ...question, is_disabled }, body.is_required))
    await validateReferences(tx, programmeId, question, [subSection.section_id])
    const order =
      body.display_order ??
      (await nextOrder(tx, 'question_memberships', programmeId, 'sub_section_id', body.sub_section_id))
    const { section_id, questionnaire_id } = subSection
    // The question may have answers from a place that was retired.
    const retiring = { programmeId, sectionIds: [section_id], isMoving: true }
    const membership = await changeKeepingFormulas(tx, retiring, () =>
      tx
        .insertInto('question_memberships')
        .values({
          programme_id: programmeId,
          sub_section_id: body.sub_section_id,
          question_id: body.question_id,
          ...position,
          display_order: order,
          is_required: body.is_required,
          is_disabled
        })
        .onConflict(conflict =>
          conflict
            .columns(['programme_id', 'sub_section_id', 'question_id', 'row_id', 'column_id'])
            .doUpdateSet({
              is_required: body.is_required,
              is_disabled,
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
    )
    await validateQuestionnaire(tx, programmeId, questionnaire_id)
    await bumpStructureVersion(structure, [questionnaire_id])
    const { version } = await requireQuestionnaire(tx, programmeId, questionnaire_id)
    return { ...membership, version } satisfies MembershipReply
  }
)

interface StructurePosition {
  row_id: number
  column_id: number
}

/** A grid needs a row and a column, a repeating grid only a column, a list neither; a cell contains one question. */
async function requireFreeCell(
  tx: Tx,
  programmeId: number,
  subSection: Awaited<ReturnType<typeof requireSubSection>>,
  questionId: number,
  position: StructurePosition
): Promise<void> {
  const place = {
    row: await foundInGrid(tx, programmeId, subSection.sub_section_id, 'row', position.row_id),
    column: await foundInGrid(tx, programmeId, subSection.sub_section_id, 'column', position.column_id)
  }
  throwFirstFault(placementFaults(subSection, place), field => `${field}_id`)
  if (subSection.layout === 'grid') await requireEmptyCell(tx, programmeId, subSection, questionId, position)
}

/** Whether a place is closed to answers. Placing its question again changes that only if the call says so, and closes no place with entries. */
async function isPlaceClosed(
  tx: Tx,
  programmeId: number,
  { sub_section_id, question_id, is_disabled }: ReceivedOf<typeof placing>['body'],
  position: StructurePosition
): Promise<boolean> {
  const place = await tx
    .selectFrom('question_memberships')
    .select(['membership_id', 'is_disabled'])
    .where(eb => eb.and({ programme_id: programmeId, sub_section_id, question_id, ...position }))
    .executeTakeFirst()
  const isClosed = place?.is_disabled ?? false
  if (is_disabled === true && place !== undefined && !isClosed)
    throwFirstFault(faultsOfPlaceClosing(await enteredIn(tx, programmeId, 'membership', place.membership_id)))
  return is_disabled ?? isClosed
}

async function foundInGrid(
  tx: Tx,
  programmeId: number,
  subSectionId: number,
  axis: 'row' | 'column',
  id: number
): Promise<'none' | 'unknown' | 'known'> {
  if (id === 0) return 'none'
  const { rows } = await sql`
    select 1 from ${sql.table(structureAxes[axis].table)}
    where programme_id = ${programmeId} and sub_section_id = ${subSectionId} and ${sql.ref(structureAxes[axis].id)} = ${id}`.execute(
    tx
  )
  return rows.length === 0 ? 'unknown' : 'known'
}

async function requireEmptyCell(
  tx: Tx,
  programmeId: number,
  subSection: Awaited<ReturnType<typeof requireSubSection>>,
  questionId: number,
  position: StructurePosition
): Promise<void> {
  const taken = await tx
    .selectFrom('question_memberships')
    .select('question_id')
    .where('programme_id', '=', programmeId)
    .where('sub_section_id', '=', subSection.sub_section_id)
    .where('row_id', '=', position.row_id)
    .where('column_id', '=', position.column_id)
    .where('question_id', '!=', questionId)
    .executeTakeFirst()
  if (taken) throwFirstFault([takenCellFault(subSection)], field => `${field}_id`)
}

/** A place with entries that would be shown nowhere else stays: its question can be retired. One that a formula of the same section refers to stays as well. */
export const deleteQuestionMemberships: RouteOf<'deleteQuestionMemberships'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    const ids = [...new Set(body.membership_ids)]
    const projects = [...new Set((await membershipsAmong(tx, programmeId, ids)).map(row => row.project_id))]
    const structure = await takeStructure(tx, programmeId, ...projects)
    const memberships = await membershipsAmong(tx, programmeId, ids)
    if (memberships.length < ids.length) throw notFound('place of a question')
    const questionnaireIds = [...new Set(memberships.map(({ questionnaire_id }) => questionnaire_id))]
    for (const id of questionnaireIds)
      requireCurrentVersion(await requireQuestionnaire(tx, programmeId, id), body)
    for (const membership of memberships) {
      const entered = await enteredOnlyIn(tx, programmeId, membership.membership_id, ids)
      throwFirstFault(faultsOfPlaceRemoval(entered))
    }
    const questionIds = [...new Set(memberships.map(({ question_id }) => question_id))]
    await removeKeepingCharts(tx, programmeId, questionIds, () =>
      tx
        .deleteFrom('question_memberships')
        .where('programme_id', '=', programmeId)
        .where('membership_id', 'in', ids)
        .execute()
    )
    await validateRemainingReferences(
      tx,
      programmeId,
      memberships.map(({ section_id }) => section_id)
    )
    await bumpStructureVersion(structure, questionnaireIds)
    return { deleted: ids.length }
  }
)

function membershipsAmong(tx: Tx, programmeId: number, ids: readonly number[]) {
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .select(['m.membership_id', 'm.question_id', 'c.section_id', 'q.questionnaire_id', 'q.project_id'])
    .where('m.programme_id', '=', programmeId)
    .where('m.membership_id', 'in', ids)
    .execute()
}
