import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { coalesce } from '#lib/coalesce.ts'
import type { Database } from '#server/database/schema.ts'
import type { AnswerSource } from './cell-answers.ts'
import { figuresOf } from './figures.ts'
import type { SealedFigures } from './sealed-figures.ts'
import type { SeriesPlan } from './series.ts'

interface FiguresCache {
  known: LRUCache<string, SealedFigures>
  running: Map<string, Promise<SealedFigures>>
}

/** By database. */
const figureCaches = new WeakMap<Database, FiguresCache>()
const MAX_FIGURE_BYTES = 64 * 1024 * 1024
/** What a figure takes in memory, as measured over 100,000 of them: its object, its numbers and its place in a map. */
const BYTES_PER_FIGURE = 160

const makeFiguresCache = (): FiguresCache => ({
  known: new LRUCache({
    maxSize: MAX_FIGURE_BYTES,
    sizeCalculation: figures => (1 + figures.count) * BYTES_PER_FIGURE
  }),
  running: new Map()
})

/**
 * The figures of a source, calculated once for all readers of the same source, for as long as the project's data has this version. Published
 * figures are the same for everyone, so each further organisation that opens a chart costs only its own part of the reply. They stay sealed.
 */
export async function cachedFigures(
  database: Database,
  source: AnswerSource,
  series: readonly SeriesPlan[],
  dataVersion: string
): Promise<SealedFigures> {
  const cache = figureCaches.get(database) ?? makeFiguresCache()
  figureCaches.set(database, cache)
  // Whose sections need not be complete matters only for what is entered now.
  const { live, ownId } = source
  const decisive = [{ ...source, ownId: live.length > 0 ? ownId : null }, series, dataVersion]
  const key = hash('sha256', JSON.stringify(decisive), 'base64url')
  const known = cache.known.get(key)
  if (known) return known
  const { result } = await coalesce(cache.running, key, () => figuresOf(database, source, series))
  cache.known.set(key, result)
  return result
}
