import { countOf } from '#lib/format.ts'
import { submissionWord } from './submission-word.ts'

/** '1 ward', '1,204 wards'. */
export const countOfSubmissions = (value: number): string => {
  const { one, many } = submissionWord()
  return countOf(value, one, many)
}
