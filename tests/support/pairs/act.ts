import type { Call } from '#tests/support/races/race.ts'
import type { Stage } from './stage.ts'

/** Prepares the stage for an operation and returns a call that is valid there. */
export type Act = (stage: Stage) => Call | Promise<Call>
