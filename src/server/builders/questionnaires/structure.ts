// Finds and orders the parts of a questionnaire that is being built.

import { sql } from 'kysely'
import { bumpDataVersions } from '#server/database/data-version.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { questionnairesSharing } from '#server/database/shared-questions.ts'
import { takeStructure, type TakenStructure } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow, invalid } from '#server/http/api-error.ts'

export async function requireQuestionnaire(database: Database, programmeId: number, questionnaireId: number) {
  return requireRow(
    database
      .selectFrom('questionnaires')
      .select(['questionnaire_id', 'project_id', 'questionnaire_name', 'is_active', 'version']),
    { programme_id: programmeId, questionnaire_id: questionnaireId },
    'questionnaire'
  )
}

export async function requireSection(database: Database, programmeId: number, sectionId: number) {
  return requireRow(
    database.selectFrom('sections').selectAll(),
    { programme_id: programmeId, section_id: sectionId },
    'section'
  )
}

/** A sub-section with its questionnaire and project. */
export async function requireSubSection(database: Database, programmeId: number, subSectionId: number) {
  const row = await database
    .selectFrom('sub_sections as t')
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .selectAll('t')
    .select(['q.questionnaire_id', 'q.project_id'])
    .where(eb => eb.and({ 't.programme_id': programmeId, 't.sub_section_id': subSectionId }))
    .executeTakeFirst()
  return requireFound(row, 'sub-section')
}

type Ordered =
  | 'sections'
  | 'sub_sections'
  | 'sub_section_rows'
  | 'sub_section_columns'
  | 'question_memberships'

/** The next display order under the same parent. */
export async function nextOrder(
  tx: Tx,
  table: Ordered,
  programmeId: number,
  parent: string,
  parentId: number
): Promise<number> {
  const result = await sql<{ next: number }>`
    select coalesce(max(display_order), 0) + 1 as next from ${sql.table(table)}
    where programme_id = ${programmeId} and ${sql.ref(parent)} = ${parentId}`.execute(tx)
  return result.rows[0]?.next ?? 1
}

/** Refuses a change that is based on an older version, so that no update is lost. */
export function requireCurrentVersion(
  before: { version: number },
  change: { version?: number | undefined }
): void {
  if (change.version !== undefined && change.version !== before.version)
    throw invalid('version', 'someone else has changed this; reload it')
}

/**
 * Increments the versions of questionnaires, of those that ask one of their questions and of the project's figures, so that open pages and caches notice the
 * change: figures depend on where a question is asked and on its options. Every change of a structure ends with this, under its lock.
 */
export async function bumpStructureVersion(
  { tx, programmeId }: TakenStructure,
  questionnaireIds: readonly number[]
): Promise<void> {
  if (questionnaireIds.length === 0) return
  const changed = await tx
    .updateTable('questionnaires')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('programme_id', '=', programmeId)
    .where('questionnaire_id', 'in', [
      ...questionnaireIds,
      ...(await questionnairesSharing(tx, programmeId, questionnaireIds))
    ])
    .returning('project_id')
    .execute()
  await bumpDataVersions(
    tx,
    programmeId,
    changed.map(({ project_id }) => project_id)
  )
}

/**
 * One call at a time changes the structure of a project's questionnaires, and nobody answers them in the meantime, so that what a change refers to
 * cannot change while it is checked. These functions return the part as it is under the lock.
 */
export async function lockQuestionnaire(tx: Tx, programmeId: number, questionnaireId: number) {
  const { project_id } = await requireQuestionnaire(tx, programmeId, questionnaireId)
  const structure = await takeStructure(tx, programmeId, project_id)
  return { structure, questionnaire: await requireQuestionnaire(tx, programmeId, questionnaireId) }
}

export async function lockStructureSection(tx: Tx, programmeId: number, sectionId: number) {
  const { questionnaire_id } = await requireSection(tx, programmeId, sectionId)
  const { structure } = await lockQuestionnaire(tx, programmeId, questionnaire_id)
  return { structure, section: await requireSection(tx, programmeId, sectionId) }
}

export async function lockSubSection(tx: Tx, programmeId: number, subSectionId: number) {
  const { project_id } = await requireSubSection(tx, programmeId, subSectionId)
  const structure = await takeStructure(tx, programmeId, project_id)
  return { structure, subSection: await requireSubSection(tx, programmeId, subSectionId) }
}
