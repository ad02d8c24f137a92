// What people write around and in place of a figure: its unit, a sum, or a word that there is none.

import type { Question } from '#contract/questionnaires.ts'
import { plus, ratioOf, times } from '#domain/figures/decimals.ts'
import { isCurrencySign } from '#domain/figures/figure-with-unit.ts'
import { parseExpression, type Tree } from '#domain/formulas/expression-syntax.ts'
import { err, ok, type Result } from '#lib/result.ts'

/** Without the question's own unit: '12 hours', '12 h' and 'EUR 12' are 12 where these are asked for. Another currency is a question. */
export function withoutUnit(text: string, { unit }: Pick<Question, 'unit'>): Result<string> {
  const plain = text.normalize('NFKC').trim()
  if (isCurrencySign(unit)) return withoutCurrency(plain, unit)
  const own = unit.normalize('NFKC').trim()
  if (own === '' || own === '%') return ok(plain)
  const endings = [own, own.endsWith('s') ? own.slice(0, -1) : `${own}s`]
  const ending = endings.find(one => plain.toLowerCase().endsWith(one.toLowerCase()))
  const rest = ending === undefined ? plain : plain.slice(0, -ending.length).trimEnd()
  return ok(/\d/.test(rest) ? rest : plain)
}

function withoutCurrency(plain: string, unit: string): Result<string> {
  const [sign = unit] = plain.match(/\p{Sc}/u) ?? []
  const [code] = plain.match(/^[A-Za-z]{3}\b|\b[A-Za-z]{3}$/) ?? []
  const named = code === undefined ? sign : (signOfCurrency(code) ?? code)
  if (named !== unit)
    return err(
      `This question asks for ${unit}. Enter the amount in ${unit}, not in ${code?.toUpperCase() ?? named}.`
    )
  return ok(code === undefined ? plain : plain.replace(code, '').trim())
}

/** '£' of 'GBP'; null if there is no such currency, or it has no sign. */
function signOfCurrency(code: string): string | null {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0
  })
  const sign = format.format(0).replace('0', '').trim()
  return isCurrencySign(sign) ? sign : null
}

const IS_SUM = /^=[\d+\-*/(). ]+$/

/** The value of '=12+30'; null if the text is no calculation with plain numbers, as where it has a comma. */
export function calculateSum(text: string): number | null {
  const plain = text.trim()
  if (!IS_SUM.test(plain)) return null
  try {
    const value = evaluateNumbers(parseExpression(plain.slice(1)))
    return value !== null && Number.isFinite(value) ? value : null
  } catch {
    // It is not a calculation, which the reader of numbers says.
    return null
  }
}

function evaluateNumbers(tree: Tree): number | null {
  if (tree.kind === 'number') return tree.value
  if (tree.kind === 'negative') {
    const value = evaluateNumbers(tree.of)
    return value === null ? null : -value
  }
  if (tree.kind !== 'arithmetic') return null
  const [left, right] = [evaluateNumbers(tree.left), evaluateNumbers(tree.right)]
  if (left === null || right === null) return null
  if (tree.sign === '+' || tree.sign === '-') return plus(left, tree.sign === '+' ? right : -right)
  if (tree.sign === '*') return times(left, right)
  return right === 0 ? null : ratioOf(left, right, 1)
}

export type NoFigureReason = 'not_applicable' | 'not_available'

const MEANS_NOT_APPLICABLE = /^(?:n\.?\/?a\.?|not applicable|does not apply)$/
const MEANS_NOT_AVAILABLE = /^(?:n\/?k|not known|unknown|not available)$/

/** The answer that a text in place of a figure is, beyond doubt; null for any other text. */
export function readNoFigure(text: string): NoFigureReason | null {
  const word = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (MEANS_NOT_APPLICABLE.test(word)) return 'not_applicable'
  return MEANS_NOT_AVAILABLE.test(word) ? 'not_available' : null
}

const IS_PENDING = /^(?:tb[acd]|pending|\?+|-|–|—|#n\/?a)$/
const MEANS_NONE = /^(?:nil|none|zero)$/
const IS_BOUND = /^[<>≤≥] ?\d[\d.,]*$/

/** What to ask about a text in place of a figure that may stand for several answers; null for any other text. */
export function noFigureQuestion(text: string): string | null {
  const word = text.trim().toLowerCase()
  if (/^#{2,}$/.test(word))
    return `“${text.trim()}” is what a spreadsheet shows in a column that is too narrow. Enter the figure, or “not available”.`
  if (MEANS_NONE.test(word)) return `“${text.trim()}” could be 0 or “not available”. Enter one of them.`
  if (IS_BOUND.test(word))
    return `“${text.trim()}” is not a figure. Enter one, or “not available” and the limit in a comment.`
  return IS_PENDING.test(word) ? `“${text.trim()}” is not a figure. Enter one, or “not available”.` : null
}
