// Answers that are kept for all servers of a database, each until the figures behind it change.
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { Database } from '#server/database/schema.ts'
import type { RecentAnswers } from './recent-answers.ts'

/** Which answer it is: what stands in the hash is everything beside the figures that decides it. */
export interface AnswerKey {
  programme_id: number
  chart_id: number
  selection_hash: string
}

type Json = Uint8Array<ArrayBuffer>

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** The kept answer of this version of the figures, out of this process where it has it; null where none is kept. */
export async function keptAnswer(
  database: Database,
  recent: RecentAnswers,
  key: AnswerKey,
  version: string
): Promise<Json | null> {
  const kept = database
    .selectFrom('chart_cache')
    .where('programme_id', '=', key.programme_id)
    .where('chart_id', '=', key.chart_id)
    .where('selection_hash', '=', key.selection_hash)
    .where('data_version', '=', version)
  const stands = await kept.select('calculated_at').executeTakeFirst()
  if (!stands) return null
  const known = recent.find(textOf(key), editionOf(version, stands.calculated_at))
  if (known !== null) return known
  // Another server may have kept a newer one meanwhile.
  const row = await kept.select(['answer', 'calculated_at']).executeTakeFirst()
  if (!row) return null
  const json = await unpacked(row.answer)
  recent.keep(textOf(key), { edition: editionOf(version, row.calculated_at), json })
  return json
}

/** Keeps an answer that was calculated of figures of this version or newer ones. */
export async function keepAnswer(
  database: Database,
  recent: RecentAnswers,
  key: AnswerKey,
  version: string,
  calculatedAt: Date,
  json: Json
): Promise<void> {
  const { programme_id, chart_id, selection_hash } = key
  // The quickest level leaves an eighth of it; slower ones hardly less.
  const answer = await packed(json, { level: constants.Z_BEST_SPEED })
  const kept = { data_version: version, answer, calculated_at: calculatedAt }
  await database
    .insertInto('chart_cache')
    .values({ programme_id, chart_id, selection_hash, ...kept })
    .onConflict(conflict =>
      conflict.columns(['programme_id', 'chart_id', 'selection_hash']).doUpdateSet(kept)
    )
    .execute()
  recent.keep(textOf(key), { edition: editionOf(version, calculatedAt), json })
}

const textOf = ({ programme_id, chart_id, selection_hash }: AnswerKey): string =>
  `${programme_id}/${chart_id}/${selection_hash}`
const editionOf = (version: string, calculatedAt: Date): string => `${version}/${calculatedAt.getTime()}`
