// Reads the small language of calculated cells and visibility rules into a tree. Nothing here is ever run as code.
//
//   either   := both ('or' both)*          both   := denial ('and' denial)*       denial := 'not' denial | compared
//   compared := sum (('='|'=='|'!='|'<>'|'<'|'<='|'>'|'>=') sum)?                 sum    := product (('+'|'-') product)*
//   product  := signed (('*'|'/') signed)* signed := '-' signed | atom
//   atom     := number | 'text' | yes | no | q12 | q12_r3_c4 | (either) | sum(either, …) | blank(either)

export interface Reference {
  question_id: number
  /** null: wherever the question occurs in the section. */
  row_id: number | null
  column_id: number | null
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Tree =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'reference'; reference: Reference }
  | { kind: 'not' | 'negative' | 'blank'; of: Tree }
  | { kind: 'or' | 'and'; left: Tree; right: Tree }
  | { kind: 'arithmetic'; sign: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { kind: 'comparison'; sign: Comparison; left: Tree; right: Tree }
  | { kind: 'sum'; parts: Tree[] }

/** An error in an expression with its position, from 0. Thrown within this module only; `compile` returns it. */
export class ExpressionError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

export const MAX_EXPRESSION_LENGTH = 4000
export const MAX_EXPRESSION_DEPTH = 40

interface Token {
  kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end'
  text: string
  at: number
}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|'([^']*)'|"([^"]*)"|(q\d+(?:_r\d+_c\d+)?)(?![a-z0-9_])|([a-z_][a-z0-9_]*)|(<=|>=|<>|!=|==|[-+*/()<>=,]))/iuy

export function tokensOf(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ExpressionError('The expression is too long.', MAX_EXPRESSION_LENGTH)
  const tokens: Token[] = []
  const end = text.trimEnd().length
  for (let at = 0; at < end;) {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (match === null) throw new ExpressionError(`“${text.slice(at).trim()[0]}” is not recognised here.`, at)
    const [whole, number, single, double, reference, word, sign] = match
    const start = at + whole.length - whole.trimStart().length
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at: start })
    else if (single !== undefined || double !== undefined)
      tokens.push({ kind: 'text', text: single ?? double ?? '', at: start })
    else if (reference !== undefined)
      tokens.push({ kind: 'reference', text: reference.toLowerCase(), at: start })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase(), at: start })
    else tokens.push({ kind: 'sign', text: sign ?? '', at: start })
    at += whole.length
  }
  return [...tokens, { kind: 'end', text: 'the end', at: text.length }]
}

/** Reads a whole expression; throws an ExpressionFault. */
export function treeOf(text: string): Tree {
  const reader = new Reader(tokensOf(text))
  const tree = reader.either()
  reader.expectEnd()
  return tree
}

/** An expression with its references replaced. One that cannot be parsed is returned unchanged. */
export function withReferences(text: string, other: (reference: Reference) => Reference): string {
  let done = 0
  let written = ''
  try {
    for (const { at, text: old } of tokensOf(text).filter(token => token.kind === 'reference')) {
      written += text.slice(done, at) + referenceName(other(referenceOf(old)))
      done = at + old.length
    }
  } catch (error) {
    if (error instanceof ExpressionError) return text
    throw error
  }
  return written + text.slice(done)
}

/** As written in an expression. */
export const referenceName = ({ question_id, row_id, column_id }: Reference): string =>
  row_id === null ? `q${question_id}` : `q${question_id}_r${row_id}_c${column_id}`

const COMPARISONS: Record<string, Comparison> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>='
}

class Reader {
  private next = 0
  private depth = 0
  private readonly tokens: Token[]
  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  either(): Tree {
    return this.deeper(() => {
      let left = this.both()
      while (this.take('word', 'or')) left = { kind: 'or', left, right: this.both() }
      return left
    })
  }

  expectEnd(): void {
    if (this.here().kind !== 'end') this.fail('is one too many')
  }

  private both(): Tree {
    let left = this.denial()
    while (this.take('word', 'and')) left = { kind: 'and', left, right: this.denial() }
    return left
  }

  private denial(): Tree {
    return this.take('word', 'not')
      ? this.deeper(() => ({ kind: 'not', of: this.denial() }))
      : this.compared()
  }

  private compared(): Tree {
    const left = this.sum()
    const sign = this.here().kind === 'sign' ? COMPARISONS[this.here().text] : undefined
    if (sign === undefined) return left
    this.next += 1
    return { kind: 'comparison', sign, left, right: this.sum() }
  }

  private sum(): Tree {
    let left = this.product()
    for (;;) {
      const sign = this.take('sign', '+') ? '+' : this.take('sign', '-') ? '-' : null
      if (sign === null) return left
      left = { kind: 'arithmetic', sign, left, right: this.product() }
    }
  }

  private product(): Tree {
    let left = this.signed()
    for (;;) {
      const sign = this.take('sign', '*') ? '*' : this.take('sign', '/') ? '/' : null
      if (sign === null) return left
      left = { kind: 'arithmetic', sign, left, right: this.signed() }
    }
  }

  private signed(): Tree {
    return this.take('sign', '-') ? this.deeper(() => ({ kind: 'negative', of: this.signed() })) : this.atom()
  }

  private atom(): Tree {
    const token = this.here()
    this.next += 1
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) }
    if (token.kind === 'text') return { kind: 'text', value: token.text }
    if (token.kind === 'reference') return { kind: 'reference', reference: referenceOf(token.text) }
    if (token.kind === 'sign' && token.text === '(') return this.closed(this.either())
    if (token.kind === 'word') return this.word(token)
    this.next -= 1
    return this.fail('is not expected here')
  }

  private word(token: Token): Tree {
    if (token.text === 'yes' || token.text === 'no') return { kind: 'text', value: token.text }
    if (token.text === 'blank' && this.take('sign', '('))
      return this.closed({ kind: 'blank', of: this.either() })
    if (token.text === 'sum' && this.take('sign', '('))
      return this.closed({ kind: 'sum', parts: this.list() })
    this.next -= 1
    return this.fail('is not a known name')
  }

  private list(): Tree[] {
    const parts = [this.either()]
    while (this.take('sign', ',')) parts.push(this.either())
    return parts
  }

  private closed(tree: Tree): Tree {
    if (!this.take('sign', ')')) this.fail('is where a closing bracket should be')
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

  private here(): Token {
    const token = this.tokens[Math.min(this.next, this.tokens.length - 1)]
    if (token === undefined) throw new ExpressionError('The expression is empty.', 0)
    return token
  }

  private take(kind: Token['kind'], text: string): boolean {
    const found = this.here().kind === kind && this.here().text === text
    if (found) this.next += 1
    return found
  }

  private fail(why: string): never {
    const token = this.here()
    throw new ExpressionError(
      token.kind === 'end' ? 'The expression ends too early.' : `“${token.text}” ${why}.`,
      token.at
    )
  }
}

export function referenceOf(text: string): Reference {
  const [question = 0, row, column] = (text.match(/\d+/g) ?? []).map(Number)
  return { question_id: question, row_id: row ?? null, column_id: column ?? null }
}
