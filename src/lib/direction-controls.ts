// Characters that change the direction in which what follows is read. In a name they would turn around the product's own words behind it: in
// sentences, titles, mails and names of files. They are taken out where texts come in from elsewhere; marks of a single place (U+200E, U+200F),
// which Arabic and Hebrew need, stay.

const controls = /[\u202A-\u202E\u2066-\u2069]/
const all = new RegExp(controls, 'g')
/** As JSON may write them. */
const escaped = /\\u(?:202[a-e]|206[6-9])/i

export const withoutDirectionControls = (text: string): string =>
  controls.test(text) ? text.replace(all, '') : text

/** Reads JSON; no text or key in it changes the direction of reading. */
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
