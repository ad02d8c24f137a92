import { paths } from '#programme/paths.ts'
import type { SectionWork } from './remaining-work.ts'

/** Opens a section at its first incomplete cell, or at the top for readers who cannot edit. */
export const sectionPath = (
  projectCode: string,
  { questionnaireId, submissionId, completion, lock }: SectionWork
): string =>
  paths.section(
    projectCode,
    questionnaireId,
    submissionId,
    completion.section_id,
    lock === null ? { go: 'left' } : {}
  )
