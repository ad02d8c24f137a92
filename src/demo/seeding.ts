import type { Tx } from '#server/database/schema.ts'
import type { Programme } from '#server/http/programme.ts'
import type { Theme } from './plan.ts'
import type { Random } from './random.ts'

/** What every part of the seed works with. */
export interface Seeding {
  tx: Tx
  programme: Programme
  programmeId: number
  theme: Theme
  random: Random
  now: Date
  organisationCount: number
}
