// The options of a question in one cell. An option that has a separator of its own stands in quotation marks, doubled within, as in CSV.

const ENTRY = /[^\S\n]*("(?:[^"]|"")*"|[^;\n]*)[^\S\n]*(?:[;\n]|$)/gu
const QUOTED = /^"(?:[^"]|"")*"$/u
/** Marks around anything else belong to the option's name. */
const NEEDS_MARKS = /[;\n]|""/u

export const readOptionList = (text: string): string[] =>
  [...text.matchAll(ENTRY)].map(([, entry = '']) => unquoteOption(entry.trim())).filter(name => name !== '')

function unquoteOption(entry: string): string {
  const inner = entry.slice(1, -1)
  return QUOTED.test(entry) && NEEDS_MARKS.test(inner) ? inner.replaceAll('""', '"').trim() : entry
}

/** Without quotation marks where they are not needed. */
export function writeOptionList(names: readonly string[]): string {
  const plain = names.join('; ')
  const read = readOptionList(plain)
  const isSame = read.length === names.length && read.every((name, index) => name === names[index])
  return isSame ? plain : names.map(quoteOption).join('; ')
}

const quoteOption = (name: string): string =>
  /[;\n"]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name
