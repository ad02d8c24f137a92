import type { InferOutput } from 'valibot'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { saveSection } from '#contract/section-submissions.ts'
import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import type { LockedScope } from './locked-scope.ts'

type SentRequest = InferOutput<typeof saveSection.body>

export interface SaveRequest extends Omit<SentRequest, 'action'> {
  action: SentRequest['action'] | 'declare'
  /** With `declare`. */
  empty_reason?: EmptySectionReason
}

/** The context of one save, inside its transaction. */
export interface SaveContext extends LockedScope {
  /** Not for reading: inside the transaction use `tx`. */
  database: Database
  request: SaveRequest
  programme: RunningProgramme
}
