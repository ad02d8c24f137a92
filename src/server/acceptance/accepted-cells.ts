import { sql } from 'kysely'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Tx } from '#server/database/schema.ts'
import { lockedError } from '#server/http/api-error.ts'
import type { LockedScope } from '#server/questionnaires/locked-scope.ts'

interface AcceptedCellsQuery {
  programmeId: number
  submissionIds: readonly number[]
  /** Cases of surveys, or the sections of questionnaires. */
  isCase: boolean
  /** Only cells of this section, if given. */
  sectionId?: number
}

/** Which cells of submissions are accepted with any questionnaire that asks for them. Of a repeating block, every row is. */
export async function acceptedCells(
  tx: Tx,
  { programmeId, submissionIds, isCase, sectionId }: AcceptedCellsQuery
): Promise<(submissionId: number, cell: CellAddress) => boolean> {
  const inSection = sql`and m.question_id in (
        select o.question_id from question_memberships o
        join sub_sections u on u.programme_id = ${programmeId} and u.sub_section_id = o.sub_section_id
        where o.programme_id = ${programmeId} and u.section_id = ${sectionId})`
  const { rows } = await sql<CellAddress & { submission_id: number; is_repeating: boolean }>`
    select a.submission_id, m.question_id, m.row_id, m.column_id, t.is_repeating
    from acceptances a
    join questionnaires n on n.programme_id = a.programme_id and n.questionnaire_id = a.questionnaire_id
      and (n.questionnaire_type = 'case') = ${isCase}
    join sections c on c.programme_id = a.programme_id and c.questionnaire_id = a.questionnaire_id
    join sub_sections t on t.programme_id = a.programme_id and t.section_id = c.section_id
    join question_memberships m on m.programme_id = a.programme_id and m.sub_section_id = t.sub_section_id
    where a.programme_id = ${programmeId} and a.submission_id = any(${[...submissionIds]}::bigint[]) and a.revoked_at is null
      ${sectionId === undefined ? sql`` : inSection}`.execute(tx)
  const bySubmission = groupBy(rows, row => row.submission_id)
  return (submissionId, { question_id, row_id, column_id }) =>
    (bySubmission.get(submissionId) ?? []).some(
      cell =>
        cell.question_id === question_id &&
        cell.column_id === column_id &&
        (cell.is_repeating || cell.row_id === row_id)
    )
}

/** Which cells of a section are accepted with another questionnaire that asks the same question of the same submission. */
export async function readAcceptedCells(
  { tx, caller, submission, hasAcceptances, caseCodeId }: LockedScope,
  sectionId: number
): Promise<(cell: CellAddress) => boolean> {
  if (!hasAcceptances) return () => false
  const isAccepted = await acceptedCells(tx, {
    programmeId: caller.programmeId,
    submissionIds: [submission.submission_id],
    isCase: caseCodeId > 0,
    sectionId
  })
  return cell => isAccepted(submission.submission_id, cell)
}

/** Refuses to remove a case from a survey that is accepted. The structure of its project must be held. */
export async function requireNotAccepted(
  tx: Tx,
  place: { programmeId: number; submissionId: number; questionnaireId: number }
): Promise<void> {
  const row = await tx
    .selectFrom('acceptances')
    .select('acceptance_id')
    .where('programme_id', '=', place.programmeId)
    .where('submission_id', '=', place.submissionId)
    .where('questionnaire_id', '=', place.questionnaireId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row) throw lockedError('The programme has accepted this survey, so its codes cannot be changed.')
}
