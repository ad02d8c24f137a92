// Puts an apostrophe before texts that a spreadsheet would run as a formula, and removes it on import. A text
// with its own leading apostrophe gets another one, so that every text round-trips. A workbook's cell is one
// text. A text in a CSV file or on the clipboard may be split when it is opened: in half of Europe Excel
// separates cells by `;`, and it recognises a quotation mark only at the start of a cell. So each part of such
// a text is escaped.

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

const escapeIf = (text: string, test: Test): string => (test(text) ? `'${text}` : text)
const unescapeIf = (text: string, test: Test): string =>
  text.startsWith("'") && test(text.slice(1)) ? text.slice(1) : text

/** Changes every part but the first, which is changed with the whole text. */
const changeAfterSeparators = (text: string, change: (part: string) => string): string =>
  text
    .split(separators)
    .map((part, index) => (index % 2 === 0 && index > 0 ? change(part) : part))
    .join('')

function escapeParts(text: string, test: Test): string {
  const parts = changeAfterSeparators(text, part => escapeIf(part, test))
  return test(text) ? `'${parts}` : parts
}

const unescapeParts = (text: string, test: Test): string =>
  unescapeIf(
    changeAfterSeparators(text, part => unescapeIf(part, test)),
    test
  )

/** For a cell of a workbook. */
export const escapeFormula = (text: string): string => escapeIf(text, isFormula)
export const unescapeFormula = (text: string): string => unescapeIf(text, isFormula)

/** For a field of a CSV file. */
export const escapeCsvField = (text: string): string => escapeParts(text, isFormula)
export const unescapeCsvField = (text: string): string => unescapeParts(text, isFormula)

/** For a cell on the clipboard. */
export const escapeClipboardText = (text: string): string => escapeParts(text, isFormulaOnClipboard)
export const unescapeClipboardText = (text: string): string => unescapeParts(text, isFormulaOnClipboard)
