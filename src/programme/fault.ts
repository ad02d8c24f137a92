/** A position in a file, counted from 1 as editors do. */
export interface Position {
  line: number
  column: number
}

/** An error in a programme's files, with its position and, if known, a fix. */
export interface Fault extends Position {
  file: string
  message: string
  hint?: string
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

/** `file:line:column message (hint)`, which editors and terminals turn into a link. */
export const describeFault = ({ file, line, column, message, hint }: Fault): string =>
  `${file}:${line}:${column} ${message}${hint === undefined ? '' : ` (${hint})`}`

export const inReadingOrder = (a: Fault, b: Fault): number =>
  a.file.localeCompare(b.file, 'en') ||
  a.line - b.line ||
  a.column - b.column ||
  a.message.localeCompare(b.message, 'en')
