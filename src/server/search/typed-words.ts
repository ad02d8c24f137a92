// Expands the words of a query to the words of the vocabulary that they match.

import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { canBeMisspelt, isMisspellingOf, misspellingPatterns } from './misspelling.ts'

const MAX_WORDS = 8
/** Looking up more words in the index takes longer than scanning the texts. */
const MAX_ALTERNATIVES = 50
/** A shorter word matches only the beginning of words, a longer one any part. */
const MIN_PART_LETTERS = 3

export interface TypedWord {
  typed: string
  /** Vocabulary words that contain the typed text; null if there are too many to look up individually. */
  alternatives: readonly string[] | null
}

/** The pattern of texts, as words between spaces, that have a word containing the typed one. */
export const textPattern = (typed: string): string =>
  typed.length < MIN_PART_LETTERS ? `% ${typed}%` : `%${typed}%`

interface Vocabulary {
  database: Database
  programmeId: number
}

/** The words of a query in the spelling of the texts, each with the words that contain it. */
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

/** Adds words that differ by one letter. */
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
