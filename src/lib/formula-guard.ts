// Texts that a spreadsheet would take for a formula leave with an apostrophe in front, and come back without it. A text that begins with an
// apostrophe of its own gets another one, so that every text comes back as it left.

/** An apostrophe, or what starts a formula somewhere in the world: = + - @ and their wide forms, even after blanks; a tab or line break. */
const dangerous = /^[\s\p{Cc}\p{Cf}]*['=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

export const guardText = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

export const unguardText = (text: string): string => (text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text)
