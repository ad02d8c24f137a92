// Parses the language of calculated cells and visibility rules into a tree. Nothing is ever run as code.
//
//   either   := both ('or' both)*          both   := denial ('and' denial)*       denial := 'not' denial | compared
//   compared := sum (('='|'=='|'!='|'<>'|'<'|'<='|'>'|'>=') sum)?                 sum    := product (('+'|'-') product)*
//   product  := signed (('*'|'/') signed)* signed := '-' signed | atom
//   atom     := number | 'text' | yes | no | q12 | q12_r3_c4 | (either) | sum(either, …) | blank(either)

import {
  ExpressionError,
  parseReference,
  tokensOf,
  type Reference,
  type ExpressionToken
} from './expression-tokens.ts'

export const MAX_EXPRESSION_DEPTH = 40

export type ComparisonSign = '=' | '!=' | '<' | '<=' | '>' | '>='
/** `at` is the position of its sign or, without one, of its first character. */
export type Tree = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'reference'; reference: Reference }
  | { kind: 'not' | 'negative' | 'blank'; of: Tree }
  | { kind: 'or' | 'and'; left: Tree; right: Tree }
  | { kind: 'arithmetic'; sign: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { kind: 'comparison'; sign: ComparisonSign; left: Tree; right: Tree }
  | { kind: 'sum'; parts: Tree[] }
)

/** Parses a whole expression; throws an ExpressionError. */
export function parseExpression(text: string, maxLength?: number): Tree {
  const reader = new TokenReader(tokensOf(text, maxLength))
  const tree = reader.either()
  reader.expectEnd()
  return tree
}

const COMPARISONS: Record<string, ComparisonSign> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>='
}

class TokenReader {
  private next = 0
  private depth = 0
  private readonly tokens: ExpressionToken[]
  constructor(tokens: ExpressionToken[]) {
    this.tokens = tokens
  }

  either(): Tree {
    return this.deeper(() => {
      let left = this.both()
      for (let at = this.at(); this.take('word', 'or'); at = this.at())
        left = { kind: 'or', at, left, right: this.both() }
      return left
    })
  }

  expectEnd(): void {
    const { kind, text } = this.here()
    if (kind !== 'end') this.fail(`Unexpected “${text}”. A sign such as + may be missing before it.`)
  }

  private both(): Tree {
    let left = this.denial()
    for (let at = this.at(); this.take('word', 'and'); at = this.at())
      left = { kind: 'and', at, left, right: this.denial() }
    return left
  }

  private denial(): Tree {
    const at = this.at()
    return this.take('word', 'not')
      ? this.deeper(() => ({ kind: 'not', at, of: this.denial() }))
      : this.compared()
  }

  private compared(): Tree {
    const left = this.sum()
    const at = this.at()
    const sign = this.here().kind === 'sign' ? COMPARISONS[this.here().text] : undefined
    if (sign === undefined) return left
    this.next += 1
    return { kind: 'comparison', at, sign, left, right: this.sum() }
  }

  private sum(): Tree {
    let left = this.product()
    for (;;) {
      const at = this.at()
      const sign = this.take('sign', '+') ? '+' : this.take('sign', '-') ? '-' : null
      if (sign === null) return left
      left = { kind: 'arithmetic', at, sign, left, right: this.product() }
    }
  }

  private product(): Tree {
    let left = this.signed()
    for (;;) {
      const at = this.at()
      const sign = this.take('sign', '*') ? '*' : this.take('sign', '/') ? '/' : null
      if (sign === null) return left
      left = { kind: 'arithmetic', at, sign, left, right: this.signed() }
    }
  }

  private signed(): Tree {
    const at = this.at()
    return this.take('sign', '-')
      ? this.deeper(() => ({ kind: 'negative', at, of: this.signed() }))
      : this.atom()
  }

  private atom(): Tree {
    const token = this.here()
    const { at } = token
    this.next += 1
    if (token.kind === 'number') return { kind: 'number', at, value: Number(token.text) }
    if (token.kind === 'text') return { kind: 'text', at, value: token.text }
    if (token.kind === 'reference') return { kind: 'reference', at, reference: parseReference(token.text) }
    if (token.kind === 'sign' && token.text === '(') return this.closed(this.either())
    if (token.kind === 'word') return this.word(token)
    this.next -= 1
    return this.fail(`Unexpected “${token.text}”.`)
  }

  private word(token: ExpressionToken): Tree {
    if (token.text === 'yes' || token.text === 'no') return { kind: 'text', at: token.at, value: token.text }
    if (token.text === 'blank' && this.take('sign', '('))
      return this.closed({ kind: 'blank', at: token.at, of: this.either() })
    if (token.text === 'sum' && this.take('sign', '('))
      return this.closed({ kind: 'sum', at: token.at, parts: this.list() })
    this.next -= 1
    return this.fail(`“${token.text}” is not a known name.`)
  }

  private list(): Tree[] {
    const parts = [this.either()]
    while (this.take('sign', ',')) parts.push(this.either())
    return parts
  }

  private closed(tree: Tree): Tree {
    if (!this.take('sign', ')')) this.fail(`A closing bracket is missing before “${this.here().text}”.`)
    return tree
  }

  private deeper(read: () => Tree): Tree {
    this.depth += 1
    if (this.depth > MAX_EXPRESSION_DEPTH)
      throw new ExpressionError('The expression is nested too deeply.', this.here().at)
    const tree = read()
    this.depth -= 1
    return tree
  }

  private here(): ExpressionToken {
    const token = this.tokens[Math.min(this.next, this.tokens.length - 1)]
    if (token === undefined) throw new ExpressionError('The expression is empty.', 0)
    return token
  }

  private at(): number {
    return this.here().at
  }

  private take(kind: ExpressionToken['kind'], text: string): boolean {
    const found = this.here().kind === kind && this.here().text === text
    if (found) this.next += 1
    return found
  }

  private fail(message: string): never {
    const { kind, at } = this.here()
    throw new ExpressionError(kind === 'end' ? 'The expression ends too early.' : message, at)
  }
}
