import { printParseErrorCode, type ParseError } from 'jsonc-parser'

/** An error in a file's JSON, described for people who do not program. */
export interface JsonFault {
  offset: number
  message: string
  hint: string
}

const JSON_LITERALS: Record<string, string> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
  null: 'null',
  none: 'null'
}

/** Finds lookalike characters from word processors, chats and web pages. */
function lookalike(letter: string, offset: number): JsonFault | undefined {
  if (/[“”„‟«»]/.test(letter))
    return { offset, message: `${letter} is a curly quote`, hint: 'write a straight " in its place' }
  if (/[‘’‚'`´]/.test(letter))
    return {
      offset,
      message: `text must be in double quotes, not in ${letter}`,
      hint: 'write a straight " in its place'
    }
  if (/[\u00a0\u2000-\u200f\u202f\u2060\u3000\ufeff]/.test(letter))
    return { offset, message: 'this is not a plain space', hint: 'delete it and type a space' }
  return undefined
}

function wordFault(word: string, offset: number): JsonFault | undefined {
  if (word === '') return undefined
  const literal = JSON_LITERALS[word.toLowerCase()]
  if (literal !== undefined)
    return { offset, message: `"${word}" is not valid in JSON`, hint: `write ${literal}` }
  return {
    offset,
    message: `"${word}" is neither in quotes nor a number`,
    hint: `write "${word}" in double quotes`
  }
}

/** The position of a comma before the offset with only white space in between. */
function commaBefore(text: string, offset: number): number | undefined {
  const before = text.slice(0, offset).trimEnd()
  return before.endsWith(',') ? before.length - 1 : undefined
}

const plainFaults: Record<string, [string, string]> = {
  InvalidCommentToken: ['JSON has no comments', 'remove it'],
  CommaExpected: ['a comma is missing before this', 'write one after the line above'],
  ColonExpected: ['a colon is missing between a name and its value', 'write : after the name'],
  CloseBraceExpected: ['a closing } is missing', 'write one for each {'],
  CloseBracketExpected: ['a closing ] is missing', 'write one for each ['],
  EndOfFileExpected: ['there is text after the end', 'a file must contain one { … }'],
  UnexpectedEndOfString: [
    'this text is not closed on its line',
    'write " at its end, and \\n for a line break in it'
  ],
  UnexpectedEndOfComment: ['JSON has no comments', 'remove it'],
  InvalidCharacter: [
    'there is a tab or another control character in the text',
    'write \\t or \\n in its place'
  ],
  InvalidEscapeCharacter: ['a backslash that means nothing', 'write \\\\ for a backslash'],
  InvalidUnicode: ['\\u must be followed by four digits', 'write the letter itself'],
  InvalidNumberFormat: ['this is not a number', 'write it like 5 or 0.5'],
  UnexpectedEndOfNumber: ['this is not a number', 'write it like 5 or 0.5'],
  PropertyNameExpected: ['a name in double quotes is missing here', 'write "name": before the value'],
  ValueExpected: ['a value is missing here', 'write text in quotes, a number, true or false']
}

/** A comma before a closing bracket or another comma. */
function commaFault(text: string, offset: number): JsonFault | undefined {
  const before = commaBefore(text, offset)
  if (before === undefined) return undefined
  if (text[offset] === ',') return { offset, message: 'there are two commas here', hint: 'remove one' }
  return /[}\]]/.test(text[offset] ?? '')
    ? { offset: before, message: 'there is nothing after this comma', hint: 'remove the comma' }
    : undefined
}

/** Describes an extra comma, or a letter or word that is not JSON. */
function mistakeAt(text: string, offset: number, kind: string): JsonFault | undefined {
  const expectsMore = kind === 'PropertyNameExpected' || kind === 'ValueExpected'
  const comma = expectsMore ? commaFault(text, offset) : undefined
  if (comma !== undefined) return comma
  const isWord = kind === 'InvalidSymbol' || kind === 'PropertyNameExpected'
  const word = isWord ? /^[\p{L}_$][\p{L}\d_$-]*/u.exec(text.slice(offset))?.[0] : undefined
  return lookalike(text[offset] ?? '', offset) ?? wordFault(word ?? '', offset)
}

/** The first error to fix: one mistake causes many errors. */
export function firstJsonFault(text: string, errors: readonly ParseError[]): JsonFault | undefined {
  const error = errors.toSorted((a, b) => a.offset - b.offset)[0]
  if (error === undefined) return undefined
  const { offset } = error
  const kind = printParseErrorCode(error.error)
  const [message, hint] = plainFaults[kind] ?? [
    'this is not JSON',
    "compare it with another programme's file"
  ]
  return mistakeAt(text, offset, kind) ?? { offset, message, hint }
}
