// Escapes untrusted text for a terminal, where a control character can clear the screen, set a title or type for the user, and a
// bidirectional mark can reverse our own text.

/** Unlike JSON.stringify this covers DEL, the C1 controls, bidirectional marks and line separators. */
const harmful = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/gu

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with escapes in place of control characters; line breaks and tabs stay. JSON keeps its meaning. */
export const printable = (text: string): string => text.replace(harmful, escapeCharacter)

/** The same on one line, so that the text cannot imitate a line of our output. */
export const printableLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, escapeCharacter)
