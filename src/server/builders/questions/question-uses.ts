// What depends on a question: its places, charts and the conditions of other questions.

import type { QuestionType } from '#contract/questionnaires.ts'
import { hasOptions, holdsNumber } from '#domain/answers/question-types.ts'
import { NOT_NUMERIC } from '#domain/charts/chart-faults.ts'
import { faultsOfOptionLoss } from '#domain/formulas/option-references.ts'
import { faultsOfRequired } from '#domain/questionnaires/placement-faults.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { invalid } from '#server/http/api-error.ts'
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
  if (after.question_type !== before.question_type) await validateTypeUses(tx, programmeId, before, after)
  const removed = before.option_list.filter(({ option_id }) => !after.option_ids.has(option_id))
  if (hasOptions(before) && removed.length > 0) await validateOptionUses(tx, programmeId, before, removed)
}

async function validateTypeUses(
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
  if (holdsNumber(after)) return
  const chart = await tx
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'p', 'chart_id'))
    .select('c.chart_name')
    .where(eb => eb.and({ 'p.programme_id': programmeId, 'c.is_active': true, 'p.question_id': question_id }))
    .orderBy('c.chart_id')
    .limit(1)
    .executeTakeFirst()
  if (chart !== undefined)
    throw invalid('question_type', `${NOT_NUMERIC}, which the chart “${chart.chart_name}” needs`)
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
