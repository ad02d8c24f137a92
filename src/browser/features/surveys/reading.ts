// Reads a survey's questions while the code that takes the answers loads.

import { atom } from 'nanostores'
import type { CaseReference } from '#browser/stores/survey.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { Result } from '#lib/result.ts'
import { readSections } from './content.ts'

/** The questions to show until then; null until they have arrived. */
export const $firstContent = atom<SectionQuestions[] | null>(null)

interface Reading {
  reference: CaseReference
  sections: Promise<Result<SectionQuestions[]>>
}

let begun: Reading | null = null

export async function beginReading(reference: CaseReference): Promise<void> {
  $firstContent.set(null)
  const reading: Reading = { reference, sections: readSections(reference) }
  begun = reading
  const result = await reading.sections
  if (result.ok && begun === reading) $firstContent.set(result.value)
}

/** Opening the survey again reads it again. */
export const forgetReading = (): void => void (begun = null)

const isSameCase = (one: CaseReference, other: CaseReference): boolean =>
  one.questionnaireId === other.questionnaireId &&
  one.submissionId === other.submissionId &&
  one.caseCode === other.caseCode

/** Takes over the read that has begun; without one, reads the survey now. */
export function finishReading(reference: CaseReference): Promise<Result<SectionQuestions[]>> {
  const reading = begun
  begun = null
  return reading !== null && isSameCase(reading.reference, reference)
    ? reading.sections
    : readSections(reference)
}
