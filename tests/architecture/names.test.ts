// Names are the field's standard terms: one name has one meaning, functions are verbs, and the words that a newcomer
// searches for are found.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as contract from '#contract/endpoints.ts'

interface Declaration {
  name: string
  file: string
  isFunction: boolean
}

const isFunctionValue = (value: ts.Expression | undefined): boolean =>
  value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))

function declarationsIn(file: string): Declaration[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement): Declaration[] => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        ts.isIdentifier(name) ? [{ name: name.text, file, isFunction: isFunctionValue(initializer) }] : []
      )
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    if (!isNamed || statement.name === undefined) return []
    return [{ name: statement.name.text, file, isFunction: ts.isFunctionDeclaration(statement) }]
  })
}

const files = globSync('src/**/*.{ts,tsx}')
const declarations = files.flatMap(declarationsIn)

/** Names that more than one file may declare, and why. */
const reasons: Record<string, string> = {}

/** A route and its operation in the contract share their name. */
const isOperation = (name: string): boolean => Object.hasOwn(contract.endpoints, name)

test('a name is declared in one file only, or has a reason', () => {
  const byName = Map.groupBy(declarations, ({ name }) => name)
  const repeated = [...byName].flatMap(([name, list]) => {
    const homes = [...new Set(list.map(({ file }) => file))]
    const isAllowed = Object.hasOwn(reasons, name) || (isOperation(name) && homes.length === 2)
    return homes.length > 1 && !isAllowed ? [`${name}: ${homes.join(', ')}`] : []
  })
  expect(repeated).toEqual([])
})

test('every reason is needed', () => {
  const isRepeated = (wanted: string): boolean =>
    new Set(declarations.filter(({ name }) => name === wanted).map(({ file }) => file)).size > 1
  expect(Object.keys(reasons).filter(name => !isRepeated(name))).toEqual([])
})

/** Functions whose name is a participle, and why. */
const participles: Record<string, string> = {
  required: 'Specification 5 names the rule.'
}

const VERBS = /^(?:embed|exceed|feed|need|proceed|seed|shed|spread)$/
const PARTICIPLE =
  /^(?:[a-z]+ed|begun|bound|broken|built|chosen|drawn|found|given|gone|held|hidden|kept|known|lost|made|meant|sent|shown|taken|then|told|written)$/

test('no function is named by a bare participle', () => {
  const bare = declarations.filter(
    ({ name, isFunction }) =>
      isFunction && PARTICIPLE.test(name) && !VERBS.test(name) && !Object.hasOwn(participles, name)
  )
  expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
})

/** Names of files and of what they declare, in lower case without hyphens and underscores. */
const searchable = [
  ...globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts']).map(file => basename(file).replace(/\..*/, '')),
  ...declarations.map(({ name }) => name)
].map(name => name.replaceAll(/[-_$]/g, '').toLowerCase())

test.each([
  'debounce',
  'throttle',
  'backoff',
  'retry',
  'idempotency',
  'optimistic',
  'merge',
  'conflict',
  'draft',
  'sync',
  'rate limit',
  'lockout',
  'tenant',
  'cache',
  'cleanup',
  'mail template',
  'transaction',
  'ownership',
  'escape',
  'truncate',
  'outlier',
  'dispose'
])('a search for "%s" finds a file or a declaration', word => {
  const wanted = word.replaceAll(' ', '')
  expect(searchable.filter(name => name.includes(wanted))).not.toEqual([])
})

test('no two files of a folder differ by extension alone', () => {
  const stems = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts']).map(file => file.replace(/\.[a-z]+$/, ''))
  expect(stems.filter((stem, index) => stems.indexOf(stem) !== index)).toEqual([])
})
