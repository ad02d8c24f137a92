/** Whether a text has every word of a search, in any order. */
export function hasEveryWord(text: string, search: string): boolean {
  const lower = text.toLocaleLowerCase('en')
  return search
    .toLocaleLowerCase('en')
    .split(/\s+/)
    .every(word => lower.includes(word))
}
