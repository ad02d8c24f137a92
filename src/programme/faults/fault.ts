import { printableLine } from '#lib/text/printable.ts'

/** A position in a file, counted from 1 as editors do. */
export interface TextPosition {
  line: number
  column: number
}

/** An error in a programme's files, with its position and, if known, a fix. */
export interface Fault extends TextPosition {
  file: string
  message: string
  hint?: string
}

/** Where each line of a text begins. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The position of an offset, by binary search, so that a file with many faults is scanned once. */
export function textPosition(starts: readonly number[], offset: number): TextPosition {
  let [first, last] = [0, starts.length - 1]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if ((starts[middle] ?? 0) <= offset) first = middle
    else last = middle - 1
  }
  return { line: first + 1, column: offset - (starts[first] ?? 0) + 1 }
}

export const positionAt = (text: string, offset: number): TextPosition =>
  textPosition(lineStarts(text), offset)

/** `file:line:column message (hint)`, which editors and terminals turn into a link. */
export const describeFault = ({ file, line, column, message, hint }: Fault): string =>
  printableLine(`${file}:${line}:${column} ${message}${hint === undefined ? '' : ` (${hint})`}`)

export const inReadingOrder = (a: Fault, b: Fault): number =>
  a.file.localeCompare(b.file, 'en') ||
  a.line - b.line ||
  a.column - b.column ||
  a.message.localeCompare(b.message, 'en')
