// Follows the programme through a statement: from a parameter, over `a.programme_id = b.programme_id`, to every table.

import {
  loadModule,
  parseSync,
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type RangeFunction,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
  type WithClause
} from 'libpg-query'
import {
  COLUMN,
  conjunctsOf,
  itemsOf,
  operandOf,
  textOf,
  type Operand,
  type ProgrammeSource,
  type Scope,
  type Table
} from './programme-operands.ts'

await loadModule()

export interface Binding {
  /** Tables that are bound to no programme, and expressions that cannot be analysed. */
  faults: string[]
  /** All of them must name the same programme. */
  sources: ProgrammeSource[]
}

interface Facts {
  tables: Table[]
  /** `to` is bound when `from` is. */
  equations: { from: Operand; to: Table }[]
  /** Programmes that are written into rows. */
  written: Operand[]
  faults: string[]
}

const outermost: Scope = { operands: new Map(), ctes: new Map(), outer: null }

export function boundTables(statement: string): Binding {
  const facts: Facts = { tables: [], equations: [], written: [], faults: [] }
  for (const { stmt } of parseSync(statement).stmts ?? []) visit(stmt, outermost, facts)
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (const { from, to } of facts.equations) {
      if (to.isBound || (from.kind === 'table' && !from.isBound)) continue
      to.isBound = true
      hasChanged = true
    }
  }
  const operands = [...facts.equations.map(({ from }) => from), ...facts.written]
  const unbound = [...facts.tables, ...facts.written].filter(
    (operand): operand is Table => operand.kind === 'table' && !operand.isBound
  )
  return {
    faults: [...new Set([...facts.faults, ...unbound.map(({ name }) => name)])],
    sources: operands.filter(operand => operand.kind !== 'table')
  }
}

/** Looks for statements within a part of one. Those that are not looked into are faults, so that nothing passes unseen. */
function visit(part: unknown, scope: Scope, facts: Facts): void {
  if (Array.isArray(part)) {
    for (const one of part) visit(one, scope, facts)
    return
  }
  if (typeof part !== 'object' || part === null) return
  for (const [kind, child] of Object.entries(part)) {
    if (kind === 'SelectStmt') visitSelect(child as SelectStmt, scope, facts)
    else if (kind === 'InsertStmt') visitInsert(child as InsertStmt, scope, facts)
    else if (kind === 'UpdateStmt') visitUpdate(child as UpdateStmt, scope, facts)
    else if (kind === 'DeleteStmt') visitDelete(child as DeleteStmt, scope, facts)
    else if (kind === 'RangeVar' || kind.endsWith('Stmt')) facts.faults.push(`a ${kind}`)
    else visit(child, scope, facts)
  }
}

function openScope(outer: Scope, withClause: WithClause | undefined, facts: Facts): Scope {
  const ctes = new Map(outer.ctes)
  const scope: Scope = { operands: new Map(), ctes, outer }
  for (const node of withClause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue
    const { ctename = '', ctequery } = node.CommonTableExpr
    ctes.set(ctename, true)
    ctes.set(ctename, holdsTables(ctequery, scope, facts))
  }
  return scope
}

/** Whether a subquery reads tables: its rows are then of the one programme that these are bound to. */
function holdsTables(query: Node | undefined, scope: Scope, facts: Facts): boolean {
  const before = facts.tables.length
  visit(query, scope, facts)
  return facts.tables.length > before
}

interface Arm {
  query: SelectStmt
  scope: Scope
}

/** Returns the parts that a union puts together; otherwise the one. */
function visitSelect(query: SelectStmt, outer: Scope, facts: Facts): Arm[] {
  // What it locks are tables of its FROM clause.
  const { fromClause, whereClause, withClause, larg, rarg, lockingClause: _, ...rest } = query
  const scope = openScope(outer, withClause, facts)
  if (larg && rarg) return [larg, rarg].flatMap(arm => visitSelect(arm, scope, facts))
  const tables = (fromClause ?? []).flatMap(item => addFrom(item, scope, facts))
  equate(whereClause, scope, tables, facts)
  visit([whereClause, rest], scope, facts)
  return [{ query, scope }]
}

function visitInsert(insert: InsertStmt, outer: Scope, facts: Facts): void {
  const { relation, cols = [], selectStmt, withClause, onConflictClause, returningClause } = insert
  const scope = openScope(outer, withClause, facts)
  const index = cols.findIndex(column => 'ResTarget' in column && column.ResTarget.name === COLUMN)
  const arms =
    selectStmt && 'SelectStmt' in selectStmt ? visitSelect(selectStmt.SelectStmt, scope, facts) : []
  const written = arms.flatMap(arm => writtenBy(arm, index))
  if (index === -1 || written.length === 0 || written.includes(null))
    facts.faults.push(`insert into ${relation?.relname} without ${COLUMN}`)
  facts.written.push(...written.filter(operand => operand !== null))
  // What it writes is looked at above, so that its own name is bound.
  addTable(relation, scope, facts).isBound = true
  visit([onConflictClause, returningClause], scope, facts)
}

