// Mistakes in the files of a valid folder, as people and programs make them. A folder with one is either refused with its position or stored
// completely.

import fc from 'fast-check'

/** Takes the text of a file, the position of the mistake as a fraction of it, and another number to choose by. */
type Mistake = (text: string, place: number, choice: number) => string

const at = (text: string, place: number): number => Math.floor(place * text.length)
const pick = <T>(list: readonly T[], choice: number): T =>
  list[Math.floor(choice * list.length) % list.length]!

/** Text that was typed, pasted or left behind by accident. */
const STRAY = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '{',
  '}',
  ']',
  '[',
  ':',
  '\\',
  '\u200b',
  '\u00a0',
  '\u202e',
  '\ufeff',
  '\0',
  'é',
  '’',
  "'",
  '0',
  '-',
  '.',
  '/',
  '%',
  '\\ud800',
  '\\u0000'
]
/** Replacements for a value. */
const VALUES = [
  'null',
  'true',
  '""',
  '" "',
  '[]',
  '{}',
  '0',
  '-1',
  '1.5',
  '1e999',
  '99999999999999999999',
  '"2026-02-30"',
  '"0000-01-01"',
  '"x"',
  `"${'x'.repeat(5000)}"`,
  '[null]',
  '["a", "a"]',
  '[[]]',
  '"__proto__"',
  '"a/b"',
  '"CON"',
  '"search"',
  '"about"',
  '"\\ud83d"',
  '"A\\u200b"',
  '-0'
]

const values = /(?<=": )("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g

function replaceMatch(text: string, pattern: RegExp, place: number, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return text
  const { 0: match, index } = pick(found, place)
  return text.slice(0, index) + by(match) + text.slice(index + match.length)
}

function onLines(text: string, place: number, change: (lines: string[], index: number) => void): string {
  const lines = text.split('\n')
  change(lines, Math.floor(place * (lines.length - 1)))
  return lines.join('\n')
}

const mistakes: Record<string, Mistake> = {
  'a character dropped': (text, place) => text.slice(0, at(text, place)) + text.slice(at(text, place) + 1),
  'a character added': (text, place, choice) =>
    text.slice(0, at(text, place)) + pick(STRAY, choice) + text.slice(at(text, place)),
  'a piece dropped': (text, place, choice) =>
    text.slice(0, at(text, place)) + text.slice(at(text, place) + Math.floor(choice * 40)),
  'the end missing': (text, place) => text.slice(0, at(text, place)),
  'a line twice': (text, place) =>
    onLines(text, place, (lines, index) => lines.splice(index, 0, lines[index]!)),
  'a line missing': (text, place) => onLines(text, place, (lines, index) => lines.splice(index, 1)),
  'two lines swapped': (text, place) =>
    onLines(text, place, (lines, index) => lines.splice(index, 2, lines[index + 1] ?? '', lines[index]!)),
  'two columns swapped': (text, place) =>
    onLines(text, place, (lines, index) => {
      const cells = lines[index]!.split(',')
      lines[index] = [cells[1], cells[0], ...cells.slice(2)].join(',')
    }),
  'another value': (text, place, choice) => replaceMatch(text, values, place, () => pick(VALUES, choice)),
  'a value of elsewhere': (text, place, choice) => {
    const found = [...text.matchAll(values)].map(([value]) => value)
    return found.length === 0 ? text : replaceMatch(text, values, place, () => pick(found, choice))
  },
  'another name': (text, place, choice) =>
    replaceMatch(text, /"\w+"(?=: )/g, place, name =>
      pick([name.toUpperCase(), name.replace('_', ''), '"x"', '""', '"__proto__"'], choice)
    ),
  'a word in capitals': (text, place) => replaceMatch(text, /[a-z]{3,}/g, place, word => word.toUpperCase()),
  'other line ends': text => text.replaceAll('\n', '\r\n'),
  'other separators': (text, _, choice) => text.replaceAll(',', pick([';', '\t', '|'], choice)),
  'a word for a spreadsheet': text => `sep=,\n${text}`,
  'saved with a mark': text => `\ufeff${text}`,
  emptied: () => ''
}

export interface Mutation {
  file: string
  mistake: string
  text: string
}

/** Mistakes, each in one of the files. */
export const mutationsOf = (files: Readonly<Record<string, string>>): fc.Arbitrary<Mutation> =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(files)),
      fc.constantFrom(...Object.keys(mistakes)),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true })
    )
    .map(([file, mistake, place, choice]) => ({
      file,
      mistake,
      text: mistakes[mistake]!(files[file]!, place, choice)
    }))
