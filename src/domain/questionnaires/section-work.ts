// Which sections still need work, and how it is described (docs/decisions/0020). A section needs work until it is marked complete, also if
// it was complete before and has been reopened.

import type { LockReason } from '#contract/lock-reason.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { countOf } from '#lib/format.ts'

/** Whether nobody has anything to do in the section; its answers count in charts. */
export const isSectionDone = (status: SectionStatus): boolean =>
  status === 'complete' || status === 'signed_off'

/** Whether somebody has answered in it. A state alone does not say: answers can be cleared, and a section can be complete without any. */
export const isSectionStarted = ({
  status,
  answered_count
}: {
  status: SectionStatus
  answered_count: number
}): boolean => answered_count > 0 || isSectionDone(status)

/** The statuses that `isSectionDone` accepts, for queries. */
export const DONE_STATUSES: readonly SectionStatus[] = ['complete', 'signed_off']

interface CountedSection {
  status: SectionStatus
  required_remaining_count: number
  comment_required_count: number
}

/** What a section still needs, answers and comments; 0 once it is done. */
export const answersToDo = ({
  status,
  required_remaining_count,
  comment_required_count
}: CountedSection): number => (isSectionDone(status) ? 0 : required_remaining_count + comment_required_count)

/** Whether someone of the organisation can do now what a section still needs: enter answers, or only mark it complete. */
export const isWorkOpen = (section: CountedSection, lock: LockReason | null): boolean =>
  lock === null || lock === 'read_only_role' || (lock === 'complete_only' && answersToDo(section) === 0)

export interface WorkLeft {
  answers: number
  /** Sections that are not marked complete. */
  sections: number
}

/** The work that remains in some sections. */
export const remainingWorkOf = (sections: readonly CountedSection[]): WorkLeft => ({
  answers: sections.reduce((sum, section) => sum + answersToDo(section), 0),
  sections: sections.filter(({ status }) => !isSectionDone(status)).length
})

/** '132 answers to do in 2 of 3 wards', from the work of each; null once none of them has any. */
export function workInText(works: readonly WorkLeft[]): string | null {
  const open = works.filter(({ sections }) => sections > 0)
  if (open.length === 0) return null
  const left = remainingText({
    answers: open.reduce((sum, { answers }) => sum + answers, 0),
    sections: open.reduce((sum, { sections }) => sum + sections, 0)
  })
  const all = countOfSubmissions(works.length)
  return open.length === works.length ? `${left} in ${all}` : `${left} in ${open.length} of ${all}`
}

/** '11 answers to do', '1 section to mark complete', '2 questions from the programme' or 'Nothing to do'. */
export function remainingText({ answers, sections }: WorkLeft, questions = 0): string {
  if (answers > 0) return `${countOf(answers, 'answer')} to do`
  if (sections > 0) return `${countOf(sections, 'section')} to mark complete`
  return questions > 0 ? questionsText(questions) : 'Nothing to do'
}
