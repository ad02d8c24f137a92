// Entries in a part of a questionnaire. A part with entries stays: otherwise nobody could reach the answers and comments, case codes would open
// nothing, and what somebody declared or signed would be about something else.

import { spellCount } from './rule-fault.ts'

export interface Entered {
  answers: number
  comments: number
  /** Codes that open a survey; a withdrawn one opens nothing. */
  caseCodes: number
  /** Sections that somebody has marked complete, signed off or declared empty: they may be without answers. */
  sections: number
  /** Questions from the programme that wait for an answer or a decision. */
  queries: number
}

export const nothingEntered: Entered = { answers: 0, comments: 0, caseCodes: 0, sections: 0, queries: 0 }

const enteredNames: readonly (readonly [keyof Entered, string, string?])[] = [
  ['answers', 'answer'],
  ['comments', 'comment'],
  ['caseCodes', 'case code'],
  ['sections', 'completed section'],
  ['queries', 'unresolved query', 'unresolved queries']
]

export const sumOfEntered = (entered: Entered): number =>
  enteredNames.reduce((sum, [name]) => sum + entered[name], 0)

export const addEntered = (one: Entered, other: Entered): Entered => ({
  answers: one.answers + other.answers,
  comments: one.comments + other.comments,
  caseCodes: one.caseCodes + other.caseCodes,
  sections: one.sections + other.sections,
  queries: one.queries + other.queries
})

const enteredList = new Intl.ListFormat('en-GB')

/** “3 answers and one comment” */
export const enteredText = (entered: Entered): string =>
  enteredList.format(
    enteredNames
      .filter(([name]) => entered[name] > 0)
      .map(([name, word, plural]) => spellCount(entered[name], word, plural))
  )
