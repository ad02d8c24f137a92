// Comments of others on the submissions of the user's organisation that the user has not seen.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { listUnseenComments, markCommentsSeen, type UnseenComment } from '#contract/unseen-comments.ts'
import { mapResult } from '#lib/result.ts'
import { onLogout } from './on-logout.ts'
import { $session } from './session.ts'

export const $unseenComments = loadableStore<UnseenComment[]>()

export const loadUnseenComments = (): Promise<void> =>
  $unseenComments.load($session.get().user?.sub ?? '', async () =>
    mapResult(await call(listUnseenComments, { query: { limit: MAX_LIST_ROWS } }), reply => reply.comments)
  )

/** Those that this visit has marked, so that showing them again asks nothing. */
const marked = new Set<number>()

onLogout(() => marked.clear())

/** Records that comments were shown. A failure only means that they are listed once more. */
export async function markSeen(ids: readonly number[]): Promise<void> {
  const comment_ids = ids.filter(id => !marked.has(id)).slice(0, MAX_LIST_ROWS)
  if (comment_ids.length === 0 || !isOffered(markCommentsSeen)) return
  for (const id of comment_ids) marked.add(id)
  const result = await call(markCommentsSeen, { body: { comment_ids } })
  if (!result.ok) for (const id of comment_ids) marked.delete(id)
  else $unseenComments.change(comments => comments.filter(one => !comment_ids.includes(one.comment_id)))
}
