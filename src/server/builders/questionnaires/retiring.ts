// Refuses to retire parts that a formula reads, and to restore parts that it would count again, or a formula without the parts that it reads.

import { sql } from 'kysely'
import {
  faultOfGain,
  faultOfLoss,
  faultOfMissing,
  isInUse,
  questionsGaining,
  questionsLosing,
  questionsMissing,
  type RetirableCell,
  type QuestionFormulas
} from '#domain/formulas/lost-references.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import { retiredPart } from '#server/database/cells-in-use.ts'
import type { Tx } from '#server/database/schema.ts'

interface Retiring {
  programmeId: number
  /** The part's position: formulas read only cells of their own section. */
  sectionIds: readonly number[]
  /** Whether the change retires or restores something; other changes are not checked. */
  isMoving: boolean
}

/** Makes a change, and refuses it if a formula in use would read a retired part or count a restored one. */
export async function changeKeepingFormulas<T>(
  tx: Tx,
  { programmeId, sectionIds, isMoving }: Retiring,
  change: () => Promise<T>
): Promise<T> {
  if (!isMoving || sectionIds.length === 0) return change()
  const before = await readFormulaCells(tx, programmeId, sectionIds)
  const changed = await change()
  const { losses, gains } = faultsOfFormulas(before, await readFormulaCells(tx, programmeId, sectionIds))
  throwFirstFault([...losses, ...gains])
  return changed
}

/**
 * The formulas that a change of the cells would break: those that lose cells, and those that would count more answers or come into use without a
 * part that they read.
 */
export function faultsOfFormulas(
  allBefore: readonly FormulaCell[],
  allAfter: readonly FormulaCell[]
): Record<'losses' | 'gains', RuleFault[]> {
  const [before, after] = [allBefore.filter(isInUse), allAfter.filter(isInUse)]
  const questionsIn = (cells: readonly FormulaCell[]): FormulaCell[] => [
    ...new Map(cells.map(cell => [cell.question_id, cell])).values()
  ]
  const names = (cells: readonly FormulaCell[]): string[] => cells.map(({ question_text }) => question_text)
  const losing = names(questionsLosing(questionsIn(after), before, after))
  const gaining = names(questionsGaining(questionsIn(before), before, after))
  const missing = questionsMissing(questionsIn(after), allBefore, allAfter)
  return {
    losses: losing.length > 0 ? [faultOfLoss(losing)] : [],
    gains: [...(gaining.length > 0 ? [faultOfGain(gaining)] : []), ...missing.map(faultOfMissing)]
  }
}

export type FormulaCell = RetirableCell & QuestionFormulas & { question_text: string }

/** The cells of these sections, in use or retired, with the formulas of their questions. */
export async function readFormulaCells(
  tx: Tx,
  programmeId: number,
  sectionIds: readonly number[]
): Promise<FormulaCell[]> {
  const { rows } = await sql<FormulaCell>`
    select t.section_id, m.question_id, m.row_id, m.column_id, q.question_text, q.expression, q.visible_if,
      exists (
        select 1 from answers a
        where a.programme_id = ${programmeId} and a.question_id = m.question_id and a.column_id = m.column_id
          and (t.is_repeating or a.row_id = m.row_id)
          and (a.value is not null or a.is_not_applicable or a.is_not_available)
      ) as is_answered, ${retiredPart(programmeId)} as retired_part
    from question_memberships m
    join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    where m.programme_id = ${programmeId} and t.section_id in (${sql.join([...sectionIds])})
    order by m.membership_id`.execute(tx)
  return rows
}
