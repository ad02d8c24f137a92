// The possible sides of a comparison of programme ids, from a parsed statement.

import type { Node } from 'libpg-query'

export const COLUMN = 'programme_id'

/** The source of a programme id in a statement. `rows` is a parameter with rows as JSON, each with its programme. */
export type ProgrammeSource =
  | { kind: 'parameter' | 'rows'; parameter: number }
  | { kind: 'constant'; value: number }

export interface Table {
  kind: 'table'
  name: string
  isBound: boolean
}

/** One side of an equation of programme ids. */
export type Operand = Table | ProgrammeSource

/** The names that an expression can use. A subquery also sees those of its outer queries. */
export interface Scope {
  operands: Map<string, Operand>
  /** Common table expressions by name, and whether they contain rows of one programme. */
  ctes: ReadonlyMap<string, boolean>
  outer: Scope | null
}

export const textOf = (node: Node | undefined): string | undefined =>
  node && 'String' in node ? node.String.sval : undefined

export const itemsOf = (node: Node | undefined): readonly Node[] =>
  (node && 'List' in node ? node.List.items : undefined) ?? []

/** The parts of a condition that are joined by `and`. */
export function conjunctsOf(condition: Node | undefined): Node[] {
  if (!condition) return []
  if (!('BoolExpr' in condition) || condition.BoolExpr.boolop !== 'AND_EXPR') return [condition]
  return (condition.BoolExpr.args ?? []).flatMap(conjunctsOf)
}

export function operandOf(node: Node | undefined, scope: Scope): Operand | null {
  if (!node) return null
  if ('TypeCast' in node) return operandOf(node.TypeCast.arg, scope)
  if ('ParamRef' in node) return { kind: 'parameter', parameter: node.ParamRef.number ?? 0 }
  if ('A_Const' in node && node.A_Const.ival) return { kind: 'constant', value: node.A_Const.ival.ival ?? 0 }
  return 'ColumnRef' in node ? columnOperand((node.ColumnRef.fields ?? []).map(textOf), scope) : null
}

function columnOperand(names: readonly (string | undefined)[], scope: Scope): Operand | null {
  if (names.at(-1) !== COLUMN) return null
  return names.length === 1 ? onlyOperand(scope) : named(names.at(-2) ?? '', scope)
}

const named = (name: string, scope: Scope | null): Operand | null =>
  scope && (scope.operands.get(name) ?? named(name, scope.outer))

/** A column without a table in front is followed where there is one to choose from. */
function onlyOperand(scope: Scope): Operand | null {
  const [first, second] = scope.operands.values()
  if (first === undefined) return scope.outer && onlyOperand(scope.outer)
  return second === undefined ? first : null
}
