// Entries in a part of a questionnaire. A part with entries stays: otherwise nobody could reach the answers and comments, and case codes would
// open nothing.

import { spellCount } from './rule-fault.ts'

export interface Entered {
  answers: number
  comments: number
  /** Codes that open a survey; a withdrawn one opens nothing. */
  caseCodes: number
}

export const nothingEntered: Entered = { answers: 0, comments: 0, caseCodes: 0 }

const enteredNames = [
  ['answers', 'answer'],
  ['comments', 'comment'],
  ['caseCodes', 'case code']
] as const

export const sumOfEntered = (entered: Entered): number =>
  enteredNames.reduce((sum, [name]) => sum + entered[name], 0)

const enteredList = new Intl.ListFormat('en-GB')

/** “3 answers and one comment” */
export const enteredText = (entered: Entered): string =>
  enteredList.format(
    enteredNames.filter(([name]) => entered[name] > 0).map(([name, word]) => spellCount(entered[name], word))
  )
