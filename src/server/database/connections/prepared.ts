// Statements of the most frequent calls, which each connection parses once and then hardly plans again. For some of them that takes longer than
// running them. Behind a pooler they are sent like all others: the next transaction may have another connection (docs/scaling.md).

import { hash } from 'node:crypto'
import { sql } from 'kysely'

const MARK = '/* prepared */'

/**
 * Marks a statement as one that connections prepare; it may stand anywhere in it. Its text must be the same for each call, with each list in one
 * parameter: a connection keeps each text for as long as it lasts.
 */
export const prepared = sql.raw(MARK)

const names = new Map<string, string>()

/** The name of a statement that is marked. */
export function nameOfPrepared(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  const name = hash('sha256', text, 'base64url').slice(0, 20)
  names.set(text, name)
  return name
}
