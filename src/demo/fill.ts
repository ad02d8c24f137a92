import type { ServeOptions } from '#server/start.ts'
import { seed } from './seed.ts'

interface DemoSize {
  organisations?: number
  /** Submissions that charts of the programme with the lowest id compare in its fullest period, where the demo has fewer. */
  submissions?: number
}

/** Fills empty programmes with demo data and demo accounts, whose password is published. */
export const fillWithDemo =
  (size: DemoSize = {}): NonNullable<ServeOptions['fill']> =>
  (database, programmes) =>
    seed(database, programmes, { now: new Date(), ...size })
