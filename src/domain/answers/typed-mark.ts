// The decimal mark that people of the programme write. Part of the first page load, so it is separate from number-input.ts.

import type { DecimalMark } from '#lib/text/decimal-marks.ts'

let typedMark: DecimalMark = '.'

/** What a typed 1.500 means where it is the only text: this site writes 1,500 and 1.5, people with a decimal comma the reverse. */
export const marksTyped = (): 'mixed' | null => (typedMark === ',' ? 'mixed' : null)

/** A page belongs to one programme. The server, which serves several, reads no typed numbers. */
export const setTypedMark = (mark: DecimalMark): void => {
  typedMark = mark
}
