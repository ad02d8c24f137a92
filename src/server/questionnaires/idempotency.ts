// Makes changes idempotent: a save or comment whose reply was lost is sent again but written once, even if both calls run concurrently.

import type * as contract from '#contract/comments.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Tx } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { RouteContext } from '#server/http/route.ts'
import type { SaveContext } from './save-context.ts'

// Respondents of one submission choose change ids independently of each other.
const changeId = ({ request, caseCodeId }: SaveContext): string =>
  `${caseCodeId}:${request.section_id}:${request.client_change_id}`

/** The stored result of a repeated change, if there is one. */
export const selectStoredResult = (context: SaveContext) =>
  context.tx
    .selectFrom('client_changes')
    .modifyFront(prepared)
    .select('result')
    .where('programme_id', '=', context.caller.programmeId)
    .where('submission_id', '=', context.submission.submission_id)
    .where('client_change_id', '=', changeId(context))
    .$castTo<{ result: SectionSubmissionResult }>()
    .compile()

export const resultWriter = (context: SaveContext, result: SectionSubmissionResult) =>
  context.tx
    .insertInto('client_changes')
    .values({
      programme_id: context.caller.programmeId,
      submission_id: context.submission.submission_id,
      client_change_id: changeId(context),
      result: JSON.stringify(result),
      created_at: context.now
    })
    .modifyEnd(prepared)
    .compile()

interface CommentChange {
  programme_id: number
  submission_id: number
  client_change_id: string
}

/** The change's id; users choose ids independently of each other. Null if the caller will not retry. */
export function commentChange(
  { caller }: RouteContext<'contributor'>,
  { submission_id, client_change_id }: ReceivedOf<typeof contract.postComment>['body']
): CommentChange | null {
  if (client_change_id === undefined) return null
  return {
    programme_id: caller.programmeId,
    submission_id,
    client_change_id: `comment:${caller.userId}:${client_change_id}`
  }
}

/**
 * Returns the comment that this change has already written, or null for the first call. A concurrent call waits here
 * until the first has committed.
 */
export async function claimChange(tx: Tx, change: CommentChange, now: Date): Promise<number | null> {
  const claimed = await tx
    .insertInto('client_changes')
    .values({ ...change, result: JSON.stringify({ comment_id: 0 }), created_at: now })
    .onConflict(conflict =>
      conflict.columns(['programme_id', 'submission_id', 'client_change_id']).doNothing()
    )
    .returning('client_change_id')
    .executeTakeFirst()
  if (claimed !== undefined) return null
  const { result } = requireFound(
    await tx
      .selectFrom('client_changes')
      .select('result')
      .where('programme_id', '=', change.programme_id)
      .where('submission_id', '=', change.submission_id)
      .where('client_change_id', '=', change.client_change_id)
      .executeTakeFirst(),
    'comment'
  )
  return 'comment_id' in result ? result.comment_id : null
}

export async function noteResult(tx: Tx, change: CommentChange, comment_id: number): Promise<void> {
  await tx
    .updateTable('client_changes')
    .set({ result: JSON.stringify({ comment_id }) })
    .where('programme_id', '=', change.programme_id)
    .where('submission_id', '=', change.submission_id)
    .where('client_change_id', '=', change.client_change_id)
    .execute()
}
