import type { InferOutput } from 'valibot'
import type { saveSection } from '#contract/section-submissions.ts'
import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { LockedScope } from './locked-scope.ts'

export type SaveRequest = InferOutput<typeof saveSection.body>

/** The context of one save, inside its transaction. */
export interface SaveContext extends LockedScope {
  /** Not for reading: inside the transaction use `tx`. */
  database: Database
  request: SaveRequest
  programme: RunningProgramme
}
