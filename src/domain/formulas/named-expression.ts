// Formulas as people read and write them, with questions in brackets, `[Beds] - [Beds in use] > 0`, and choices by the name of the option,
// `[Why closed?] = [Why closed?: Works]`. The stored form has ids, and only `compile` validates it.

import { parseNumber } from '#domain/answers/number-input.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import { closestName, isNearlyTheSame } from '#lib/text/similar-words.ts'
import { referenceName, type ExpressionFault, type Reference } from './expression-tokens.ts'
import { compile } from './expression.ts'

export interface NamedCell {
  name: string
  reference: Reference
  options: readonly { option_id: number; option_name: string }[]
  /** Shown beside the name in a list: its unit, or its place. */
  hint: string
}

/** The stored form. `at` of a fault counts characters of the typed text, from 0. */
export type NamedResult = Result<string, ExpressionFault>

const QUOTED_TEXT = /('[^']*'|"[^"]*")/u
const isQuoted = (part: string): boolean => /^['"]/u.test(part)

/** Names are written in brackets, so a name cannot contain any. */
const stripBrackets = (name: string): string => name.replaceAll('[', '(').replaceAll(']', ')').trim()
/** Ignores case and repeated spaces. */
const foldName = (name: string): string => stripBrackets(name).replaceAll(/\s+/gu, ' ').toLowerCase()
const optionLabel = (cell: NamedCell, option: string): string => stripBrackets(`${cell.name}: ${option}`)

const isSameReference = (one: Reference, other: Reference): boolean =>
  one.question_id === other.question_id && one.row_id === other.row_id && one.column_id === other.column_id

/** The cell that a reference names. A question in only one cell needs no place. */
export function referencedCell(reference: Reference, cells: readonly NamedCell[]): NamedCell | undefined {
  const own = cells.filter(cell => cell.reference.question_id === reference.question_id)
  return (
    own.find(cell => isSameReference(cell.reference, reference)) ?? (own.length === 1 ? own[0] : undefined)
  )
}

/** Replaces the ids of a stored formula by names, where there is one. */
export function withNames(text: string, cells: readonly NamedCell[]): string {
  return text
    .split(QUOTED_TEXT)
    .map(part => (isQuoted(part) ? part : partWithNames(part, cells)))
    .join('')
}

const storedReference = /\b(q\d+(?:_r\d+_c\d+)?)(?:(\s*(?:==?|!=|<>)\s*)(\d+)(?![\d.]))?/giu

const partWithNames = (part: string, cells: readonly NamedCell[]): string =>
  part.replaceAll(storedReference, (whole, word: string, sign?: string, number?: string) => {
    const [question = 0, row, column] = (word.match(/\d+/g) ?? []).map(Number)
    const cell = referencedCell(
      { question_id: question, row_id: row ?? null, column_id: column ?? null },
      cells
    )
    if (cell === undefined) return whole
    const name = `[${stripBrackets(cell.name)}]`
    if (sign === undefined) return name
    const option = cell.options.find(({ option_id }) => String(option_id) === number)
    return `${name}${sign}${option ? `[${optionLabel(cell, option.option_name)}]` : number}`
  })

interface Piece {
  from: number
  written: number
  length: number
}

/** Converts a typed formula to its stored form, or returns its fault. */
export const withoutNames = (text: string, cells: readonly NamedCell[]): NamedResult =>
  readNamed(text, cells, 'a question or an option of this section', stored =>
    mapResult(compile(stored), () => stored)
  )

/** Names in brackets, quoted texts, and what differs in the stored form: signs, and numbers with a comma. */
const TYPED_PIECE =
  /(\[[^\]]*\]?|'[^']*'|"[^"]*"|[()]|[−–×÷]|(?<=[\d\s])x(?=\s*\[)|(?<![\p{L}\d_.])\d[\d.]*,[\d.,]*)/iu
const signs: Record<string, string> = { '−': '-', '–': '-', '×': '*', x: '*', X: '*', '÷': '/' }

/** Converts a typed formula and parses its stored form with `read`. `known` says what names stand for, in messages. */
export function readNamed<T>(
  text: string,
  cells: readonly NamedCell[],
  known: string,
  read: (stored: string) => Result<T, ExpressionFault>
): Result<T, ExpressionFault> {
  const pieces: Piece[] = []
  let stored = ''
  let at = 0
  let depth = 0
  // A quote inside a name is part of the name, and a bracket inside quotes part of the text.
  for (const piece of text.split(TYPED_PIECE)) {
    if (piece === '') continue
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    // Inside brackets a comma separates arguments: sum([Beds], 2).
    const replaced = piece.startsWith('[')
      ? referenceIdOf(piece, cells, known)
      : /^\d.*,/u.test(piece) && depth === 0
        ? readNumberPiece(piece)
        : { ok: true as const, value: signs[piece] ?? piece }
    if (!replaced.ok) return err({ message: replaced.error, at })
    pieces.push({ from: stored.length, written: at, length: piece.length })
    stored += replaced.value
    at += piece.length
  }
  const result = read(stored)
  if (result.ok) return result
  const { message, at: place } = result.error
  return err({ message: withNames(message, cells), at: offsetIn(pieces, place, text.length) })
}

