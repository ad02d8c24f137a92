// Creates a questionnaire: empty, from an existing one, or from a workbook.

import { call } from '#browser/api/call.ts'
import { reloadStructures } from '#browser/questionnaire-builder/builder.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import {
  createStructure,
  getStructure,
  updateStructure,
  type StructureDraft
} from '#contract/questionnaire-structures.ts'
import { ok, type Result } from '#lib/result.ts'
import { structureToDraft } from './structure-draft.ts'

export interface NewQuestionnaire extends ProjectPeriod {
  name: string
  type: 'standard' | 'case'
}

/** Creates it with these parts and returns its id. */
export async function make(wanted: NewQuestionnaire, structure?: StructureDraft): Promise<Result<number>> {
  const result = await call(createStructure, {
    body: {
      project_id: wanted.projectId,
      time_period_id: wanted.timePeriodId,
      questionnaire_name: wanted.name,
      questionnaire_type: wanted.type,
      ...(structure && { structure })
    }
  })
  if (!result.ok) return result
  await reloadStructures(wanted)
  return ok(result.value.questionnaire_id)
}

/** Creates a copy with the same parts and new questions. */
export async function copy(wanted: NewQuestionnaire, questionnaireId: number): Promise<Result<number>> {
  const original = await call(getStructure, { params: { id: questionnaireId } })
  return original.ok ? make(wanted, structureToDraft(original.value)) : original
}

/** Asks an existing one in this period too. Its cells stay the same, so that trends continue (decision 0012). */
export async function askAgain(
  { projectId, timePeriodId }: Pick<NewQuestionnaire, 'projectId' | 'timePeriodId'>,
  questionnaireId: number
): Promise<Result<number>> {
  const present = await call(getStructure, { params: { id: questionnaireId } })
  if (!present.ok) return present
  const periods = [
    ...present.value.questionnaire.periods.map(({ answer_count: _count, ...period }) => period),
    { time_period_id: timePeriodId, opens_at: null, closes_at: null, is_locked: false }
  ]
  const result = await call(updateStructure, {
    params: { id: questionnaireId },
    body: { periods, is_active: true }
  })
  if (!result.ok) return result
  await reloadStructures({ projectId, timePeriodId })
  return ok(questionnaireId)
}
