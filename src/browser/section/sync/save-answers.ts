import { call } from '#browser/api/call.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { saveSection, type SectionSubmissionResult } from '#contract/section-submissions.ts'
import { chunk } from '#lib/chunk.ts'
import { err, ok, type Result } from '#lib/result.ts'

export const saveReply = chunk(() => import('./save-reply.ts'))

const UNREADABLE = 'The server sent an unexpected reply. Your answers are kept and will be sent again.'

/** Saves answers of a section. */
export const saveAnswers = (
  body: InputOf<typeof saveSection>['body']
): Promise<Result<SectionSubmissionResult>> => checkSave(call(saveSection, { body }))

/** A reply that is not understood, or cannot be checked, is a failure: the same change may be sent again. */
export async function checkSave(sent: Promise<Result<unknown>>): Promise<Result<SectionSubmissionResult>> {
  const [result, code] = await Promise.all([sent, saveReply.tryLoad()])
  if (!result.ok) return result
  const reply = code?.readSaveReply(result.value) ?? null
  return reply === null ? err(UNREADABLE) : ok(reply)
}
