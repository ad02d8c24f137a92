import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { OutputName } from '#contract/output-names.ts'
import { QuestionType } from '#contract/questionnaires.ts'

// Everything that depends on a question type or a chart kind is in its record. Other code asks the record and never compares with a name, because
// it would silently miss a new type.

const NAMES = new Set<string>([...QuestionType.options, ...OutputName.options])
/** Names with other meanings too: they are reported only if they are compared with a type's name. */
const COMMON_WORDS = new Set([
  'text',
  'date',
  'time',
  'scale',
  'heading',
  'calculated',
  'table',
  'box',
  'trend',
  'distribution'
])
const HOLDS_A_NAME = /\b(question_?type|output_?name)$/i
/** Fields of the records whose values equal names of types. */
const RECORD_FIELD = /\bholds$/

/** Literals that are compared: with an operator, in a `case`, as a member of a list or as an argument. */
function violations(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && NAMES.has(node.text)) {
      const subject = comparedWith(node)
      const isReported =
        subject !== null &&
        (HOLDS_A_NAME.test(subject) || (!COMMON_WORDS.has(node.text) && !RECORD_FIELD.test(subject)))
      if (isReported)
        found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} '${node.text}'`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [, name = ''] of text.matchAll(
    /\b(?:question_type|output_name)\s*(?:=|<>|!=|(?:not )?in \()\s*'(\w+)'/g
  ))
    found.push(`${file} SQL '${name}'`)
  return found
}

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken
])

/** What a literal is compared with, as text; empty in a list, null if it is not compared. */
function comparedWith(literal: ts.StringLiteral): string | null {
  const { parent } = literal
  if (ts.isBinaryExpression(parent) && EQUALITY.has(parent.operatorToken.kind))
    return (parent.left === literal ? parent.right : parent.left).getText()
  if (ts.isCaseClause(parent)) return parent.parent.parent.expression.getText()
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return /^(includes|has)$/.test(parent.expression.name.text) ? '' : null
  return ts.isArrayLiteralExpression(parent) ? '' : null
}

// The contract defines the names.
const files = globSync('src/**/*.{ts,tsx}').filter(file => file !== 'src/contract/questionnaires.ts')

test('no code compares with the name of a question type or a kind of chart', () => {
  expect(files.length).toBeGreaterThan(400)
  expect(files.flatMap(file => violations(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  `if (plan.type === 'integer') add()`,
  `const isWhole = 'integer' !== type`,
  `if (question.question_type === 'text') add()`,
  `if (data.output_type.output_name === 'distribution') add()`,
  `switch (type) { case 'single_choice': add() }`,
  `switch (outputName) { case 'table': add() }`,
  `const isChoice = ['single_choice', other].includes(type)`,
  `const isStacked = names.includes('stacked')`,
  "const rows = sql`where output_name <> 'stacked'`"
])('%s is reported', text => {
  expect(violations('canary.ts', text)).toHaveLength(1)
})

test.each([
  `const plan = { type: 'integer' }`,
  `if (typeOf(question).holds === 'yes_no') add()`,
  `if (input.type === 'text') add()`
])('%s is not', text => {
  expect(violations('canary.ts', text)).toEqual([])
})
