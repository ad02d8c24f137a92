// The result of a rule in this folder. Calls, whole structures, workbooks and folders show the same message beside the field, cell or line
// at fault.

import { countOf } from '#lib/format.ts'

export interface RuleFault {
  /** The field at fault, named as in the API. */
  field: string
  /** The message, which follows the name of the field in a sentence. */
  message: string
}

export const spellCount = (count: number, word: string, plural?: string): string =>
  count === 1 ? `one ${word}` : countOf(count, word, plural)
