// Formulas as people read and write them: questions by name in brackets, `[Beds] - [Beds in use] > 0`, and choices by the name of the option,
// `[Why closed?] = [Why closed?: Works]`. What is stored refers by id; `compile` alone judges it.
import { referenceName } from './expression-syntax.ts'
import { compile, type ExpressionFault, type Reference } from './expression.ts'
import { err, ok, type Result } from '#lib/result.ts'

export interface NamedCell {
  name: string
  reference: Reference
  options: readonly { option_id: number; option_name: string }[]
  /** What stands beside the name in a list: its unit, or where it is. */
  hint: string
}

/** What is to be stored. `at` of a fault counts the characters of what was written, from 0. */
export type NamedResult = Result<string, ExpressionFault>

const quoted = /('[^']*'|"[^"]*")/u
const isQuoted = (part: string): boolean => /^['"]/u.test(part)

/** Brackets mark names, so a name has none of its own. */
const plain = (name: string): string => name.replaceAll('[', '(').replaceAll(']', ')').trim()
const optionLabel = (cell: NamedCell, option: string): string => plain(`${cell.name}: ${option}`)

const isSame = (one: Reference, other: Reference): boolean =>
  one.question_id === other.question_id && one.row_id === other.row_id && one.column_id === other.column_id

/** The cell that is meant. A place is not needed for a question that has only one. */
function cellOf(reference: Reference, cells: readonly NamedCell[]): NamedCell | undefined {
  const own = cells.filter(cell => cell.reference.question_id === reference.question_id)
  return own.find(cell => isSame(cell.reference, reference)) ?? (own.length === 1 ? own[0] : undefined)
}

/** A stored formula with names. What has no name here stays as it is stored. */
export function withNames(text: string, cells: readonly NamedCell[]): string {
  return text
    .split(quoted)
    .map(part => (isQuoted(part) ? part : partWithNames(part, cells)))
    .join('')
}

const stored = /\b(q\d+(?:_r\d+_c\d+)?)(?:(\s*(?:==?|!=|<>)\s*)(\d+)(?![\d.]))?/giu

const partWithNames = (part: string, cells: readonly NamedCell[]): string =>
  part.replaceAll(stored, (whole, word: string, sign?: string, number?: string) => {
    const [question = 0, row, column] = (word.match(/\d+/g) ?? []).map(Number)
    const cell = cellOf({ question_id: question, row_id: row ?? null, column_id: column ?? null }, cells)
    if (cell === undefined) return whole
    const name = `[${plain(cell.name)}]`
    if (sign === undefined) return name
    const option = cell.options.find(({ option_id }) => String(option_id) === number)
    return `${name}${sign}${option ? `[${optionLabel(cell, option.option_name)}]` : number}`
  })

interface Piece {
  from: number
  written: number
  length: number
}

/** What is to be stored, or what is wrong and where. */
export function withoutNames(text: string, cells: readonly NamedCell[]): NamedResult {
  const pieces: Piece[] = []
  let result = ''
  let at = 0
  // A quote inside a name is part of the name, and a bracket inside quotes part of the text.
  for (const piece of text.split(/(\[[^\]]*\]?|'[^']*'|"[^"]*")/u)) {
    if (piece === '') continue
    const replaced = piece.startsWith('[') ? idOf(piece, cells) : piece
    if (replaced === null) return err({ message: unknownName(piece), at })
    pieces.push({ from: result.length, written: at, length: piece.length })
    result += replaced
    at += piece.length
  }
  const compiled = compile(result)
  if (compiled.ok) return ok(result)
  return err({ message: compiled.error.message, at: placeIn(pieces, compiled.error.at, text.length) })
}

function unknownName(piece: string): string {
  if (!piece.endsWith(']')) return 'A closing bracket ] is missing after the name of a question.'
  return `“${piece.slice(1, -1)}” is not a question or an option of this section. Choose one from the list.`
}

function idOf(piece: string, cells: readonly NamedCell[]): string | null {
  if (!piece.endsWith(']')) return null
  const wanted = piece.slice(1, -1).trim().toLowerCase()
  for (const cell of cells) {
    if (plain(cell.name).toLowerCase() === wanted) return referenceName(cell.reference)
    const option = cell.options.find(
      ({ option_name }) => optionLabel(cell, option_name).toLowerCase() === wanted
    )
    if (option) return String(option.option_id)
  }
  return null
}

function placeIn(pieces: readonly Piece[], at: number, end: number): number {
  const piece = pieces.findLast(({ from }) => from <= at)
  if (piece === undefined) return 0
  return Math.min(end, piece.written + Math.min(at - piece.from, piece.length))
}

export interface Completion {
  /** Where what is being typed begins and ends. */
  from: number
  to: number
  names: { name: string; hint: string }[]
}

const words = new Set(['and', 'or', 'not', 'sum', 'blank', 'yes', 'no'])
const MAX_NAMES = 8

/** The names that what stands before the caret may become; null where no name is being typed. */
export function completionAt(text: string, caret: number, cells: readonly NamedCell[]): Completion | null {
  const before = text.slice(0, caret)
  const [typed = ''] = /\[[^\]]*$|[\p{L}\p{N}_]+$/u.exec(before) ?? []
  const isOpen = typed.startsWith('[')
  const wanted = (isOpen ? typed.slice(1) : typed).trim().toLowerCase()
  if (!isOpen && (wanted === '' || words.has(wanted) || /^\d/u.test(wanted))) return null
  const from = caret - typed.length
  const all = [
    ...optionsAfter(text.slice(0, from), cells),
    ...cells.map(({ name, hint }) => ({ name: plain(name), hint }))
  ]
  const rank = ({ name }: { name: string }): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    if (lower.includes(` ${wanted}`)) return 1
    return lower.includes(wanted) ? 2 : 3
  }
  const names = all.filter(one => rank(one) < 3).toSorted((one, other) => rank(one) - rank(other))
  const to = isOpen && text[caret] === ']' ? caret + 1 : caret
  return names.length === 0 ? null : { from, to, names: names.slice(0, MAX_NAMES) }
}

/** Behind `[Question] =` the options of that question come first. */
function optionsAfter(before: string, cells: readonly NamedCell[]): { name: string; hint: string }[] {
  const [, name = ''] = /\[([^\]]*)\]\s*(?:==?|!=|<>)\s*$/u.exec(before) ?? []
  const cell = cells.find(one => plain(one.name).toLowerCase() === name.trim().toLowerCase())
  return (cell?.options ?? []).map(option => ({
    name: optionLabel(cell as NamedCell, option.option_name),
    hint: 'option'
  }))
}

/** Two cells of one name get the number of their question behind it, so that each is meant by its own. */
export function distinctNames(cells: readonly NamedCell[]): NamedCell[] {
  const times = new Map<string, number>()
  for (const { name } of cells) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1)
  const isOnly = (name: string): boolean => times.get(name.toLowerCase()) === 1
  return cells.map(cell =>
    isOnly(cell.name) ? cell : { ...cell, name: `${cell.name} (${referenceName(cell.reference)})` }
  )
}
