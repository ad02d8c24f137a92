// What a formula reads is not retired under it.
import { sql } from 'kysely'
import { questionsLosing, type Formulas, type UsedCell } from '#domain/lost-references.ts'
import type { Tx } from '../database/schema.ts'
import { invalid } from '../http/api-error.ts'

const NAMED = 3

interface Retiring {
  programmeId: number
  /** Where the part stands: formulas read cells of their own section only. */
  sectionIds: readonly number[]
  /** Whether the change takes something out of use; any other change is made as it is. */
  isRetiring: boolean
}

/** Makes a change, and refuses it if a formula that stays in use would read something that is in use no more. */
export async function keepingFormulas<T>(
  tx: Tx,
  { programmeId, sectionIds, isRetiring }: Retiring,
  change: () => Promise<T>
): Promise<T> {
  if (!isRetiring || sectionIds.length === 0) return change()
  const before = await cellsInUse(tx, programmeId, sectionIds)
  const changed = await change()
  const after = await cellsInUse(tx, programmeId, sectionIds)
  const questions = [...new Map(after.map(cell => [cell.question_id, cell])).values()]
  const losing = questionsLosing(questions, before, after).map(({ question_text }) => `“${question_text}”`)
  if (losing.length > 0) throw invalid('is_active', refusalOf(losing))
  return changed
}

function refusalOf(names: readonly string[]): string {
  const [first = ''] = names
  if (names.length === 1)
    return `the formula of ${first} needs it; change the formula, or retire ${first} first`
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `the formulas of ${names.slice(0, NAMED).join(', ')}${rest} need it; change them, or retire those questions first`
}

type Cell = UsedCell & Formulas & { question_text: string }

async function cellsInUse(tx: Tx, programmeId: number, sectionIds: readonly number[]): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select t.section_id, m.question_id, m.row_id, m.column_id, q.question_text, q.expression, q.visible_if
    from question_memberships m
    join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    left join sub_section_rows r on r.programme_id = ${programmeId} and r.row_id = m.row_id
    left join sub_section_columns k on k.programme_id = ${programmeId} and k.column_id = m.column_id
    where m.programme_id = ${programmeId} and q.programme_id = ${programmeId} and t.programme_id = ${programmeId}
      and t.section_id in (${sql.join([...sectionIds])}) and q.is_active and t.is_active
      and coalesce(r.is_active, true) and coalesce(k.is_active, true)
    order by m.membership_id`.execute(tx)
  return rows
}
