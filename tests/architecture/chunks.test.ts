import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

// Loading code on demand can fail. Only src/lib/chunk.ts handles that, so no other file of the browser calls `import()`.

const files = globSync('src/**/*.{ts,tsx}').filter(
  file => !/^src\/(server|programme|pages|sites|operations)\//.test(file)
)

/** Every `import()` that is not the whole body of `chunk(() => import('…'))`, and React's own ways to load code. */
function violations(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const tell = (node: ts.Node, what: string): void => {
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && !isInChunk(node))
      tell(node, 'import()')
    if (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === 'lazy') tell(node, 'lazy')
    if (ts.isPropertyAccessExpression(node) && node.getText() === 'React.lazy') tell(node, 'lazy')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isInChunk(node: ts.CallExpression): boolean {
  const { parent } = node
  if (!ts.isArrowFunction(parent) || parent.body !== node || !ts.isCallExpression(parent.parent)) return false
  return parent.parent.expression.getText() === 'chunk' && node.arguments.every(ts.isStringLiteral)
}

test('all lazy code is loaded by the helper', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(file => violations(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('there is lazy code', () => {
  const count = files.reduce(
    (sum, file) => sum + (readFileSync(file, 'utf8').match(/chunk\(\(\) => import\(/g)?.length ?? 0),
    0
  )
  expect(count).toBeGreaterThan(25)
})

test.each([
  [`const a = await import('./a.ts')`, 'import()'],
  [`const a = chunk(() => import('./a.ts').catch(() => null))`, 'import()'],
  [`const a = page(() => import('./a.ts'))`, 'import()'],
  ['const a = chunk(() => import(name))', 'import()'],
  [`import { lazy } from 'react'`, 'lazy'],
  [`import { lazy as later } from 'react'`, 'lazy'],
  [`const A = React.lazy(load)`, 'lazy']
])('%s is reported', (text, what) => {
  expect(violations('canary.tsx', text)).toEqual([`canary.tsx:1 ${what}`])
})

test('the helper itself is not', () => {
  expect(
    violations(
      'canary.ts',
      `export const a = chunk(() => import('./a.ts'))\ntype A = typeof import('./a.ts')`
    )
  ).toEqual([])
})