function readNumberPiece(piece: string): Result<string> {
  const reading = parseNumber(piece, { mark: '.' })
  return reading.kind === 'number' ? ok(String(reading.value)) : err(`“${piece}” is not a number.`)
}

/** What a name of a question or an option stands for; null if nothing has it. */
function idOfName(name: string, cells: readonly NamedCell[]): string | null {
  const wanted = foldName(name)
  for (const cell of cells) {
    if (foldName(cell.name) === wanted) return referenceName(cell.reference)
    const option = cell.options.find(({ option_name }) => foldName(optionLabel(cell, option_name)) === wanted)
    if (option) return String(option.option_id)
  }
  return null
}

interface FormulaPiece {
  text: string
  /** Null for what is no name. */
  isKnown: boolean | null
}

/** A typed formula in pieces, so that the names in it can be shown apart from what joins them. */
export const piecesOfFormula = (text: string, cells: readonly NamedCell[]): FormulaPiece[] =>
  text
    .split(TYPED_PIECE)
    .filter(piece => piece !== '')
    .map(piece => ({
      text: piece,
      isKnown: /^\[.*\]$/su.test(piece) ? idOfName(piece.slice(1, -1), cells) !== null : null
    }))

function referenceIdOf(piece: string, cells: readonly NamedCell[], known: string): Result<string> {
  if (!piece.endsWith(']')) return err('A closing bracket ] is missing after this name.')
  const name = piece.slice(1, -1)
  const id = idOfName(name, cells)
  if (id !== null) return ok(id)
  const close = closestName(
    name,
    cells.map(cell => stripBrackets(cell.name))
  )
  const hint = close === undefined ? 'Choose one from the list.' : `Did you mean “${close}”?`
  return err(`“${name}” is not ${known}. ${hint}`)
}

function offsetIn(pieces: readonly Piece[], at: number, end: number): number {
  const piece = pieces.findLast(({ from }) => from <= at)
  if (piece === undefined) return 0
  return Math.min(end, piece.written + Math.min(at - piece.from, piece.length))
}

export interface NameCompletion {
  /** Start and end of the name being typed. */
  from: number
  to: number
  names: { name: string; hint: string }[]
}

const FORMULA_WORDS = new Set(['and', 'or', 'not', 'sum', 'blank', 'yes', 'no'])
const MAX_COMPLETIONS = 8

/** Completions for the name before the caret; null if no name is being typed. */
export function completionAt(
  text: string,
  caret: number,
  cells: readonly NamedCell[]
): NameCompletion | null {
  const before = text.slice(0, caret)
  const [typed = ''] = /\[[^\]]*$|[\p{L}\p{N}_]+$/u.exec(before) ?? []
  const isOpen = typed.startsWith('[')
  const wanted = (isOpen ? typed.slice(1) : typed).trim().toLowerCase()
  if (!isOpen && (wanted === '' || FORMULA_WORDS.has(wanted) || /^\d/u.test(wanted))) return null
  const from = caret - typed.length
  const all = [
    ...optionsAfter(text.slice(0, from), cells),
    ...cells.map(({ name, hint }) => ({ name: stripBrackets(name), hint }))
  ]
  const parts = wanted.split(/\s+/u)
  const rank = ({ name }: { name: string }): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    if (lower.includes(` ${wanted}`)) return 1
    if (parts.every(part => lower.includes(part))) return 2
    return isNearlyTheSame(wanted, lower) ? 3 : 4
  }
  const names = all.filter(one => rank(one) < 4).toSorted((one, other) => rank(one) - rank(other))
  const to = isOpen && text[caret] === ']' ? caret + 1 : caret
  return names.length === 0 ? null : { from, to, names: names.slice(0, MAX_COMPLETIONS) }
}

/** After `[Question] =`, the options of that question come first. */
function optionsAfter(before: string, cells: readonly NamedCell[]): { name: string; hint: string }[] {
  const [, name = ''] = /\[([^\]]*)\]\s*(?:==?|!=|<>)\s*$/u.exec(before) ?? []
  const cell = cells.find(one => foldName(one.name) === foldName(name))
  return (cell?.options ?? []).map(option => ({
    name: optionLabel(cell as NamedCell, option.option_name),
    hint: 'option'
  }))
}

/** Appends the question's number to the names of cells with the same name. */
export function numberDuplicateNames<T extends NamedCell>(cells: readonly T[]): T[] {
  const times = new Map<string, number>()
  for (const { name } of cells) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1)
  const isOnly = (name: string): boolean => times.get(name.toLowerCase()) === 1
  return cells.map(cell =>
    isOnly(cell.name) ? cell : { ...cell, name: `${cell.name} (${referenceName(cell.reference)})` }
  )
}
