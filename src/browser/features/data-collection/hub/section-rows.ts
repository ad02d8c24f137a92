// Sections with their progress: the rows of the hub and of the side list.

import { call } from '#browser/api/call.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listSections, type Section, type SectionStatus } from '#contract/questionnaires.ts'
import { getCompletion, type SectionCompletion } from '#contract/section-submissions.ts'
import {
  isSectionDone,
  isWorkOpen,
  remainingWorkOf,
  type WorkLeft
} from '#domain/questionnaires/section-work.ts'
import { ok, type Result } from '#lib/result.ts'

export interface HubSectionRow {
  section: Section
  /** Null if unknown, for example because the call failed. */
  completion: SectionCompletion | null
}

/**
 * Sections in order, each with its completion. If the completion cannot be loaded, the sections are still
 * shown.
 */
export async function loadSectionRows(
  questionnaireId: number,
  submissionId: number
): Promise<Result<HubSectionRow[]>> {
  const [sections, completion] = await Promise.all([
    call(listSections, { params: { id: questionnaireId }, query: { submission_id: submissionId } }),
    call(getCompletion, { query: { submission_id: submissionId, questionnaire_id: questionnaireId } })
  ])
  return sections.ok ? ok(hubSectionRows(sections.value.sections, completion)) : sections
}

export function hubSectionRows(
  sections: readonly Section[],
  completion: Result<ReplyOf<typeof getCompletion>>
): HubSectionRow[] {
  const found = completion.ok ? completion.value.section_submissions : []
  return sections
    .toSorted((one, other) => one.display_order - other.display_order)
    .map(section => ({
      section,
      completion: found.find(({ section_id }) => section_id === section.section_id) ?? null
    }))
}

/** The work that can be done now in all sections; null when one section's is unknown. */
export function totalRemaining(rows: readonly HubSectionRow[]): WorkLeft | null {
  if (rows.some(({ completion }) => completion === null)) return null
  return remainingWorkOf(rows.filter(isRowOpen).flatMap(({ completion }) => completion ?? []))
}

export const isRowOpen = ({ completion, section }: HubSectionRow): boolean =>
  completion !== null && isWorkOpen(completion, section.lock_reason)

/** How many questions from the programme wait for an answer. */
export const openQuestions = (rows: readonly HubSectionRow[]): number =>
  rows.reduce((sum, { section }) => sum + (section.open_query_count ?? 0), 0)

const sectionStatusLabels: Record<SectionStatus, { word: string; tone: 'neutral' | 'info' | 'ok' }> = {
  not_started: { word: 'Not started', tone: 'neutral' },
  in_progress: { word: 'In progress', tone: 'info' },
  complete: { word: 'Complete', tone: 'ok' },
  signed_off: { word: 'Signed off', tone: 'ok' }
}

/** A section's state. A section with all its answers is not complete until someone marks it so. */
export function sectionStateLabel(
  status: SectionStatus,
  counts: AnsweredCounts | null,
  isEmpty: boolean
): { word: string; tone: 'neutral' | 'info' | 'ok' } {
  if (isEmpty)
    return {
      word: status === 'signed_off' ? 'Signed off, nothing to report' : 'Nothing to report',
      tone: 'ok'
    }
  const isAnswered =
    counts !== null && counts.applicable_count > 0 && counts.answered_count >= counts.applicable_count
  return isAnswered && status === 'in_progress'
    ? { word: 'All answered, not marked complete', tone: 'info' }
    : sectionStatusLabels[status]
}

type AnsweredCounts = Pick<SectionCompletion, 'applicable_count' | 'answered_count'>

export const sectionLinkId = (sectionId: number): string => `section-${sectionId}`

/** The action of a row. */
export function verbOf({ section, completion }: HubSectionRow): string {
  if (section.is_locked) return 'View'
  const status = completion?.status ?? section.status
  if (status === 'not_started') return 'Start'
  return status === 'in_progress' ? 'Continue' : 'View'
}

/** The first section that is open and not complete. */
export const nextOpenSection = (rows: readonly HubSectionRow[]): HubSectionRow | null =>
  rows.find(
    ({ section, completion }) => !section.is_locked && !isSectionDone(completion?.status ?? section.status)
  ) ?? null
