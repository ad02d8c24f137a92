import type { ReplyOf } from '#contract/endpoint.ts'
import type {
  createSection as section,
  createSubSection as subSection
} from '#contract/questionnaire-builder.ts'
import { faultsOfLayoutChange } from '#domain/questionnaires/answered-changes.ts'
import {
  faultsOfAxisRestoring,
  faultsOfLayout,
  type SubSectionShape
} from '#domain/questionnaires/placement-faults.ts'
import { countAnswersIn } from '#server/builders/questions/answer-counts.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { inTransaction, type RouteContext, type RouteOf } from '#server/http/route.ts'
import {
  addAxisEntry,
  structureAxes,
  changeAxisEntry,
  countAxesInUse,
  requireAxisEntry,
  type AxisEntry
} from './axes.ts'
import { validateQuestionnaire } from './questionnaire-size.ts'
import { changeKeepingFormulas } from './retiring.ts'
import {
  bumpStructureVersion,
  lockQuestionnaire,
  lockStructureSection,
  lockSubSection,
  nextOrder,
  requireCurrentVersion,
  requireSection,
  requireSubSection
} from './structure.ts'

type BuiltSectionReply = ReplyOf<typeof section>
type BuiltSubSectionReply = ReplyOf<typeof subSection>

async function builtSectionReply(tx: Tx, programmeId: number, sectionId: number): Promise<BuiltSectionReply> {
  const { programme_id: _, ...section } = await requireSection(tx, programmeId, sectionId)
  return { ...section, answer_count: await countAnswersIn(tx, programmeId, 'section', sectionId) }
}

export const createSection: RouteOf<'createSection'> = inTransaction(async (tx, { body }, { caller }) => {
  const { programmeId } = caller
  const { structure } = await lockQuestionnaire(tx, programmeId, body.questionnaire_id)
  const { section_id } = await tx
    .insertInto('sections')
    .values({
      programme_id: programmeId,
      questionnaire_id: body.questionnaire_id,
      section_name: body.section_name,
      guidance_html: body.guidance_html,
      display_order:
        body.display_order ??
        (await nextOrder(tx, 'sections', programmeId, 'questionnaire_id', body.questionnaire_id)),
      is_active: body.is_active ?? true
    })
    .returning('section_id')
    .executeTakeFirstOrThrow()
  await validateQuestionnaire(tx, programmeId, body.questionnaire_id)
  await bumpStructureVersion(structure, [body.questionnaire_id])
  return builtSectionReply(tx, programmeId, section_id)
})

export const updateSection: RouteOf<'updateSection'> = inTransaction(
  async (tx, { params, body }, { caller }) => {
    const { programmeId } = caller
    const { structure, section } = await lockStructureSection(tx, programmeId, params.id)
    requireCurrentVersion(section, body)
    const { section_name, guidance_html, display_order, is_active } = { ...section, ...body }
    await tx
      .updateTable('sections')
      .set({ section_name, guidance_html, display_order, is_active, version: section.version + 1 })
      .where(eb => eb.and({ programme_id: programmeId, section_id: params.id }))
      .execute()
    if (is_active && !section.is_active)
      await validateQuestionnaire(tx, programmeId, section.questionnaire_id)
    await bumpStructureVersion(structure, [section.questionnaire_id])
    return builtSectionReply(tx, programmeId, params.id)
  }
)

async function builtSubSectionReply(
  tx: Tx,
  programmeId: number,
  subSectionId: number
): Promise<BuiltSubSectionReply> {
  const {
    programme_id: _,
    questionnaire_id: __,
    project_id: ___,
    ...subSection
  } = await requireSubSection(tx, programmeId, subSectionId)
  return { ...subSection, answer_count: await countAnswersIn(tx, programmeId, 'subSection', subSectionId) }
}

export const createSubSection: RouteOf<'createSubSection'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    const { structure, section } = await lockStructureSection(tx, programmeId, body.section_id)
    throwFirstFault(faultsOfLayout(body, { rows: 0, columns: 0 }))
    const { sub_section_id } = await tx
      .insertInto('sub_sections')
      .values({
        programme_id: programmeId,
        section_id: body.section_id,
        sub_section_name: body.sub_section_name,
        layout: body.layout,
        is_repeating: body.is_repeating,
        show_row_totals: body.show_row_totals,
        show_column_totals: body.show_column_totals,
        display_order:
          body.display_order ??
          (await nextOrder(tx, 'sub_sections', programmeId, 'section_id', body.section_id)),
        is_active: body.is_active ?? true
      })
      .returning('sub_section_id')
      .executeTakeFirstOrThrow()
    await validateQuestionnaire(tx, programmeId, section.questionnaire_id)
    await bumpStructureVersion(structure, [section.questionnaire_id])
    return builtSubSectionReply(tx, programmeId, sub_section_id)
  }
)

