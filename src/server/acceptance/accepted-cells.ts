import { sql } from 'kysely'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import {
  NOT_SETTLED,
  type CellSettlement,
  type SettlementOf
} from '#domain/questionnaires/section-changes.ts'
import { groupBy } from '#lib/group-by.ts'
import { isSectionAsked } from '#server/auth/taking-part.ts'
import type { Tx } from '#server/database/schema.ts'
import type { LockedScope } from '#server/questionnaires/locked-scope.ts'

interface SettledCellsQuery {
  programmeId: number
  submissionIds: readonly number[]
  /** Cases of surveys, or the sections of questionnaires. */
  isCase: boolean
  /** Only cells of this section, if given. */
  sectionId?: number
}

/** Says whether a cell of a section is settled. */
type SettlementInSubmission = (submissionId: number, sectionId: number, cell: CellAddress) => CellSettlement

/**
 * Which cells of submissions are accepted with any questionnaire that asks for them, or are in use in another section for which nothing to
 * report was declared. In a repeating block, this covers every row.
 */
export async function settledCells(
  tx: Tx,
  { programmeId, submissionIds, isCase, sectionId }: SettledCellsQuery
): Promise<SettlementInSubmission> {
  const inSection = sql`and m.question_id in (
        select o.question_id from question_memberships o
        join sub_sections u on u.programme_id = ${programmeId} and u.sub_section_id = o.sub_section_id
        where o.programme_id = ${programmeId} and u.section_id = ${sectionId})`
  const { rows } = await sql<SettledRow>`
    select p.submission_id, p.section_id, p.is_accepted, p.empty_reason, m.question_id, m.row_id, m.column_id, t.is_repeating
    from (
      select a.submission_id, c.section_id, true as is_accepted, null as empty_reason
      from acceptances a
      join questionnaires n on n.programme_id = a.programme_id and n.questionnaire_id = a.questionnaire_id
        and (n.questionnaire_type = 'case') = ${isCase}
      join sections c on c.programme_id = a.programme_id and c.questionnaire_id = a.questionnaire_id
      where a.programme_id = ${programmeId} and a.submission_id = any(${[...submissionIds]}::bigint[]) and a.revoked_at is null
      union all
      -- Only what its organisation can undo: reopening it needs the section, its questionnaire, period and scope.
      select e.submission_id, e.section_id, false, e.empty_reason
      from section_submissions e
      join submissions s on s.programme_id = e.programme_id and s.submission_id = e.submission_id
      join sections c on c.programme_id = e.programme_id and c.section_id = e.section_id
      where e.programme_id = ${programmeId} and e.submission_id = any(${[...submissionIds]}::bigint[]) and e.empty_reason is not null
        and not ${isCase} and ${isSectionAsked(programmeId)}
    ) p
    join sub_sections t on t.programme_id = ${programmeId} and t.section_id = p.section_id
      and (t.is_active or p.is_accepted)
    join question_memberships m on m.programme_id = ${programmeId} and m.sub_section_id = t.sub_section_id
    where true ${sectionId === undefined ? sql`` : inSection}`.execute(tx)
  const bySubmission = groupBy(rows, row => row.submission_id)
  return (submissionId, inside, { question_id, row_id, column_id }) => {
    const own = (bySubmission.get(submissionId) ?? []).filter(
      cell =>
        cell.question_id === question_id &&
        cell.column_id === column_id &&
        (cell.is_repeating || cell.row_id === row_id)
    )
    const declared = own.filter(({ is_accepted, section_id }) => !is_accepted && section_id !== inside)
    return {
      isAccepted: own.some(({ is_accepted }) => is_accepted),
      isEmpty: declared.length > 0,
      isDeclaredZero: declared.some(({ empty_reason }) => empty_reason === 'none_happened')
    }
  }
}

interface SettledRow extends CellAddress {
  submission_id: number
  section_id: number
  is_accepted: boolean
  empty_reason: EmptySectionReason | null
  is_repeating: boolean
}

/** Which cells of a section are settled by another part that asks the same question of the same submission. */
export async function readSettledCells(
  { tx, caller, submission, window, hasAcceptances, caseCodeId }: LockedScope,
  sectionId: number
): Promise<SettlementOf> {
  if (!hasAcceptances && !window.has_empty_sections) return () => NOT_SETTLED
  const settlementOf = await settledCells(tx, {
    programmeId: caller.programmeId,
    submissionIds: [submission.submission_id],
    isCase: caseCodeId > 0,
    sectionId
  })
  return cell => settlementOf(submission.submission_id, sectionId, cell)
}
