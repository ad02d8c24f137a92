// Checks the reply to a save. Loaded once the table is shown: nothing is sent before something is typed.

import * as v from 'valibot'
import { SectionSubmissionResult } from '#contract/section-submissions.ts'

/** Which answers were saved, rejected or in conflict; null if the reply does not say so. */
export function readSaveReply(reply: unknown): SectionSubmissionResult | null {
  const read = v.safeParse(SectionSubmissionResult, reply)
  return read.success ? read.output : null
}
