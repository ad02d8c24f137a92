// Validators that several fields of a programme's file use.

import * as v from 'valibot'
import { isVisible } from '#lib/text/text-characters.ts'
import { ADDRESS } from './addresses.ts'

/**
 * A code becomes a folder, a host name and a file name, so it contains nothing with a special meaning in any
 * of them.
 */
export const CODE_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Characters that break a line or change the text direction, in pages and emails. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
export const isOneLine = (text: string): boolean => !UNRULY.test(text)

export const line = (name: string, length = 120) =>
  v.pipe(
    v.string(`${name} must be text`),
    v.check(isVisible, `${name} must not be empty`),
    v.maxLength(length, `${name} must not be longer than ${length} characters`),
    v.check(isOneLine, `${name} must be one line without control characters`)
  )

/** A separate message, because such a character is invisible. */
export const address = (name: string) =>
  v.regex(
    ADDRESS,
    `${name} contains a space, a line break or another character that addresses cannot have; percent-encode it`
  )
