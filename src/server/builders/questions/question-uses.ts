// What depends on a question: its places, charts and the conditions of other questions.

import type { QuestionType } from '#contract/questionnaires.ts'
import { hasOptions } from '#domain/answers/question-types.ts'
import { faultsOfOptionLoss } from '#domain/formulas/option-references.ts'
import { faultsOfRequired } from '#domain/questionnaires/placement-faults.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'
import { validateChartUses } from './chart-uses.ts'
import type { QuestionDefinitionReply } from './question-definitions.ts'

interface ChangedUse {
  question_type: QuestionType
  option_ids: ReadonlySet<number | undefined>
}

/** Refuses another type, or fewer options, if that would invalidate a place, a chart or a condition. */
export async function validateUses(
  tx: Tx,
  programmeId: number,
  before: QuestionDefinitionReply,
  after: ChangedUse
): Promise<void> {
  const isOtherType = after.question_type !== before.question_type
  const removed = before.option_list.filter(({ option_id }) => !after.option_ids.has(option_id))
  if (isOtherType) await validateRequiredPlaces(tx, programmeId, before, after)
  if (isOtherType || removed.length > 0) await validateChartUses(tx, programmeId, before, after)
  if (hasOptions(before) && removed.length > 0) await validateOptionUses(tx, programmeId, before, removed)
}

async function validateRequiredPlaces(
  tx: Tx,
  programmeId: number,
  { question_id }: QuestionDefinitionReply,
  after: ChangedUse
): Promise<void> {
  const required = await tx
    .selectFrom('question_memberships')
    .select('membership_id')
    .where(eb => eb.and({ programme_id: programmeId, question_id, is_required: true }))
    .limit(1)
    .executeTakeFirst()
  throwFirstFault(faultsOfRequired({ ...after, is_disabled: false }, required !== undefined))
}

async function validateOptionUses(
  tx: Tx,
  programmeId: number,
  { question_id, project_id }: QuestionDefinitionReply,
  removed: QuestionDefinitionReply['option_list']
): Promise<void> {
  const referring = await tx
    .selectFrom('questions')
    .select(['question_text', 'expression', 'visible_if'])
    .where(eb => eb.and({ programme_id: programmeId, project_id, is_active: true }))
    .where(eb => eb.or([eb('expression', 'is not', null), eb('visible_if', 'is not', null)]))
    .orderBy('question_id')
    .execute()
  throwFirstFault(faultsOfOptionLoss(question_id, removed, referring))
}
