// Compiles calculated cells and visibility rules once and evaluates them whenever a cell changes.
//
// Blank is not 0: arithmetic with a blank is blank, `sum` skips blanks and is blank if all values are, a comparison with a blank is false, and
// `blank(q1)` tests for one. Division by zero is blank. A reference without a position means all cells of the question in `sum`, and its only
// cell elsewhere.

import type { CellValue } from '#contract/questionnaires.ts'
import { isBlank } from '#domain/answers/cell-rules.ts'
import { ROUNDING_TOLERANCE, plus, RELIABLE_DIGITS } from '#domain/figures/decimals.ts'
import { mapResult, type Result } from '#lib/result.ts'
import { parseExpression, type ComparisonSign, type Tree } from './expression-syntax.ts'
import { faultOrValue, type ExpressionFault, type Reference } from './expression-tokens.ts'

export type { Reference } from './expression-tokens.ts'

type ExpressionValue = CellValue | boolean

/** The values at a reference, one for each of its cells. */
export type Lookup = (reference: Reference) => readonly CellValue[]

export interface Expression {
  text: string
  references: Reference[]
  /** The value for a calculated cell: a number or a text, blank if it cannot be calculated. */
  value: (lookup: Lookup) => CellValue
  /** The truth for a visibility rule. */
  holds: (lookup: Lookup) => boolean
}

export function compile(text: string): Result<Expression, ExpressionFault> {
  return mapResult(
    faultOrValue(() => parseExpression(text)),
    tree => ({
      text,
      references: referencesIn(tree),
      value: lookup => asValue(outcome(tree, lookup)),
      holds: lookup => isTrue(outcome(tree, lookup))
    })
  )
}

function referencesIn(tree: Tree): Reference[] {
  switch (tree.kind) {
    case 'reference':
      return [tree.reference]
    case 'number':
    case 'text':
      return []
    case 'not':
    case 'negative':
    case 'blank':
      return referencesIn(tree.of)
    case 'sum':
      return tree.parts.flatMap(referencesIn)
    default:
      return [...referencesIn(tree.left), ...referencesIn(tree.right)]
  }
}

function outcome(tree: Tree, lookup: Lookup): ExpressionValue {
  switch (tree.kind) {
    case 'number':
    case 'text':
      return tree.value
    case 'reference':
      return singleValue(lookup(tree.reference))
    case 'not':
    case 'negative':
    case 'blank':
      return applyUnary(tree.kind, outcome(tree.of, lookup))
    case 'and':
      return [tree.left, tree.right].every(side => isTrue(outcome(side, lookup)))
    case 'or':
      return [tree.left, tree.right].some(side => isTrue(outcome(side, lookup)))
    case 'sum':
      return total(
        tree.parts.flatMap((part): readonly ExpressionValue[] =>
          part.kind === 'reference' ? lookup(part.reference) : [outcome(part, lookup)]
        )
      )
    case 'arithmetic':
      return applyOperator(
        tree.sign,
        asNumber(outcome(tree.left, lookup)),
        asNumber(outcome(tree.right, lookup))
      )
    case 'comparison':
      return compareValues(tree.sign, outcome(tree.left, lookup), outcome(tree.right, lookup))
  }
}

function applyUnary(kind: 'not' | 'negative' | 'blank', value: ExpressionValue): ExpressionValue {
  if (kind === 'not') return !isTrue(value)
  if (kind === 'blank') return isBlank(value)
  const number = asNumber(value)
  return number === null ? null : -number
}

const singleValue = (values: readonly CellValue[]): CellValue =>
  values.length === 1 ? (values[0] ?? null) : null
const isTrue = (value: ExpressionValue): boolean =>
  value !== false && value !== 0 && value !== 'no' && !isBlank(value)
const asNumber = (value: ExpressionValue): number | null => (typeof value === 'number' ? value : null)

function total(values: readonly ExpressionValue[]): number | null {
  const numbers = values.map(asNumber).filter(value => value !== null)
  return numbers.length === 0 ? null : numbers.reduce(plus, 0)
}

function applyOperator(
  sign: '+' | '-' | '*' | '/',
  left: number | null,
  right: number | null
): number | null {
  if (left === null || right === null) return null
  if (sign === '+') return plus(left, right)
  if (sign === '-') return plus(left, -right)
  if (sign === '*') return left * right
  return right === 0 ? null : left / right
}

/** A multiple choice equals an option that is among its chosen ones; text is compared without regard to case. */
function compareValues(sign: ComparisonSign, left: ExpressionValue, right: ExpressionValue): boolean {
  if (isBlank(left) || isBlank(right)) return false
  if (sign === '=') return isEqual(left, right)
  if (sign === '!=') return !isEqual(left, right)
  if (typeof left === 'number' && typeof right === 'number')
    return isEqual(left, right) ? sign === '<=' || sign === '>=' : isInOrder(sign, left, right)
  return typeof left === 'string' && typeof right === 'string' && isInOrder(sign, left, right)
}

function isInOrder<T extends number | string>(sign: '<' | '<=' | '>' | '>=', left: T, right: T): boolean {
  if (sign === '<') return left < right
  if (sign === '<=') return left <= right
  return sign === '>' ? left > right : left >= right
}

function isEqual(left: ExpressionValue, right: ExpressionValue): boolean {
  if (Array.isArray(left))
    return Array.isArray(right)
      ? left.length === right.length && left.every(id => right.includes(id))
      : left.some(id => id === right)
  if (Array.isArray(right)) return isEqual(right, left)
  if (typeof left === 'number' && typeof right === 'number')
    return Math.abs(left - right) <= ROUNDING_TOLERANCE * Math.max(Math.abs(left), Math.abs(right))
  return String(left).toLowerCase() === String(right).toLowerCase()
}

/** Fifteen significant digits, so that 0.1 × 3 is 0.3 on the screen, in the database and in a comparison. */
function asValue(value: ExpressionValue): CellValue {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return value
  return Number.isFinite(value) ? Number(value.toPrecision(RELIABLE_DIGITS)) : null
}
