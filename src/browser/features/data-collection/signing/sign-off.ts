// Signs off a questionnaire and reopens its sections. Before signing, the signer sees every flagged figure
// and its comments.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { buildModel } from '#browser/section/state/model.ts'
import type { Comment } from '#contract/comment.ts'
import {
  getSectionQuestions,
  type CellValue,
  type Question,
  type SectionQuestions
} from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { checkCalculated, checkCell, isAnswerable, type CellCheck } from '#domain/answers/cell-rules.ts'
import { derivedFrom } from '#domain/answers/completion.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { isOpenForSignOff } from '#domain/questionnaires/section-changes.ts'
import { countOf } from '#lib/format.ts'
import { newId } from '#lib/new-id.ts'
import { err, ok, type Err, type Result } from '#lib/result.ts'

export interface SignOffTarget {
  questionnaireId: number
  submissionId: number
}

/** A cell that the signer should see. */
export interface Remark {
  sectionId: number
  sectionName: string
  key: string
  cellName: string
  /** Why the figure was flagged; null if the cell only has an open comment. */
  warning: string | null
  comments: Comment[]
}

export const $remarks = loadableStore<Remark[]>()

/** Searches all sections for flagged answers and open comments. */
export async function loadRemarks(target: SignOffTarget, rows: readonly HubSectionRow[]): Promise<void> {
  // Reloads, so that nobody signs outdated figures.
  $remarks.reset()
  await $remarks.load(`${target.questionnaireId}/${target.submissionId}`, () => readRemarks(target, rows))
}

async function readRemarks(target: SignOffTarget, rows: readonly HubSectionRow[]): Promise<Result<Remark[]>> {
  const answers = await Promise.all(
    rows.map(({ section }) =>
      call(getSectionQuestions, {
        params: { id: target.questionnaireId, sid: section.section_id },
        query: { submission_id: target.submissionId }
      })
    )
  )
  const failed = answers.find((result): result is Err => !result.ok)
  return failed ?? ok(answers.flatMap(result => (result.ok ? remarksIn(result.value) : [])))
}

/** Flagged answers and open comments of one section, in reading order. */
export function remarksIn(content: SectionQuestions): Remark[] {
  const { section, cells } = buildModel(content)
  const { calculated, hidden } = derivedFrom([...cells.values()].map(cell => cell.question))
  return [...cells.values()].flatMap(({ key, question, name }) => {
    if (hidden.has(cellKey(question))) return []
    const [warning] = checkOf(question, calculated.get(key) ?? null).warnings
    const isOpen = question.comments.some(comment => !comment.is_resolved)
    if (warning === undefined && !isOpen) return []
    const remark = { sectionId: section.section_id, sectionName: section.section_name, key, cellName: name }
    return [{ ...remark, warning: warning?.message ?? null, comments: question.comments }]
  })
}

function checkOf(question: Question, calculated: CellValue): CellCheck {
  const previous = question.previous_answer?.value ?? null
  if (isCalculated(question)) return checkCalculated(question, calculated, previous)
  return isAnswerable(question)
    ? checkCell(question, question.answer, previous)
    : { errors: [], warnings: [] }
}

/** '2 flagged answers and 1 open comment'. */
export function remarksSummary(remarks: readonly Remark[]): string {
  const flagged = remarks.filter(remark => remark.warning !== null).length
  const open = remarks
    .flatMap(remark => remark.comments)
    .filter(one => !one.is_resolved && one.parent_comment_id === null).length
  const parts = [
    flagged > 0 && countOf(flagged, 'flagged answer'),
    open > 0 && countOf(open, 'open comment')
  ].filter(part => part !== false)
  return parts.length === 0
    ? 'There are no flagged answers or open comments.'
    : `${parts.join(' and ')}. ${flagged + open === 1 ? 'It stays' : 'They stay'} open after sign-off.`
}

/** Signs off all sections: the server signs off the whole questionnaire or nothing. */
export async function signOffQuestionnaire(target: SignOffTarget, sectionId: number): Promise<Result<null>> {
  const result = await sendAction(target, sectionId, 'sign_off')
  if (!result.ok) return result
  const { section_submission, rejected } = result.value
  if (section_submission.status === 'signed_off') return ok(null)
  return err(`Not signed off: ${countOf(rejected.length, 'cell')} must be completed first.`)
}

/** Reopens one section, which cancels the questionnaire's sign-off. */
export async function reopen(target: SignOffTarget, sectionId: number): Promise<Result<null>> {
  const result = await sendAction(target, sectionId, 'reopen')
  return result.ok ? ok(null) : result
}

const sendAction = (
  { questionnaireId, submissionId }: SignOffTarget,
  sectionId: number,
  action: 'sign_off' | 'reopen'
) =>
  call(saveSection, {
    body: {
      questionnaire_id: questionnaireId,
      submission_id: submissionId,
      section_id: sectionId,
      client_change_id: newId(),
      action,
      answers: []
    }
  })

export type SigningState = 'in_work' | 'ready' | 'signed' | 'partly_reopened'

/** How far the questionnaire's sign-off is. */
export function signingState(rows: readonly HubSectionRow[]): SigningState {
  const statuses = rows.map(({ section, completion }) => completion?.status ?? section.status)
  if (statuses.length === 0) return 'in_work'
  if (statuses.every(status => status === 'signed_off')) return 'signed'
  if (statuses.every(status => status === 'signed_off' || status === 'complete')) return 'ready'
  return statuses.includes('signed_off') ? 'partly_reopened' : 'in_work'
}

/** Whether every section can be signed off: a lock or correction window may exclude some. */
export const isSigningOpen = (rows: readonly HubSectionRow[]): boolean =>
  rows.every(({ section }) => isOpenForSignOff(section))

/** The last signature under the sections. */
export function lastSignature(rows: readonly HubSectionRow[]): { by: string | null; at: string } | null {
  const signed = rows.flatMap(({ completion }) =>
    completion?.signed_off_at ? [{ by: completion.signed_off_by ?? null, at: completion.signed_off_at }] : []
  )
  return signed.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null
}
