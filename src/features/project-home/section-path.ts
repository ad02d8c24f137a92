import { paths } from '#navigation/paths.ts'
import type { SectionWork } from './remaining-work.ts'

/** Where the work is done: at the first cell that is left; who can only read begins at the top. */
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
