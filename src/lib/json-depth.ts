// Measures how deep a JSON text is nested before it is parsed recursively.

const QUOTE = 34
const BACKSLASH = 92
const isOpening = (code: number): boolean => code === 91 || code === 123
const isClosing = (code: number): boolean => code === 93 || code === 125

/** The offset at which the text is nested more than `most` levels deep, or null. One pass without recursion; the text need not be valid. */
export function tooDeepAt(text: string, most: number): number | null {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInText = false
    } else if (code === QUOTE) isInText = true
    else if (isOpening(code)) {
      depth += 1
      if (depth > most) return at
    } else if (isClosing(code)) depth -= 1
  }
  return null
}
