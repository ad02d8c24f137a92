import { textOfHtml } from '#lib/text/markup.ts'

const MAX_SNIPPET_CHARACTERS = 180
const BEFORE = 60

/** The part of a text around the first match, cut at spaces, with an ellipsis where text was left out. */
export function snippetOf(text: string, words: readonly string[]): string {
  const clean = textOfHtml(text)
  if (clean.length <= MAX_SNIPPET_CHARACTERS) return clean
  const lower = clean.toLowerCase()
  const places = words.map(word => lower.indexOf(word.toLowerCase())).filter(place => place >= 0)
  const wanted = Math.max(0, Math.min(...places, clean.length) - BEFORE)
  const start = places.length === 0 || wanted === 0 ? 0 : clean.indexOf(' ', wanted) + 1
  const rest = clean.slice(start)
  if (rest.length <= MAX_SNIPPET_CHARACTERS) return `${start > 0 ? '… ' : ''}${rest}`
  const end = rest.lastIndexOf(' ', MAX_SNIPPET_CHARACTERS)
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end > 0 ? end : MAX_SNIPPET_CHARACTERS)} …`
}
