// Unicode characters that change the reading direction of what follows. In a name they could reverse the
// product's own words after it: in sentences, titles, emails and file names. They are removed from incoming
// text; single marks (U+200E, U+200F), which Arabic and Hebrew need, stay.

const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/
const ALL_DIRECTION_CONTROLS = new RegExp(DIRECTION_CONTROLS, 'g')
/** The same characters as JSON escapes. */
const ESCAPED_CONTROLS = /\\u(?:202[a-e]|206[6-9])/i

export const withoutDirectionControls = (text: string): string =>
  DIRECTION_CONTROLS.test(text) ? text.replace(ALL_DIRECTION_CONTROLS, '') : text

/** Parses JSON and removes direction controls from its texts and keys. */
export function parseJson(json: string): unknown {
  const plain = withoutDirectionControls(json)
  return ESCAPED_CONTROLS.test(plain) ? withoutIn(JSON.parse(plain)) : JSON.parse(plain)
}

function withoutIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutDirectionControls(value)
  if (Array.isArray(value)) return value.map(withoutIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutDirectionControls(key), withoutIn(one)])
  )
}
