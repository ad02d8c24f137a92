// One side of a chart's figure as people write it: '[Budgeted WTE] − [Vacant WTE]', '2 × [Beds] + [Cots]'. Only sums of figures, each with
// a number before it if it counts more or less than once; whatever else is to be calculated is a calculated question.
import { formatNumber, parseNumber } from '../answers/number-input.ts'

export interface FormulaTerm<Figure> {
  figure: Figure
  /** -1 subtracts. */
  factor: number
}

export type FormulaReading<Figure> =
  | { ok: true; terms: FormulaTerm<Figure>[] }
  /** `at` and `length` say which part of the text the message is about. */
  | { ok: false; message: string; at: number; length: number }

class FormulaError extends Error {
  readonly at: number
  readonly length: number
  constructor(message: string, at: number, length = 1) {
    super(message)
    this.at = at
    this.length = length
  }
}

/** Reads a formula over figures by their names. Capitals and spaces in a name do not matter. */
export function readFormula<Figure>(
  text: string,
  figures: ReadonlyMap<string, Figure>
): FormulaReading<Figure> {
  const byName = new Map([...figures].map(([name, figure]) => [folded(name), figure]))
  try {
    return { ok: true, terms: termsIn(text, (name, at) => figureNamed(name, at, byName, figures)) }
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    return { ok: false, message: error.message, at: error.at, length: error.length }
  }
}

const folded = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

const signs: Record<string, 1 | -1> = { '+': 1, '-': -1, '−': -1, '–': -1 }

function termsIn<Figure>(
  text: string,
  figureOf: (name: string, at: number) => Figure
): FormulaTerm<Figure>[] {
  const terms: FormulaTerm<Figure>[] = []
  const end = text.trimEnd().length
  let at = skipSpaces(text, 0)
  while (at < end) {
    const sign = signs[text[at]!]
    if (sign === undefined && terms.length > 0) throw unexpectedAfterFigure(text, at)
    if (sign !== undefined) at = skipSpaces(text, at + 1)
    if (at >= end) throw new FormulaError('A figure is missing after the last sign.', Math.max(0, end - 1))
    const factor = factorAt(text, at)
    at = factor.next
    const name = nameAt(text, at)
    terms.push({ figure: figureOf(name.text, at), factor: (sign ?? 1) * factor.value })
    at = skipSpaces(text, name.next)
  }
  return terms
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at += 1
  return at
}

/** '2 ×', '0.5 *', '1,000 x', or nothing. */
function factorAt(text: string, at: number): { value: number; next: number } {
  const match = /^(\d[\d.,]*)\s*([×*x])?\s*/i.exec(text.slice(at))
  if (!match) return { value: 1, next: at }
  const [whole, digits = '', times] = match
  if (times === undefined)
    throw new FormulaError(
      `Put × and a figure after ${digits}: a number alone is not a figure.`,
      at,
      digits.length
    )
  const reading = parseNumber(digits)
  if (reading.kind !== 'number') throw new FormulaError(`“${digits}” is not a number.`, at, digits.length)
  const { value } = reading
  if (value === 0) throw new FormulaError('A figure times 0 adds nothing.', at, digits.length)
  return { value, next: at + whole.length }
}

/** The name in brackets that begins here. */
function nameAt(text: string, at: number): { text: string; next: number } {
  if (text[at] !== '[') {
    const word = /^[^\s[\]+−–*×]+/.exec(text.slice(at))?.[0] ?? text[at] ?? ''
    throw new FormulaError(`“${word}” is not recognised here. Write a figure in [ ].`, at, word.length || 1)
  }
  const close = text.indexOf(']', at)
  if (close < 0) throw new FormulaError('This figure has no closing ].', at, text.length - at)
  return { text: text.slice(at + 1, close), next: close + 1 }
}

function unexpectedAfterFigure(text: string, at: number): FormulaError {
  const sign = text[at]!
  if (/[/÷:]/.test(sign))
    return new FormulaError('Divide by a figure in the denominator: here figures are only added.', at)
  if (/[*×x]/i.test(sign))
    return new FormulaError('Put a number before the figure that it multiplies: 2 × [figure].', at)
  return new FormulaError('Put + or − between two figures.', at)
}

function figureNamed<Figure>(
  name: string,
  at: number,
  byName: ReadonlyMap<string, Figure>,
  figures: ReadonlyMap<string, Figure>
): Figure {
  const figure = byName.get(folded(name))
  if (figure !== undefined) return figure
  const close = completions(name, [...figures.keys()])[0]
  const hint = close === undefined ? '' : ` Did you mean “${close}”?`
  throw new FormulaError(`There is no figure called “${name.trim()}”.${hint}`, at, name.length + 2)
}

/** The names that what was typed may become: those that begin with it, then those that hold all its words, then nearly the same ones. */
export function completions(typed: string, names: readonly string[], most = 8): string[] {
  const wanted = folded(typed)
  if (wanted === '') return names.slice(0, most)
  const words = wanted.split(' ')
  const rank = (name: string): number => {
    const here = folded(name)
    if (here.startsWith(wanted)) return 0
    if (words.every(word => here.includes(word))) return 1
    return sharedPairs(here, wanted) >= 0.6 ? 2 : 3
  }
  return names
    .map(name => ({ name, rank: rank(name) }))
    .filter(one => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(one => one.name)
}

/** How alike two texts are by their pairs of letters (Dice), 0 to 1. */
function sharedPairs(one: string, other: string): number {
  const pairs = (text: string): string[] => [...text].slice(1).map((_, index) => text.slice(index, index + 2))
  const [a, b] = [pairs(one), pairs(other)]
  if (a.length + b.length === 0) return 0
  const rest = [...b]
  const shared = a.filter(pair => {
    const found = rest.indexOf(pair)
    if (found >= 0) rest.splice(found, 1)
    return found >= 0
  })
  return (2 * shared.length) / (a.length + b.length)
}

/** The formula that reads back as these terms. */
export function writeFormula<Figure>(
  terms: readonly FormulaTerm<Figure>[],
  nameOf: (figure: Figure) => string
): string {
  return terms
    .map(({ figure, factor }, index) => {
      const sign = factor < 0 ? (index === 0 ? '−' : ' − ') : index === 0 ? '' : ' + '
      const size = Math.abs(factor)
      return `${sign}${size === 1 ? '' : `${formatNumber(size)} × `}[${nameOf(figure)}]`
    })
    .join('')
}