/** What an arm gives for a column, row by row; null where that cannot be told. */
function writtenBy({ query, scope }: Arm, index: number): (Operand | null)[] {
  const rows = query.valuesLists?.map(row => itemsOf(row)[index])
  if (rows) return rows.map(value => operandOf(value, scope))
  const target = query.targetList?.[index]
  return [operandOf(target && 'ResTarget' in target ? target.ResTarget.val : undefined, scope)]
}

function visitUpdate(update: UpdateStmt, outer: Scope, facts: Facts): void {
  const { relation, fromClause, whereClause, withClause, targetList, returningClause } = update
  const scope = openScope(outer, withClause, facts)
  const tables = [
    addTable(relation, scope, facts),
    ...(fromClause ?? []).flatMap(item => addFrom(item, scope, facts))
  ]
  if (targetList?.some(target => 'ResTarget' in target && target.ResTarget.name === COLUMN))
    facts.faults.push(`update of ${COLUMN} of ${relation?.relname}`)
  equate(whereClause, scope, tables, facts)
  visit([whereClause, targetList, returningClause], scope, facts)
}

function visitDelete(removal: DeleteStmt, outer: Scope, facts: Facts): void {
  const { relation, usingClause, whereClause, withClause, returningClause } = removal
  const scope = openScope(outer, withClause, facts)
  const tables = [
    addTable(relation, scope, facts),
    ...(usingClause ?? []).flatMap(item => addFrom(item, scope, facts))
  ]
  equate(whereClause, scope, tables, facts)
  visit([whereClause, returningClause], scope, facts)
}

function addTable(range: RangeVar | undefined, scope: Scope, facts: Facts): Table {
  const { relname = '?', schemaname, alias } = range ?? {}
  const cte = schemaname === undefined ? scope.ctes.get(relname) : undefined
  const table: Table = { kind: 'table', name: relname, isBound: cte ?? false }
  if (cte === undefined) facts.tables.push(table)
  scope.operands.set(alias?.aliasname ?? relname, table)
  return table
}

/** Adds what an item of a FROM names, and answers it. */
function addFrom(item: Node, scope: Scope, facts: Facts): Table[] {
  if ('RangeVar' in item) return [addTable(item.RangeVar, scope, facts)]
  if ('JoinExpr' in item) return addJoin(item.JoinExpr, scope, facts)
  if ('RangeSubselect' in item) {
    const { subquery, alias } = item.RangeSubselect
    const isBound = holdsTables(subquery, scope, facts)
    scope.operands.set(alias?.aliasname ?? '', { kind: 'table', name: 'subquery', isBound })
  } else if ('RangeFunction' in item) {
    addFunction(item.RangeFunction, scope)
    visit(item.RangeFunction.functions, scope, facts)
  } else visit([item], scope, facts)
  return []
}

/** An outer join keeps every row of one side, so that its condition binds the other side alone. */
function addJoin({ jointype, larg, rarg, quals }: JoinExpr, scope: Scope, facts: Facts): Table[] {
  const left = larg ? addFrom(larg, scope, facts) : []
  const right = rarg ? addFrom(rarg, scope, facts) : []
  const bindable = {
    left: jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : [],
    right: jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []
  }
  equate(quals, scope, [...bindable.left, ...bindable.right], facts)
  visit(quals, scope, facts)
  return [...left, ...right]
}

/** `jsonb_populate_recordset(null::table, $1)`: rows out of a parameter. */
function addFunction({ functions, alias }: RangeFunction, scope: Scope): void {
  const [list] = functions ?? []
  const [call] = itemsOf(list)
  if (!call || !('FuncCall' in call)) return
  const { funcname = [], args = [] } = call.FuncCall
  const name = textOf(funcname.at(-1))
  const rows = operandOf(args[1], scope)
  if (name === 'jsonb_populate_recordset' && rows?.kind === 'parameter')
    scope.operands.set(alias?.aliasname ?? name, { kind: 'rows', parameter: rows.parameter })
}

/** Notes the equations of programmes that a condition demands of each row, as far as they bind one of `tables`. */
function equate(condition: Node | undefined, scope: Scope, tables: readonly Table[], facts: Facts): void {
  for (const part of conjunctsOf(condition)) {
    if (!('A_Expr' in part)) continue
    const { kind, name = [], lexpr, rexpr } = part.A_Expr
    if (kind !== 'AEXPR_OP' || textOf(name[0]) !== '=') continue
    const sides = [operandOf(lexpr, scope), operandOf(rexpr, scope)] as const
    for (const [to, from] of [sides, sides.toReversed()])
      if (to?.kind === 'table' && from && tables.includes(to)) facts.equations.push({ from, to })
  }
}
