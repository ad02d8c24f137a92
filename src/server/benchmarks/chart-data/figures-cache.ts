import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { coalesce } from '#lib/coalesce.ts'
import type { Database } from '#server/database/schema.ts'
import type { AnswerSource } from './answer-source.ts'
import { figuresOf } from './figures.ts'
import { SealedFigures } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { sharedFigures } from './shared-figures.ts'

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
 * The figures of a source. Published ones are the same for everyone and do not change, so all processes calculate them once; what is entered now
 * is calculated once in each process for as long as the project's data has this version. With `ignore_cache` both are calculated anew.
 */
export async function cachedFigures(
  database: Database,
  { programmeId, chart, dataVersion, request, now }: ChartSelection,
  source: AnswerSource,
  series: readonly SeriesPlan[]
): Promise<SealedFigures> {
  if (request.ignore_cache) return figuresOf(database, source, series)
  // Whose sections need not be complete matters only for what is entered now.
  const published = { ...source, live: [], ownId: null }
  const current = { ...source, editionIds: [] }
  const parts = await Promise.all([
    ...(source.editionIds.length > 0
      ? [
          remember(database, [published, series], selection_hash =>
            sharedFigures(
              database,
              { programme_id: programmeId, chart_id: chart.chart_id, selection_hash },
              now,
              tx => figuresOf(tx, published, series)
            )
          )
        ]
      : []),
    ...(source.live.length > 0
      ? [remember(database, [current, series, dataVersion], () => figuresOf(database, current, series))]
      : [])
  ])
  const [first = new SealedFigures(new Map()), ...others] = parts
  return others.reduce((all, part) => all.joinedWith(part), first)
}

/** What this process has calculated from the same `decisive` values, or is calculating. */
async function remember(
  database: Database,
  decisive: unknown,
  calculate: (key: string) => Promise<SealedFigures>
): Promise<SealedFigures> {
  const cache = figureCaches.get(database) ?? makeFiguresCache()
  figureCaches.set(database, cache)
  const key = hash('sha256', JSON.stringify(decisive), 'base64url')
  const known = cache.known.get(key)
  if (known) return known
  const { result } = await coalesce(cache.running, key, () => calculate(key))
  cache.known.set(key, result)
  return result
}
