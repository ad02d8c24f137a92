import type { ProgressSection } from '#contract/organisation-progress.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { sectionPercent } from '#domain/questionnaires/progress-rows.ts'
import { countOf } from '#lib/format.ts'

export const progressStateWords: Record<SectionStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  complete: 'Complete',
  signed_off: 'Signed off'
}

/** 'In progress, 48% answered, 12 answers to do, 2 answers to check' */
export function progressSectionText(section: ProgressSection): string {
  const left = section.applicable_count - section.answered_count
  return [
    progressStateWords[section.status],
    section.is_empty === true && 'nothing to report',
    section.status === 'in_progress' && `${sectionPercent(section)}% answered`,
    left > 0 && `${countOf(left, 'answer')} to do`,
    section.warning_count > 0 && `${countOf(section.warning_count, 'figure')} to check`
  ]
    .filter(Boolean)
    .join(', ')
}
