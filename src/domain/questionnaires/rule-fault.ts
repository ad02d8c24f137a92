// What a rule of this folder says of a questionnaire. Calls, whole structures, workbooks and folders show the same words, each beside the
// field, cell or line where it was written.

export interface RuleFault {
  /** The field that has to change, spelled as in the calls. */
  field: string
  /** What follows the name of the field in a sentence. */
  message: string
}

export const countOf = (count: number, word: string): string =>
  count === 1 ? `one ${word}` : `${count} ${word}s`
