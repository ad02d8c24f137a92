// Published figures, calculated once for all processes and stored in the chart cache, where those of a retired chart go with its replies.

import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { compressForCache, decompressFromCache } from '#server/http/compression.ts'
import type { ChartCacheKey } from './chart-cache.ts'
import { SealedFigures } from './sealed-figures.ts'

/** Whether figures are stored; the key names everything that decides them, and what is published does not change. */
const [CALCULATING, CALCULATED] = ['', 'published']

const keyOf = ({ programme_id, chart_id, selection_hash }: ChartCacheKey): ChartCacheKey => ({
  programme_id,
  chart_id,
  selection_hash: `figures ${selection_hash}`
})

/**
 * The figures under this key: the stored ones, or those that `calculate` returns. Whoever comes first locks the row until its figures are
 * stored, so processes that ask at the same time wait for one calculation. Within a transaction they are not stored.
 */
export async function sharedFigures(
  database: Database,
  key: ChartCacheKey,
  now: Date,
  calculate: (database: Database) => Promise<SealedFigures>
): Promise<SealedFigures> {
  const { programme_id, chart_id, selection_hash } = keyOf(key)
  const stored = await database
    .selectFrom('chart_cache')
    .select(['data_version', 'answer'])
    .where(eb => eb.and({ programme_id, chart_id, selection_hash }))
    .executeTakeFirst()
  if (stored?.data_version === CALCULATED) return unsealBytes(stored.answer)
  // A caller's transaction would keep the row locked until its own end, and a connection cannot begin a second one.
  if (database.isTransaction) return calculate(database)
  return transaction(database, async tx => {
    const claimed = await tx
      .insertInto('chart_cache')
      .values({
        programme_id,
        chart_id,
        selection_hash,
        data_version: CALCULATING,
        answer: Buffer.alloc(0),
        calculated_at: now
      })
      .onConflict(conflict =>
        conflict
          .columns(['programme_id', 'chart_id', 'selection_hash'])
          .doUpdateSet(row => ({ data_version: row.ref('chart_cache.data_version') }))
      )
      .returning(['data_version', 'answer'])
      .executeTakeFirstOrThrow()
    if (claimed.data_version === CALCULATED) return unsealBytes(claimed.answer)
    const figures = await calculate(tx)
    await tx
      .updateTable('chart_cache')
      .set({
        data_version: CALCULATED,
        answer: Buffer.from(await compressForCache(Buffer.from(figures.seal())))
      })
      .where(eb => eb.and({ programme_id, chart_id, selection_hash }))
      .execute()
    return figures
  })
}

const unsealBytes = async (brotli: Uint8Array): Promise<SealedFigures> =>
  SealedFigures.unseal(Buffer.from(await decompressFromCache(new Uint8Array(brotli))).toString())
