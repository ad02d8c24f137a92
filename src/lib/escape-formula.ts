// Escapes texts that a spreadsheet would run as a formula by a leading apostrophe, and removes it on import.
// A text with its own leading apostrophe gets another one, so that every text round-trips. A workbook's cell
// is one text. A text in a CSV file or on the clipboard may be split again when it is opened: Excel
// separates by `;` in half of Europe, and treats a quotation mark only as such at the start of what it takes
// for a cell. So each part is escaped there.

/**
 * An apostrophe, or a character that starts a formula in some program: = + - @ and their wide forms, even
 * after blanks and quotation marks.
 */
const dangerous = /^[\s\p{Cc}\p{Cf}"]*['=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const separators = /([;\t\r\n\v\f\u0085\u2028\u2029])/
/** '−5', '+1,204.5 %': numbers are not formulas and stay numbers when pasted. */
const plainNumber = /^[+\-−]?\d[\d.,\s]*%?$/

type Test = (text: string) => boolean

const isFormula: Test = text => dangerous.test(text)
const isFormulaOnClipboard: Test = text => isFormula(text) && !plainNumber.test(text)

const escapeIf = (text: string, isTaken: Test): string => (isTaken(text) ? `'${text}` : text)
const unescapeIf = (text: string, isTaken: Test): string =>
  text.startsWith("'") && isTaken(text.slice(1)) ? text.slice(1) : text

/** Changes the parts after separators; the part before the first is changed with the whole text. */
const behindSeparators = (text: string, change: (part: string) => string): string =>
  text
    .split(separators)
    .map((part, index) => (index % 2 === 0 && index > 0 ? change(part) : part))
    .join('')

function escapedInParts(text: string, isTaken: Test): string {
  const parts = behindSeparators(text, part => escapeIf(part, isTaken))
  return isTaken(text) ? `'${parts}` : parts
}

const unescapedInParts = (text: string, isTaken: Test): string =>
  unescapeIf(
    behindSeparators(text, part => unescapeIf(part, isTaken)),
    isTaken
  )

/** For a cell of a workbook. */
export const escapeFormula = (text: string): string => escapeIf(text, isFormula)
export const unescapeFormula = (text: string): string => unescapeIf(text, isFormula)

/** For a field of a CSV file. */
export const escapeCsvField = (text: string): string => escapedInParts(text, isFormula)
export const unescapeCsvField = (text: string): string => unescapedInParts(text, isFormula)

/** For a cell on the clipboard. */
export const escapeClipboardText = (text: string): string => escapedInParts(text, isFormulaOnClipboard)
export const unescapeClipboardText = (text: string): string => unescapedInParts(text, isFormulaOnClipboard)
