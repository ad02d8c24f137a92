// The chart cache: replies to chart requests, stored in the database for all servers until the figures behind them change.

import { LRUCache } from 'lru-cache'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Database } from '#server/database/schema.ts'

/** The hash covers everything except the figures that decides the reply. */
export interface ChartCacheKey {
  programme_id: number
  chart_id: number
  selection_hash: string
}

/** JSON in Brotli, as it is sent. */
type CachedReply = Uint8Array<ArrayBuffer>

interface MemoryEntry {
  /** The version of the figures and the time of the calculation. */
  edition: string
  brotli: CachedReply
}

/**
 * Recent replies of this process. It only saves reading: each time the database is asked whether
 * the entry is still the stored one, so that all servers reply the same.
 */
export type ChartMemoryCache = LRUCache<string, MemoryEntry>

const MAX_CACHE_BYTES = 64 * 1024 * 1024

export const chartMemoryCache = (maxBytes = MAX_CACHE_BYTES): ChartMemoryCache =>
  new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ brotli }) => brotli.byteLength })

/** The stored reply for this version of the figures, from memory if possible; null if none is stored. */
export async function readChartCache(
  database: Database,
  memory: ChartMemoryCache,
  key: ChartCacheKey,
  version: string
): Promise<CachedReply | null> {
  const kept = database
    .selectFrom('chart_cache')
    .where('programme_id', '=', key.programme_id)
    .where('chart_id', '=', key.chart_id)
    .where('selection_hash', '=', key.selection_hash)
    .where('data_version', '=', version)
  const stands = await kept.modifyFront(prepared).select('calculated_at').executeTakeFirst()
  if (!stands) return null
  const known = memory.get(cacheKeyText(key))
  if (known?.edition === editionOf(version, stands.calculated_at)) return known.brotli
  // Another server may have stored a newer one meanwhile.
  const row = await kept.select(['answer', 'calculated_at']).executeTakeFirst()
  if (!row) return null
  const brotli = new Uint8Array(row.answer)
  memory.set(cacheKeyText(key), { edition: editionOf(version, row.calculated_at), brotli })
  return brotli
}

/** Stores a reply that was calculated from figures of this version or newer ones. */
export async function writeChartCache(
  database: Database,
  memory: ChartMemoryCache,
  key: ChartCacheKey,
  version: string,
  calculatedAt: Date,
  brotli: CachedReply
): Promise<void> {
  const { programme_id, chart_id, selection_hash } = key
  const kept = { data_version: version, answer: Buffer.from(brotli), calculated_at: calculatedAt }
  await database
    .insertInto('chart_cache')
    .values({ programme_id, chart_id, selection_hash, ...kept })
    .onConflict(conflict =>
      conflict.columns(['programme_id', 'chart_id', 'selection_hash']).doUpdateSet(kept)
    )
    .execute()
  memory.set(cacheKeyText(key), { edition: editionOf(version, calculatedAt), brotli })
}

const cacheKeyText = ({ programme_id, chart_id, selection_hash }: ChartCacheKey): string =>
  `${programme_id}/${chart_id}/${selection_hash}`
const editionOf = (version: string, calculatedAt: Date): string => `${version}/${calculatedAt.getTime()}`
