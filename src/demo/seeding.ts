import { DAY_MS } from '#lib/time/clock.ts'
import type { Tx } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { Crowd } from './crowd-plan.ts'
import type { GeneratedOrganisation } from './organisations.ts'
import type { Random } from './random.ts'
import type { SeededStructure } from './structure.ts'

export interface SeededOrganisation extends GeneratedOrganisation {
  organisationId: number
}

/** What every part of the seed needs. */
export interface Seeding extends Pick<SeededStructure, 'projects' | 'optionId'> {
  tx: Tx
  programme: RunningProgramme
  programmeId: number
  crowd: Crowd
  random: Random
  now: Date
  /** The first is that of the demo accounts. */
  organisations: readonly SeededOrganisation[]
  /** Options of the filters by size, from small to large, and by kind. */
  sizes: readonly string[]
  kinds: readonly string[]
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
