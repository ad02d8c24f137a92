// Answers that are kept for all servers of a database, each until the figures behind it change.
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { dataVersion } from '../data-version.ts'
import type { Database } from '../database/schema.ts'
import type { RecentAnswers } from './recent-answers.ts'

/** Which answer it is: what stands in the hash is everything beside the figures that decides it. */
export interface AnswerKey {
  programme_id: number
  project_id: number
  chart_id: number
  selection_hash: string
}

/** What the database says at one moment: the version of the figures, and when the kept answer of that version was calculated. */
interface Keeping {
  version: string
  calculatedAt: Date | null
}

type Json = Uint8Array<ArrayBuffer>

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

export async function keepingOf(database: Database, key: AnswerKey): Promise<Keeping> {
  const { version, calculated_at } = await database
    .selectFrom(dataVersion(database, key.programme_id, key.project_id).as('v'))
    .leftJoin('chart_cache as c', join =>
      join
        .onRef('c.data_version', '=', 'v.version')
        .on('c.programme_id', '=', key.programme_id)
        .on('c.chart_id', '=', key.chart_id)
        .on('c.selection_hash', '=', key.selection_hash)
    )
    .select(['v.version', 'c.calculated_at'])
    .executeTakeFirstOrThrow()
  return { version, calculatedAt: calculated_at }
}

/** The kept answer, out of this process where it has it. Null where none is kept, or another server has just kept a newer one. */
export async function keptAnswer(database: Database, recent: RecentAnswers, key: AnswerKey, keeping: Keeping): Promise<Json | null> {
  if (keeping.calculatedAt === null) return null
  const edition = editionOf(keeping.version, keeping.calculatedAt)
  const known = recent.find(textOf(key), edition)
  if (known !== null) return known
  const row = await database
    .selectFrom('chart_cache')
    .select('answer')
    .where('programme_id', '=', key.programme_id)
    .where('chart_id', '=', key.chart_id)
    .where('selection_hash', '=', key.selection_hash)
    .where('data_version', '=', keeping.version)
    .where('calculated_at', '=', keeping.calculatedAt)
    .executeTakeFirst()
  if (!row) return null
  const json = await unpacked(row.answer)
  recent.keep(textOf(key), { edition, json })
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
    .onConflict(conflict => conflict.columns(['programme_id', 'chart_id', 'selection_hash']).doUpdateSet(kept))
    .execute()
  recent.keep(textOf(key), { edition: editionOf(version, calculatedAt), json })
}

const textOf = ({ programme_id, chart_id, selection_hash }: AnswerKey): string => `${programme_id}/${chart_id}/${selection_hash}`
const editionOf = (version: string, calculatedAt: Date): string => `${version}/${calculatedAt.getTime()}`
