// Two calls that lock the same rows in different orders can deadlock. So what locks by id is given all ids at once, and puts them in order; called in a
// loop, it would lock in the order of the loop (src/server/database/structure-lock.ts).

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** What locks rows of one kind. */
const LOCKS = [
  'bumpAggregateVersions',
  'bumpDataVersion',
  'bumpDataVersions',
  'holdStructure',
  'holdStructureOf',
  'holdStructures',
  'lockRow',
  'lockRows',
  'takeStructure'
]
/** Where they are defined: these loops have the order. */
const ORDERED = new Set(['src/server/database/locks.ts', 'src/server/database/structure-lock.ts'])
/** An import holds the structures, charts and groups of the whole programme from its start, so its batches may lock again. */
const HOLDS_ALL = 'src/operations/provision/answers/'
/** What begins a transaction of its own: locks within have no order with those before it. */
const OWN_TRANSACTION = new Set(['transaction', 'inTransaction'])
const REPEATING = new Set(['map', 'flatMap', 'forEach', 'filter', 'some', 'every', 'reduce', 'find'])

interface LockCall {
  /** The function of a file's top level that the call is in. */
  within: string
  called: string
  isRepeated: boolean
  place: string
}

/** The calls of functions by name, outside of transactions of their own. */
function callsIn(file: string, text: string): LockCall[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const calls: LockCall[] = []
  const visit = (node: ts.Node, within: string, isRepeated: boolean): void => {
    const inner = (child: ts.Node, repeats = isRepeated) => visit(child, within, repeats)
    if (ts.isIterationStatement(node, false)) {
      const once = ts.isForOfStatement(node) || ts.isForInStatement(node) ? node.expression : null
      return node.forEachChild(child => inner(child, isRepeated || child !== once))
    }
    if (ts.isCallExpression(node)) {
      const { expression } = node
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (ts.isIdentifier(expression))
        calls.push({ within, called: name, isRepeated, place: `${file}:${line} ${name}` })
      inner(expression)
      const repeats = ts.isPropertyAccessExpression(expression) && REPEATING.has(name)
      for (const argument of node.arguments)
        visit(
          argument,
          OWN_TRANSACTION.has(name) ? '' : within,
          OWN_TRANSACTION.has(name) ? false : isRepeated || repeats
        )
      return
    }
    node.forEachChild(child => inner(child))
  }
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement)) visit(statement, statement.name?.text ?? '', false)
    else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer) visit(initializer, name.getText(), false)
    if (ts.isClassDeclaration(statement)) visit(statement, '', false)
  }
  return calls
}

/** The calls in loops that lock, themselves or by what they call. */
function locksInLoops(calls: readonly LockCall[]): string[] {
  const locking = new Set(LOCKS)
  for (let before = 0; before < locking.size;) {
    before = locking.size
    for (const { within, called } of calls) if (within !== '' && locking.has(called)) locking.add(within)
  }
  return calls.filter(({ called, isRepeated }) => isRepeated && locking.has(called)).map(({ place }) => place)
}

test.each([
  ['async function f() { for (const id of ids) await lockRow(tx, id) }', 1],
  ['async function f() { await Promise.all(ids.map(id => takeStructure(tx, id))) }', 1],
  [
    'const g = async id => bumpDataVersion(tx, id)\nconst f = async () => { for (const id of ids) await g(id) }',
    1
  ],
  ['async function f() { for (const row of await lockRows(tx, ids)) write(row) }', 0],
  ['async function f() { for (const id of ids) await transaction(database, tx => lockRow(tx, id)) }', 0],
  [
    'const g = inTransaction(tx => lockRow(tx, id))\nconst f = async () => { for (const id of ids) await g(id) }',
    0
  ]
])('%s', (text, count) => {
  expect(locksInLoops(callsIn('a.ts', text)).length).toBe(count)
})

test('nothing locks in a loop', () => {
  const files = globSync('src/{server,operations}/**/*.ts').filter(file => !ORDERED.has(file))
  expect(files.length).toBeGreaterThan(300)
  const found = locksInLoops(files.flatMap(file => callsIn(file, readFileSync(file, 'utf8'))))
  expect(found.filter(place => !place.startsWith(HOLDS_ALL))).toEqual([])
})
