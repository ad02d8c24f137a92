// An organisation's remaining work in a project, with a link to each part (product 23.8).

import type { LockReason } from '#contract/lock-reason.ts'
import type { Section } from '#contract/questionnaires.ts'
import type { SectionCompletion } from '#contract/section-submissions.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import {
  isSectionDone,
  isSectionStarted,
  isWorkOpen,
  remainingText,
  remainingWorkOf,
  workInText,
  type WorkLeft
} from '#domain/questionnaires/section-work.ts'
import { countOf } from '#lib/format.ts'
import { DAY_MS } from '#lib/time/clock.ts'

export interface SectionWork {
  submissionId: number
  submissionName: string
  questionnaireId: number
  sectionName: string
  completion: SectionCompletion
  /** Why nothing can be entered there now; null while it can. */
  lock: LockReason | null
  /** What a correction window opens there. */
  section: Pick<Section, 'status' | 'lock_reason' | 'open_until' | 'open_cell_count'>
}

export interface SubmissionProgress {
  id: number
  name: string
  percent: number
  /** What can be done now. */
  remaining: WorkLeft
  /** Every section is marked complete or signed off. */
  isComplete: boolean
  sections: SectionWork[]
}

export const unansweredCount = ({ applicable_count, answered_count }: SectionCompletion): number =>
  Math.max(0, applicable_count - answered_count)

/** Totals of one submission; the percentage is floored, so that 100 means done. */
export function homeProgress(id: number, name: string, sections: SectionWork[]): SubmissionProgress {
  const applicable = sections.reduce((sum, { completion }) => sum + completion.applicable_count, 0)
  const answered = sections.reduce((sum, { completion }) => sum + completion.answered_count, 0)
  const remaining = remainingWorkOf(sections.filter(isOpenToSomeone).map(({ completion }) => completion))
  const isComplete =
    sections.length > 0 && sections.every(({ completion }) => isSectionDone(completion.status))
  const percent = completionPercent({ applicable_count: applicable, answered_count: answered }, isComplete)
  return { id, name, percent, remaining, isComplete, sections }
}

/** The one reason why nothing can be entered in any section; null while someone can enter something. */
export function commonLock(submissions: readonly SubmissionProgress[]): LockReason | null {
  const locks = submissions
    .flatMap(({ sections }) => sections.map(({ lock }) => lock))
    .filter(lock => lock !== 'signed_off')
  const [first = null] = locks
  return first !== 'read_only_role' && locks.every(lock => lock !== null && lock !== 'read_only_role')
    ? first
    : null
}

const isOpenToSomeone = ({ completion, lock }: SectionWork): boolean => isWorkOpen(completion, lock)

/** '132 answers to do in 2 of 3 wards', in sections that are open; null until it is known, or where there is nothing to enter. */
export function workLeftTitle(submissions: readonly SubmissionProgress[] | null): string | null {
  if (submissions === null || submissions.length === 0 || commonLock(submissions) !== null) return null
  const isDone = submissions.every(({ isComplete }) => isComplete)
  const all = countOfSubmissions(submissions.length)
  return (
    workInText(submissions.map(({ remaining }) => remaining)) ??
    (isDone ? `Every section is complete in ${all}` : null)
  )
}

/** Sections that are not done: started ones first, the most advanced before the others. */
export function remainingSections(submissions: readonly SubmissionProgress[]): SectionWork[] {
  const isBegun = ({ completion }: SectionWork): number => Number(isSectionStarted(completion))
  return submissions
    .flatMap(submission => submission.sections)
    .filter(isToDo)
    .toSorted(
      (one, other) =>
        isBegun(other) - isBegun(one) ||
        (isBegun(one) ? unansweredCount(one.completion) - unansweredCount(other.completion) : 0)
    )
}

const isToDo = (work: SectionWork): boolean => !isSectionDone(work.completion.status) && isOpenToSomeone(work)

/** Sections with work first, the most advanced of them before the others. */
export const sortByWork = (works: readonly SectionWork[]): SectionWork[] =>
  works.toSorted(
    (one, other) =>
      Number(isToDo(other)) - Number(isToDo(one)) ||
      Number(isSectionStarted(other.completion)) - Number(isSectionStarted(one.completion))
  )

