import type { Call } from '#tests/support/races/race.ts'
import type { Stage } from './stage.ts'

/** Prepares the stage for an operation and answers a call of it that is valid there. */
export type Act = (stage: Stage) => Call | Promise<Call>
