// One side of a chart's figure is a linear named expression: '[Budgeted WTE] − [Vacant WTE]', '2 × [Beds] + [Cots]'. Everything else is
// calculated in a calculated question.

import type { Aggregate } from '#contract/chart-aggregates.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { formatNumber } from '#domain/answers/number-input.ts'
import { RELIABLE_DIGITS } from '#domain/figures/decimals.ts'
import { ok, type Result } from '#lib/result.ts'
import { parseExpression, type Tree } from './expression-syntax.ts'
import {
  ExpressionError,
  faultOrValue,
  referenceName,
  type ExpressionFault,
  type Reference
} from './expression-tokens.ts'
import { referencedCell, readNamed, withNames, type NamedCell } from './named-expression.ts'

/** A figure and how often it counts: -1 subtracts it. */
export interface SumTerm extends CellAddress {
  factor: number
  /** How cases or rows become the figure; a formula cannot write it. */
  aggregate?: Aggregate | null
}

/** Enough for all parameters that a chart can have. */
const MAX_SUM_LENGTH = 50_000

/** Parses a sum into its figures, each once, or returns the fault. An empty text has none. */
export function readSum(text: string, figures: readonly NamedCell[]): Result<SumTerm[], ExpressionFault> {
  if (text.trim() === '') return ok([])
  // The first figure may have a sign too.
  return readNamed(text.replace(/^(\s*)\+/u, '$1 '), figures, 'a figure of this project', stored =>
    faultOrValue(() => {
      const tree = parseExpression(stored, MAX_SUM_LENGTH)
      return combineTerms(figuresIn(toLinear(tree), tree), figures)
    })
  )
}

interface Part {
  reference: Reference
  factor: number
  at: number
}

/** A number, or figures to add. */
type Linear = number | Part[]

function toLinear(tree: Tree): Linear {
  if (tree.kind === 'number') return tree.value
  if (tree.kind === 'reference') return [{ reference: tree.reference, factor: 1, at: tree.at }]
  if (tree.kind === 'negative') return scaleSum(toLinear(tree.of), -1, tree.at)
  if (tree.kind !== 'arithmetic')
    throw new ExpressionError(
      'Figures are only added and subtracted here. Calculate the rest in a calculated question.',
      tree.at
    )
  const [left, right] = [toLinear(tree.left), toLinear(tree.right)]
  if (tree.sign === '*') return multiplySums(tree, left, right)
  if (tree.sign === '/') return divideSum(tree, left, right)
  const factor = tree.sign === '-' ? -1 : 1
  if (typeof left === 'number' && typeof right === 'number') return left + factor * right
  return [...figuresIn(left, tree.left), ...figuresIn(scaleSum(right, factor, tree.at), tree.right)]
}

type Arithmetic = Extract<Tree, { kind: 'arithmetic' }>

function multiplySums(tree: Arithmetic, left: Linear, right: Linear): Linear {
  if (typeof left === 'number') return scaleSum(right, left, tree.left.at)
  if (typeof right === 'number') return scaleSum(left, right, tree.right.at)
  throw new ExpressionError(
    'A figure can be multiplied by a number only. Multiply figures in a calculated question.',
    tree.at
  )
}

function divideSum(tree: Arithmetic, left: Linear, right: Linear): Linear {
  if (typeof right !== 'number')
    throw new ExpressionError('Divide by a figure in the denominator: here figures are only added.', tree.at)
  if (right === 0) throw new ExpressionError('Nothing can be divided by 0.', tree.right.at)
  return scaleSum(left, 1 / right, tree.at)
}

const roundReliably = (value: number): number => Number(value.toPrecision(RELIABLE_DIGITS))

function scaleSum(sum: Linear, number: number, at: number): Linear {
  if (typeof sum === 'number') return sum * number
  if (number === 0) throw new ExpressionError('A figure times 0 adds nothing.', at)
  return sum.map(part => ({ ...part, factor: roundReliably(part.factor * number) }))
}

function figuresIn(sum: Linear, { at }: Tree): Part[] {
  if (typeof sum !== 'number') return sum
  const number = formatNumber(sum)
  throw new ExpressionError(`Put × and a figure after ${number}: a number alone is not a figure.`, at)
}

/** Adds up the factors of each figure. */
function combineTerms(parts: readonly Part[], figures: readonly NamedCell[]): SumTerm[] {
  const terms = new Map<string, SumTerm>()
  for (const { reference, factor, at } of parts) {
    const { question_id, row_id, column_id } = referencedCell(reference, figures)?.reference ?? reference
    if (row_id === null || column_id === null)
      throw new ExpressionError(`“${referenceName(reference)}” is not a figure of this project.`, at)
    const key = `${question_id}/${row_id}/${column_id}`
    const sum = roundReliably((terms.get(key)?.factor ?? 0) + factor)
    if (sum === 0) throw new ExpressionError('This figure is added and subtracted: it adds nothing.', at)
    terms.set(key, { question_id, row_id, column_id, factor: sum })
  }
  return [...terms.values()]
}

/** Writes terms as a sum that parses back to them. */
export const writeSum = (terms: readonly SumTerm[], figures: readonly NamedCell[]): string =>
  terms
    .map(({ factor, ...reference }, index) => {
      const sign = factor < 0 ? (index === 0 ? '−' : ' − ') : index === 0 ? '' : ' + '
      const size = Math.abs(factor)
      return `${sign}${size === 1 ? '' : `${formatNumber(size)} × `}${withNames(referenceName(reference), figures)}`
    })
    .join('')
