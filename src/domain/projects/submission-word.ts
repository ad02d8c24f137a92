// The programme's own word for a submission: ward, library, service. The page's configuration sets it before the first text is shown.

export interface SubmissionWord {
  one: string
  many: string
}

export const DEFAULT_SUBMISSION_WORD: SubmissionWord = { one: 'submission', many: 'submissions' }

let chosenSubmissionWord = DEFAULT_SUBMISSION_WORD

/** A page belongs to one programme. The server, which serves several, does not change it. */
export const setSubmissionWord = (word: SubmissionWord): void => {
  chosenSubmissionWord = word
}

export const submissionWord = (): SubmissionWord => chosenSubmissionWord

const withCapital = (word: string): string => word.charAt(0).toLocaleUpperCase('en') + word.slice(1)

const articleOf = (word: string): string => (/^[aeio]/i.test(word) ? 'an' : 'a')

/** Replaces '{submission}', '{submissions}' and '{a submission}' with the programme's words, capitalised where the placeholder is. */
export const withTerms = (text: string): string =>
  text.replaceAll(/\{(a )?submission(s)?\}/gi, (found, article?: string, plural?: string) => {
    const word = plural === undefined ? chosenSubmissionWord.one : chosenSubmissionWord.many
    const words = article === undefined ? word : `${articleOf(word)} ${word}`
    return /^\{[A-Z]/.test(found) ? withCapital(words) : words
  })