export const updateSubSection: RouteOf<'updateSubSection'> = inTransaction(
  async (tx, { params, body }, { caller }) => {
    const { programmeId } = caller
    const { structure, subSection } = await lockSubSection(tx, programmeId, params.id)
    requireCurrentVersion(subSection, body)
    const changed = { ...subSection, ...body }
    if (subSection.layout !== changed.layout || subSection.is_repeating !== changed.is_repeating)
      await requirePossibleLayout(tx, programmeId, subSection, changed)
    const { section_id } = subSection
    const isMoving = subSection.is_active !== changed.is_active
    await changeKeepingFormulas(tx, { programmeId, sectionIds: [section_id], isMoving }, () =>
      tx
        .updateTable('sub_sections')
        .set({ ...body, version: subSection.version + 1 })
        .where(eb => eb.and({ programme_id: programmeId, sub_section_id: params.id }))
        .execute()
    )
    if (changed.is_active && isMoving)
      await validateQuestionnaire(tx, programmeId, subSection.questionnaire_id)
    await bumpStructureVersion(structure, [subSection.questionnaire_id])
    return builtSubSectionReply(tx, programmeId, params.id)
  }
)

/** Only a sub-section without questions, and without rows and columns that it would not have, can get another layout. */
async function requirePossibleLayout(
  tx: Tx,
  programmeId: number,
  before: SubSectionShape & { sub_section_id: number },
  after: SubSectionShape
): Promise<void> {
  const { count } = await tx
    .selectFrom('question_memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(eb => eb.and({ programme_id: programmeId, sub_section_id: before.sub_section_id }))
    .executeTakeFirstOrThrow()
  throwFirstFault(faultsOfLayoutChange(before, after, count))
  throwFirstFault(faultsOfLayout(after, await countAxesInUse(tx, programmeId, before.sub_section_id)))
}

type AxisName = keyof typeof structureAxes

interface AxisChange {
  version?: number | undefined
  name?: string | undefined
  display_order?: number | undefined
  is_active?: boolean | undefined
}

function createEntry(
  axis: AxisName,
  subSectionId: number,
  change: AxisChange & { name: string },
  { database, caller }: RouteContext<'admin'>
) {
  return transaction(database, async tx => {
    const { programmeId } = caller
    const { structure, subSection } = await lockSubSection(tx, programmeId, subSectionId)
    const added = { rows: axis === 'row' ? 1 : 0, columns: axis === 'column' ? 1 : 0 }
    throwFirstFault(faultsOfLayout(subSection, added), () => `${axis}_name`)
    const { table } = structureAxes[axis]
    const display_order =
      change.display_order ?? (await nextOrder(tx, table, programmeId, 'sub_section_id', subSectionId))
    const fields = {
      sub_section_id: subSectionId,
      name: change.name,
      display_order,
      is_active: change.is_active ?? true
    }
    const entry = await addAxisEntry(tx, structureAxes[axis], programmeId, fields)
    await validateQuestionnaire(tx, programmeId, subSection.questionnaire_id)
    await bumpStructureVersion(structure, [subSection.questionnaire_id])
    return { ...entry, answer_count: 0 }
  })
}

function updateEntry(
  axis: AxisName,
  id: number,
  change: AxisChange,
  { database, caller }: RouteContext<'admin'>
) {
  return transaction(database, async tx => {
    const { programmeId } = caller
    const { sub_section_id } = await requireAxisEntry(tx, structureAxes[axis], programmeId, id, axis)
    const { structure, subSection } = await lockSubSection(tx, programmeId, sub_section_id)
    const { questionnaire_id, section_id } = subSection
    const entry = await requireAxisEntry(tx, structureAxes[axis], programmeId, id, axis)
    requireCurrentVersion(entry, change)
    const changed: AxisEntry = {
      ...entry,
      name: change.name ?? entry.name,
      display_order: change.display_order ?? entry.display_order,
      is_active: change.is_active ?? entry.is_active,
      version: entry.version + 1
    }
    const isMoving = entry.is_active !== changed.is_active
    if (isMoving && changed.is_active) throwFirstFault(faultsOfAxisRestoring(subSection, axis))
    await changeKeepingFormulas(tx, { programmeId, sectionIds: [section_id], isMoving }, () =>
      changeAxisEntry(tx, structureAxes[axis], programmeId, changed)
    )
    if (isMoving && changed.is_active) await validateQuestionnaire(tx, programmeId, questionnaire_id)
    await bumpStructureVersion(structure, [questionnaire_id])
    return { ...changed, answer_count: await countAnswersIn(tx, programmeId, axis, id) }
  })
}

type CountedAxisEntry = AxisEntry & { answer_count: number }
const toRow = ({ id, name, ...rest }: CountedAxisEntry) => ({ row_id: id, row_name: name, ...rest })
const toColumn = ({ id, name, ...rest }: CountedAxisEntry) => ({ column_id: id, column_name: name, ...rest })

export const createSubSectionRow: RouteOf<'createSubSectionRow'> = async (
  { body: { sub_section_id, row_name, ...rest } },
  context
) => toRow(await createEntry('row', sub_section_id, { ...rest, name: row_name }, context))

export const updateSubSectionRow: RouteOf<'updateSubSectionRow'> = async (
  { params, body: { row_name, ...rest } },
  context
) => toRow(await updateEntry('row', params.id, { ...rest, name: row_name }, context))

export const createSubSectionColumn: RouteOf<'createSubSectionColumn'> = async (
  { body: { sub_section_id, column_name, ...rest } },
  context
) => toColumn(await createEntry('column', sub_section_id, { ...rest, name: column_name }, context))

export const updateSubSectionColumn: RouteOf<'updateSubSectionColumn'> = async (
  { params, body: { column_name, ...rest } },
  context
) => toColumn(await updateEntry('column', params.id, { ...rest, name: column_name }, context))
