// One way to do one thing: a body under two names is one function too many.

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** A shorter body is an expression that a name explains. */
const MIN_TOKENS = 16

interface NamedFunction {
  name: string
  file: string
  node: ts.FunctionLikeDeclaration
}

/** The named functions of a file, at its top and inside others. */
function functionsIn(file: string, text: string): NamedFunction[] {
  const found: NamedFunction[] = []
  const take = (name: string, node: ts.FunctionLikeDeclaration): void => {
    if (node.body) found.push({ name, file, node })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) take(node.name.text, node)
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
    )
      take(node.name.text, node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

const isType = (node: ts.Node): boolean => ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node)

/** What is calculated: a block with nothing but a return is what it returns. */
function calculated({ body }: ts.FunctionLikeDeclaration): ts.Node {
  const [only, next] = body && ts.isBlock(body) ? body.statements : []
  return (only && !next && ts.isReturnStatement(only) ? only.expression : undefined) ?? body!
}

/** The kinds of all parts: equal tokens have equal kinds, which are found much faster. */
function kindsOf(node: ts.FunctionLikeDeclaration): string {
  const kinds: number[] = []
  const add = (part: ts.Node): void => {
    if (isType(part)) return
    kinds.push(part.kind)
    ts.forEachChild(part, add)
  }
  for (const part of [...node.parameters, calculated(node)]) add(part)
  return kinds.join()
}

/** `x => x.a` and `function f(y) { return y.a }` have the same tokens. What is taken out of an object keeps its name. */
function tokensOf(node: ts.FunctionLikeDeclaration): string[] {
  const locals = new Map<string, string>()
  const declare = (part: ts.Node): void => {
    const isDeclared = ts.isParameter(part) || ts.isVariableDeclaration(part)
    if (isDeclared && ts.isIdentifier(part.name)) locals.set(part.name.text, `$${locals.size}`)
    ts.forEachChild(part, declare)
  }
  declare(node)
  const tokens: string[] = []
  const add = (part: ts.Node): void => {
    if (isType(part) || isFormAlone(part)) return
    const children = part.getChildren()
    if (children.length > 0) return children.forEach(add)
    const isProperty = ts.isPropertyAccessExpression(part.parent) && part.parent.name === part
    const text = part.getText()
    if (text !== '') tokens.push(isProperty ? text : (locals.get(text) ?? text))
  }
  for (const part of [...node.parameters, calculated(node)]) add(part)
  return tokens
}

/** The signs around types and parameters, which say nothing of what is done. */
function isFormAlone({ kind, parent }: ts.Node): boolean {
  if (kind === ts.SyntaxKind.ColonToken)
    return ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isFunctionLike(parent)
  if (kind === ts.SyntaxKind.AsKeyword) return ts.isAsExpression(parent)
  const isParenthesis = kind === ts.SyntaxKind.OpenParenToken || kind === ts.SyntaxKind.CloseParenToken
  return isParenthesis && ts.isArrowFunction(parent)
}

function duplicatesOf(functions: readonly NamedFunction[]): string[][] {
  const repeated = (groups: Iterable<NamedFunction[]>): NamedFunction[][] =>
    [...groups].filter(group => group.length > 1)
  return repeated(Map.groupBy(functions, ({ node }) => kindsOf(node)).values())
    .flatMap(alike =>
      repeated(
        Map.groupBy(
          alike.filter(({ node }) => tokensOf(node).length >= MIN_TOKENS),
          ({ node }) => tokensOf(node).join(' ')
        ).values()
      )
    )
    .map(group => group.map(({ name, file }) => `${file}: ${name}`))
}

test('no two functions have the same body', () => {
  const functions = globSync('src/**/*.{ts,tsx}').flatMap(file =>
    functionsIn(file, readFileSync(file, 'utf8'))
  )
  expect(functions.length).toBeGreaterThan(3000)
  expect(duplicatesOf(functions)).toEqual([])
})

test('markup is escaped in one file', () => {
  const escaping = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.{ts,mjs}']).filter(file =>
    /['"`](&amp;|&lt;)['"`]/.test(readFileSync(file, 'utf8'))
  )
  expect(escaping).toEqual(['src/lib/text/markup.ts'])
})

test('a body is the same whatever its locals, types and form', () => {
  const found = functionsIn(
    'planted.ts',
    `const sortByOrder = <T extends { order: number }>(list: readonly T[]): T[] => list.toSorted((a, b) => a.order - b.order)
     function toOrdered(rows: Row[]): Row[] {
       return rows.toSorted((one: Row, other: Row) => one.order - other.order)
     }
     const byName = (rows: Row[]) => rows.toSorted((one, other) => one.name - other.name)`
  )
  expect(duplicatesOf(found)).toEqual([['planted.ts: sortByOrder', 'planted.ts: toOrdered']])
})
