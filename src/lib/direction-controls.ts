// Unicode characters that change the reading direction of what follows. In a name they could reverse the
// product's own words after it: in sentences, titles, mails and file names. They are removed from incoming
// text; single marks (U+200E, U+200F), which Arabic and Hebrew need, stay.

const controls = /[\u202A-\u202E\u2066-\u2069]/
const all = new RegExp(controls, 'g')
/** As JSON escapes. */
const escaped = /\\u(?:202[a-e]|206[6-9])/i

export const withoutDirectionControls = (text: string): string =>
  controls.test(text) ? text.replace(all, '') : text

/** Parses JSON and removes direction controls from its texts and keys. */
export function parseJson(json: string): unknown {
  const plain = withoutDirectionControls(json)
  return escaped.test(plain) ? withoutIn(JSON.parse(plain)) : JSON.parse(plain)
}

function withoutIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutDirectionControls(value)
  if (Array.isArray(value)) return value.map(withoutIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutDirectionControls(key), withoutIn(one)])
  )
}