/** Submissions with only the sections that the user was the last to change. */
export const begunBy = (submissions: readonly SubmissionProgress[], userId: number): SubmissionProgress[] =>
  submissions.flatMap(({ id, name, sections }) => {
    const own = sections.filter(({ completion }) => completion.updated_by_user_id === userId)
    return own.length === 0 ? [] : [homeProgress(id, name, own)]
  })

/** '57 answers to do', 'Closed: 1 of 6 sections not complete', 'All 6 sections complete', 'Signed off'. */
export function submissionWorkText({ isComplete, sections, remaining }: SubmissionProgress): string {
  if (remaining.sections > 0) return remainingText(remaining)
  const all = countOf(sections.length, 'section')
  const left = sections.filter(({ completion }) => !isSectionDone(completion.status)).length
  if (!isComplete) return `Closed: ${left} of ${all} not complete`
  return isSignedOff(sections) ? 'Signed off' : `All ${all} complete`
}

export const isSignedOff = (sections: readonly SectionWork[]): boolean =>
  sections.every(({ completion }) => completion.status === 'signed_off')

/** '11 of 48 answers missing, 2 warnings need a comment', 'Closed: 37 of 48 answers'. */
export function remainingWorkText(work: SectionWork): string {
  const { completion } = work
  const { applicable_count, error_count, comment_required_count, status } = completion
  const remaining = unansweredCount(completion)
  if (status === 'signed_off') return 'Signed off'
  if (status === 'complete') return completion.empty_reason ? 'Nothing to report' : 'Complete'
  if (!isOpenToSomeone(work)) return `Closed: ${sectionStateText(work)}`
  if (!isSectionStarted(completion))
    return applicable_count === 0
      ? 'Nothing entered yet, no answer is required'
      : `Nothing entered yet, ${countOf(applicable_count, 'answer')} to do`
  const parts = [
    remaining > 0 && `${remaining} of ${countOf(applicable_count, 'answer')} missing`,
    error_count > 0 && `${countOf(error_count, 'value')} to correct`,
    comment_required_count > 0 &&
      `${countOf(comment_required_count, 'warning needs', 'warnings need')} a comment`
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return applicable_count === 0 ? 'Not marked complete' : 'All answered, not marked complete'
}

/** How far a section is, for those who cannot enter anything: '16 of 30 answered', 'Complete'. */
export function sectionStateText({ completion }: SectionWork): string {
  const { status, answered_count, applicable_count } = completion
  if (status === 'signed_off') return 'Signed off'
  const answered = `${answered_count} of ${countOf(applicable_count, 'answer')}`
  return status === 'complete' ? `${answered}, complete` : answered
}

/** The main action's label includes its target: 'Continue: Ward 4B, Skill mix'. */
export function continueLabel({ completion, submissionName, sectionName }: SectionWork): string {
  return `${isSectionStarted(completion) ? 'Continue' : 'Start'}: ${submissionName}, ${sectionName}`
}

export interface LatestChange {
  work: SectionWork
  at: string
}

const MAX_LATEST_CHANGES = 5
const RECENT_DAYS = 7

/** 'Answers changed in 3 sections in the last 7 days'. */
export function recentChangesText(submissions: readonly SubmissionProgress[], now: Date): string {
  const since = now.getTime() - RECENT_DAYS * DAY_MS
  const recent = submissions
    .flatMap(({ sections }) => sections)
    .filter(({ completion }) => Date.parse(completion.updated_at ?? '') >= since).length
  return recent === 0
    ? `No answers changed in the last ${RECENT_DAYS} days`
    : `Answers changed in ${countOf(recent, 'section')} in the last ${RECENT_DAYS} days`
}

/** Sections by their last change, newest first. */
export const latestChanges = (submissions: readonly SubmissionProgress[]): LatestChange[] =>
  submissions
    .flatMap(({ sections }) => sections)
    .flatMap(work => (work.completion.updated_at === null ? [] : [{ work, at: work.completion.updated_at }]))
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, MAX_LATEST_CHANGES)
