// What every writer of answers has to hold and to say.

import type { TakenStructure } from '#server/database/structure-lock.ts'
import type { LockedScope } from './locked-scope.ts'

/** A submission, or one case of it. */
export interface AnsweredUnitId {
  submission_id: number
  /** 0 outside case surveys. */
  case_code_id: number
}

/** Proof that the structure does not change and that no one else writes these answers until the transaction ends. */
export type WriteLock = LockedScope | TakenStructure

export interface WriteAuthor {
  programmeId: number
  /** Null for respondents and imports. */
  userId: number | null
  now: Date
}
