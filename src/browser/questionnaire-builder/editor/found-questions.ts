// Finds questions of the project that can be placed again.

import { call } from '#browser/api/call.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listQuestions } from '#contract/questions.ts'
import { ok, type Result } from '#lib/result.ts'

export type FoundQuestion = ReplyOf<typeof listQuestions>['questions'][number]

const MAX_FOUND_QUESTIONS = 20

/** Questions that contain these words, those without a place in `placed` first. */
export async function findQuestions(
  project_id: number,
  search: string,
  placed: ReadonlySet<number>
): Promise<Result<FoundQuestion[]>> {
  const result = await call(listQuestions, { query: { project_id, search } })
  if (!result.ok) return result
  const free = result.value.questions.filter(one => one.is_active && !placed.has(one.question_id))
  return ok(free.slice(0, MAX_FOUND_QUESTIONS))
}
