// Tokens of the language of calculated cells and visibility rules, and references to cells.

import { err, ok, type Result } from '#lib/result.ts'

export interface Reference {
  question_id: number
  /** null: all cells of the question in the section. */
  row_id: number | null
  column_id: number | null
}

/** A fault of an expression; `at` counts characters from 0. */
export interface ExpressionFault {
  message: string
  at: number
}

/** Thrown while an expression is parsed; `faultOrValue` returns it. */
export class ExpressionError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Returns the parsed value, or the fault. */
export function faultOrValue<T>(parse: () => T): Result<T, ExpressionFault> {
  try {
    return ok(parse())
  } catch (fault) {
    if (fault instanceof ExpressionError) return err({ message: fault.message, at: fault.at })
    throw fault
  }
}

export const MAX_EXPRESSION_LENGTH = 4000

export interface ExpressionToken {
  kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end'
  text: string
  at: number
}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|'([^']*)'|"([^"]*)"|(q\d+(?:_r\d+_c\d+)?)(?![a-z0-9_])|([a-z_][a-z0-9_]*)|(<=|>=|<>|!=|==|[-+*/()<>=,]))/iuy

export function tokensOf(text: string, maxLength = MAX_EXPRESSION_LENGTH): ExpressionToken[] {
  if (text.length > maxLength) throw new ExpressionError('The expression is too long.', maxLength)
  const tokens: ExpressionToken[] = []
  const end = text.trimEnd().length
  for (let at = 0; at < end;) {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (match === null) throw new ExpressionError(`“${text.slice(at).trim()[0]}” is not recognised here.`, at)
    const [whole, number, single, double, reference, word, sign] = match
    const start = at + whole.length - whole.trimStart().length
    const quoted = single ?? double
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at: start })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, at: start })
    else if (reference !== undefined)
      tokens.push({ kind: 'reference', text: reference.toLowerCase(), at: start })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase(), at: start })
    else tokens.push({ kind: 'sign', text: sign ?? '', at: start })
    at += whole.length
  }
  return [...tokens, { kind: 'end', text: 'the end', at: text.length }]
}

/** Replaces the references of an expression. One that cannot be parsed is returned unchanged. */
export function withReferences(text: string, replace: (reference: Reference) => Reference): string {
  const tokens = faultOrValue(() => tokensOf(text))
  if (!tokens.ok) return text
  let done = 0
  let written = ''
  for (const { at, text: old } of tokens.value.filter(token => token.kind === 'reference')) {
    written += text.slice(done, at) + referenceName(replace(parseReference(old)))
    done = at + old.length
  }
  return written + text.slice(done)
}

/** A reference as it is written in an expression. */
export const referenceName = ({ question_id, row_id, column_id }: Reference): string =>
  row_id === null ? `q${question_id}` : `q${question_id}_r${row_id}_c${column_id}`

export function parseReference(text: string): Reference {
  const [question = 0, row, column] = (text.match(/\d+/g) ?? []).map(Number)
  return { question_id: question, row_id: row ?? null, column_id: column ?? null }
}
