import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

// A reply or code may come after the reader has gone to another screen, or has closed the dialog and opened another. So what opens a dialog, closes one or
// changes the address after a wait first asks `rememberOrigin` whether they are still there.

const METHODS = new Set(['selection.go', 'window.print'])
const MOVES = new Set([
  ...METHODS,
  'openModal',
  'closeModal',
  'closeModalWith',
  'askBefore',
  'navigate',
  'print'
])

/** The origin says whether these may happen; it does the others itself. */
const ASKED_BEFORE = new Set(['navigate', 'closeModalWith', 'print', 'window.print'])

/** The functions that turn a store of fetched data to what a screen shows. After a change, `reload…` reads only what the store still shows. */
const LOADS = /\bexport (?:const|(?:async )?function) (load[A-Z]\w*)(?:(?!\nexport )[^])*?\$\w+\.load\(/g
const loaders = new Set(
  globSync('src/browser/**/*.{ts,tsx}').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(LOADS)].map(([, name = '']) => name)
  )
)
/** Properties under which a screen gives a dialog what to do once it has changed something. */
const DONE = /^on(Saved|Sent|Signed|Reopened|Made|Changed|Done|Created|Deleted)$/

/** A parameter with which a helper asks where the reader is. */
const ASKS = /^(origin$|.*isOnScreen)/

type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration
const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node)

/** The calls of a function in the order of the text, without those of the functions in it. */
function ownNodes(body: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    ts.forEachChild(node, child => {
      if (!isFunction(child)) visit(child)
    })
  }
  visit(body)
  return found.toSorted((a, b) => a.getStart() - b.getStart())
}

/** Of methods only the one that selects a part in the builder, and the one that prints. */
function calledName(node: ts.Node): string | null {
  if (!ts.isCallExpression(node)) return null
  const name = node.expression.getText()
  return ts.isIdentifier(node.expression) || METHODS.has(name) ? name : null
}

/** Whether a function is called later by what it is passed to: with code that is loaded, or with a reply. */
function isCalledLater(node: ts.Node): boolean {
  if (!ts.isCallExpression(node.parent) || node.parent.expression === node) return false
  const { expression } = node.parent
  if (ts.isIdentifier(expression)) return expression.text === 'withCode'
  return ts.isPropertyAccessExpression(expression) && ['then', 'finally'].includes(expression.name.text)
}

/** Whether a function is what a dialog calls once it has changed something. */
const isDone = ({ parent }: ts.Node): boolean =>
  ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent) && DONE.test(parent.parent.name.getText())

/** The functions of a file that change the address themselves, without an origin to ask. */
function helpersThatMove(source: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) continue
    const asks = statement.parameters.some(({ name }) => ASKS.test(name.getText()))
    const moves = ownNodes(statement.body ?? statement).some(node => calledName(node) === 'navigate')
    if (moves && !asks) found.add(statement.name.text)
  }
  return found
}

const isLate = (name: string, knowsPlace: boolean, helpers: ReadonlySet<string>): boolean =>
  loaders.has(name) ||
  ((MOVES.has(name) || helpers.has(name)) && !(knowsPlace && (ASKED_BEFORE.has(name) || helpers.has(name))))

/** What a function does after a wait without asking where the reader is. */
function lateMoves(node: FunctionNode, helpers: ReadonlySet<string>): string[] {
  let hasWaited = isCalledLater(node) || isDone(node)
  let knowsPlace = false
  const found: string[] = []
  for (const one of ownNodes(node.body ?? node)) {
    const name = calledName(one)
    if (name === 'rememberOrigin' && !hasWaited) knowsPlace = true
    if (ts.isAwaitExpression(one)) hasWaited = true
    if (name !== null && hasWaited && isLate(name, knowsPlace, helpers)) found.push(name)
  }
  return found
}

function violations(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const helpers = helpersThatMove(source)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) found.push(...lateMoves(node, helpers).map(name => `${file}: ${name}`))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Moves that are meant for the reader wherever they are. */
const ANYWHERE = [
  // A logout, once what is unsaved has been sent or given up.
  'src/browser/app/log-out.ts: navigate',
  // A navigation itself, which asks whether it is still the latest.
  'src/browser/app/start/visit.ts: applyRedirect',
  'src/browser/app/start/visit.ts: applyRedirect',
  // All sessions of the user have ended.
  'src/browser/features/own-account/sessions-tab.tsx: leaveEverywhere',
  // The page, period or project that was asked for last, whichever that is.
  'src/browser/features/users/users.ts: loadUsers',
  'src/browser/features/explorer/builder/placement/placement.ts: loadPlacements',
  // There is one list: the user's own.
  'src/browser/features/own-account/account.ts: loadOwnSessions'
]

test('nothing moves or covers the page of a reader who has gone on', () => {
  const files = globSync('src/browser/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap(file => violations(file, readFileSync(file, 'utf8')))
  expect(found.toSorted()).toEqual(ANYWHERE.toSorted())
})

test.each([
  ['async () => { await save(); navigate(next) }', 1],
  [
    'async () => { const origin = rememberOrigin(); await save(); if (origin.isOnScreen()) navigate(next) }',
    0
  ],
  ['async () => { await save(); const origin = rememberOrigin(); navigate(next) }', 1],
  ['async () => { const origin = rememberOrigin(); await save(); closeModal() }', 1],
  ['async () => { await code.load(); window.print() }', 1],
  ['async () => { const origin = rememberOrigin(); await save(); origin.closeModal() }', 0],
  ['withCode(code, ({ A }) => openModal({ component: A, props: {} }))', 1],
  ['code.load().then(({ A }) => openModal({ component: A, props: {} }))', 1],
  ['async () => { if (await mayLeave()) closeModal() }', 1],
  ['async () => { const items = [{ onSelect: () => navigate(next) }]; await save(items) }', 0],
  ['() => navigate(next)', 0],
  ['async () => { await save(); go() }; function go() { navigate(next) }', 1],
  [
    'async () => { const origin = rememberOrigin(); await save(); go(origin) }; function go(origin) { if (origin.isOnScreen()) navigate(next) }',
    0
  ],
  ['async () => { await add(); selection.go(part) }', 1],
  ['async () => { const select = selection.follow(); await add(); select(part) }', 0],
  ['async () => { await save(); void loadHub(scope) }', 1],
  ['async () => { await save(); void reloadHub(scope) }', 0],
  ['<Workbook onSaved={() => void loadHub(scope)} />', 1],
  ['<Failure onRetry={() => void loadHub(scope)} />', 0]
])('%s: %s', (text, count) => {
  expect(violations('canary.tsx', `export const canary = ${text}`)).toHaveLength(count)
})
