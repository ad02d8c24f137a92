// A survey's questions, asked for while the code that takes the answers loads.

import { atom } from 'nanostores'
import type { CaseReference } from '#browser/stores/survey.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { Result } from '#lib/result.ts'
import { readSections } from './content.ts'

/** What can be shown until then; null while nothing has arrived. */
export const $firstContent = atom<SectionQuestions[] | null>(null)

interface Reading {
  reference: CaseReference
  sections: Promise<Result<SectionQuestions[]>>
}

let begun: Reading | null = null

/** Begins to read the survey. */
export async function beginReading(reference: CaseReference): Promise<void> {
  $firstContent.set(null)
  const reading: Reading = { reference, sections: readSections(reference) }
  begun = reading
  const result = await reading.sections
  if (result.ok && begun === reading) $firstContent.set(result.value)
}

/** Whoever opens the survey again reads it again. */
export const forgetReading = (): void => void (begun = null)

const isSameCase = (one: CaseReference, other: CaseReference): boolean =>
  one.questionnaireId === other.questionnaireId &&
  one.submissionId === other.submissionId &&
  one.caseCode === other.caseCode

/** The survey whose reading has begun, for whoever takes its answers from now on; otherwise it is read now. */
export function finishReading(reference: CaseReference): Promise<Result<SectionQuestions[]>> {
  const reading = begun
  begun = null
  return reading !== null && isSameCase(reading.reference, reference)
    ? reading.sections
    : readSections(reference)
}
