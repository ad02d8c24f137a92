// Writes a calculated cell's expression as a formula of a spreadsheet, for files that people fill in elsewhere.

import { parseExpression, type Tree } from './expression-syntax.ts'
import { faultOrValue, type Reference } from './expression-tokens.ts'

/** Excel's limits. */
const MAX_FORMULA_LENGTH = 8_000
const MAX_ARGUMENTS = 200

/** The addresses of a reference's cells as arguments of a function ('D5:D9', 'F5'); null if one is not a number on the sheet. */
export type AddressesOf = (reference: Reference) => readonly string[] | null

interface FormulaPart {
  formula: string
  /** What must hold for the part not to be blank. */
  conditions: string[]
}

/**
 * The expression as a formula without its leading `=`, blank where the product's own calculation is: arithmetic with a blank, a sum of blanks
 * alone, a division by zero. Null if a spreadsheet cannot be relied on to calculate the same.
 */
export function spreadsheetFormula(text: string, addressesOf: AddressesOf): string | null {
  const tree = faultOrValue(() => parseExpression(text))
  const part = tree.ok ? partOf(tree.value, addressesOf) : null
  if (part === null) return null
  const conditions = [...new Set(part.conditions)]
  const formula =
    conditions.length === 0 ? part.formula : `IF(AND(${conditions.join(',')}),${part.formula},"")`
  return conditions.length <= MAX_ARGUMENTS && formula.length <= MAX_FORMULA_LENGTH ? formula : null
}

function partOf(tree: Tree, addressesOf: AddressesOf): FormulaPart | null {
  switch (tree.kind) {
    case 'number':
      return { formula: String(tree.value), conditions: [] }
    case 'reference':
      return singleCell(addressesOf(tree.reference))
    case 'negative': {
      const of = partOf(tree.of, addressesOf)
      return of && { ...of, formula: `(-${of.formula})` }
    }
    case 'sum':
      return sumOf(tree.parts, addressesOf)
    case 'arithmetic':
      return arithmetic(tree.sign, partOf(tree.left, addressesOf), partOf(tree.right, addressesOf))
    default:
      return null
  }
}

function singleCell(addresses: readonly string[] | null): FormulaPart | null {
  const [address = ''] = addresses ?? []
  return addresses?.length === 1 && !address.includes(':')
    ? { formula: address, conditions: [`ISNUMBER(${address})`] }
    : null
}

function sumOf(parts: readonly Tree[], addressesOf: AddressesOf): FormulaPart | null {
  const found = parts.map(part => (part.kind === 'reference' ? addressesOf(part.reference) : null))
  if (found.includes(null)) return null
  const list = found.flatMap(addresses => addresses ?? [])
  if (list.length === 0 || list.length > MAX_ARGUMENTS) return null
  return { formula: `SUM(${list.join(',')})`, conditions: [`COUNT(${list.join(',')})>0`] }
}

function arithmetic(
  sign: '+' | '-' | '*' | '/',
  left: FormulaPart | null,
  right: FormulaPart | null
): FormulaPart | null {
  if (left === null || right === null) return null
  return {
    formula: `(${left.formula}${sign}${right.formula})`,
    conditions: [
      ...left.conditions,
      ...right.conditions,
      // AND evaluates every condition, and one that is an error makes all of it one.
      ...(sign === '/' ? [`IFERROR(${right.formula}<>0,FALSE)`] : [])
    ]
  }
}
