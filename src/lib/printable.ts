// Text of others for a terminal. There a control character can clear the screen, set a title or answer in the user's name, and a mark of
// the reading direction can turn a sentence of ours around.

/** Unlike JSON.stringify this covers DEL and the second row of controls, and what changes the direction or ends a line. */
const harmful = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with escapes in place of control characters; line breaks and tabs stay. In JSON it still means the same. */
export const printable = (text: string): string => text.replace(harmful, escaped)

/** The same on one line, so that nobody can add a line that looks like one of ours. */
export const printableLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, escaped)
