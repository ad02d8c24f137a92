import { sql } from 'kysely'
import { MAX_FORMULAS } from '#contract/limits.ts'
import { FORMULAS_FAULT } from '#contract/questionnaire-structures.ts'
import { isBlankFormula } from '#domain/questionnaires/question-faults.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { invalid } from '#server/http/api-error.ts'

/** Refuses another calculated question in a questionnaire at its limit. Existing ones stay. */
export async function requireFormulaRoom(
  tx: Tx,
  programmeId: number,
  { question_id, expression }: { question_id: number; expression: string | null },
  sectionIds: readonly number[]
): Promise<void> {
  if (isBlankFormula(expression) || sectionIds.length === 0) return
  const rows = await tx
    .selectFrom('sections as c')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'c', 'section_id'))
    .innerJoin('question_memberships as m', join => inProgramme(join, 'm', 't', 'sub_section_id'))
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))
    .select(['c.questionnaire_id', 'q.question_id'])
    .distinct()
    .where('c.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('m.programme_id', '=', programmeId)
    .where('q.programme_id', '=', programmeId)
    .where(sql<boolean>`trim(q.expression) <> ''`)
    .where(
      'c.questionnaire_id',
      'in',
      sql<number>`(select questionnaire_id from sections where programme_id = ${programmeId} and section_id in (${sql.join([...sectionIds])}))`
    )
    .execute()
  for (const calculated of Map.groupBy(rows, row => row.questionnaire_id).values())
    if (calculated.length >= MAX_FORMULAS && !calculated.some(row => row.question_id === question_id))
      throw invalid('expression', FORMULAS_FAULT)
}
