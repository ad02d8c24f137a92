// The words of a search, and the words that stand for each of them in what can be found.

import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { canBeMisspelt, isMisspellingOf, misspellingPatterns } from './misspelling.ts'

const MAX_WORDS = 8
/** Looking for more words at once in the index takes longer than reading the texts. */
const MAX_ALTERNATIVES = 50
/** A shorter one is the beginning of a word, a longer one may be any part of it. */
const MIN_PART_LETTERS = 3

export interface TypedWord {
  typed: string
  /** Words that are written in what can be found; null if more contain what was typed than can be looked for one by one. */
  alternatives: readonly string[] | null
}

/** The pattern of texts, as words between spaces, with a word that contains the typed one. */
export const textPattern = (typed: string): string =>
  typed.length < MIN_PART_LETTERS ? `% ${typed}%` : `%${typed}%`

interface Vocabulary {
  database: Database
  programmeId: number
}

/** The words of a query as they are written in texts, each with the words that contain it. */
export async function typedWords({ database, programmeId }: Vocabulary, query: string): Promise<TypedWord[]> {
  const { rows } = await sql<{ typed: string; alternatives: string[] }>`
    select typed, array(
      select s.word from search_words s
      where s.programme_id = ${programmeId}
        and s.word like case when length(typed) < ${MIN_PART_LETTERS} then '' else '%' end || typed || '%'
      limit ${MAX_ALTERNATIVES + 1}) as alternatives
    from unnest(search_words_of(${query}::text)) as typed limit ${MAX_WORDS}`.execute(database)
  const place = ({ typed }: TypedWord): number => query.toLowerCase().indexOf(typed)
  const words = rows.map(({ typed, alternatives }) => ({
    typed,
    alternatives: alternatives.length > MAX_ALTERNATIVES ? null : alternatives
  }))
  return words.toSorted((one, other) => place(one) - place(other))
}

/** The same words with those that differ from them by one letter. */
export async function withMisspellings(
  { database, programmeId }: Vocabulary,
  words: readonly TypedWord[]
): Promise<TypedWord[]> {
  const patterns = words
    .map(word => word.typed)
    .filter(canBeMisspelt)
    .flatMap(misspellingPatterns)
  if (patterns.length === 0) return [...words]
  const { rows } = await sql<{ word: string }>`
    select s.word from search_words s where s.programme_id = ${programmeId} and s.word like any(${patterns}::text[])
    order by length(s.word), s.word`.execute(database)
  return words.map(({ typed, alternatives }) => ({
    typed,
    alternatives:
      alternatives &&
      [...alternatives, ...rows.flatMap(({ word }) => (isMisspellingOf(typed, word) ? [word] : []))].slice(
        0,
        MAX_ALTERNATIVES
      )
  }))
}
