import type { InferOutput } from 'valibot'
import type { saveSection } from '#contract/section-submissions.ts'
import type { Caller } from '../http/caller.ts'
import type { Database, Tx } from '../database/schema.ts'
import type { SubmissionRecord } from '../auth/ownership.ts'

export type SaveRequest = InferOutput<typeof saveSection.body>

/** The context of one save, inside its transaction. */
export interface SaveContext {
  /** Not for reading: inside the transaction use `tx`. */
  database: Database
  tx: Tx
  caller: Caller
  request: SaveRequest
  submission: SubmissionRecord
  caseCodeId: number
  now: Date
}
