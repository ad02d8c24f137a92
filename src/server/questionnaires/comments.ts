import type { Comment } from '#contract/comment.ts'
import type * as contract from '#contract/comments.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { requireFound, requireRow, invalid } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { commentChange, claimChange, noteResult } from './idempotency.ts'
import { lockScope, type LockedScope } from './locked-scope.ts'
import { isCellOf } from './repeated.ts'
import { commentIn, selectComments } from './stored-cells.ts'

type CommentBody = ReceivedOf<typeof contract.postComment>['body']

/**
 * Comments on a cell, in closed sections too: figures are discussed while they are validated. A reply
 * belongs to the first comment of its thread, and its `is_resolved` applies to the whole thread; without
 * text only that changes.
 */
export const postComment: RouteOf<'postComment'> = async ({ body }, context) => {
  const { database, caller } = context
  return transaction(database, async tx => {
    const scope = await lockScope(tx, caller, body, context.now)
    await requireCommentedCell(scope, body)
    const change = commentChange(context, body)
    const known = change === null ? null : await claimChange(tx, change, context.now)
    if (known !== null) return readComment(tx, caller, known)
    const commentId = await writeComment(scope, body)
    if (change !== null) await noteResult(tx, change, commentId)
    return readComment(tx, caller, commentId)
  })
}

/** Returns the new comment's number; of a thread that is only resolved or reopened, that of the thread. */
async function writeComment(scope: LockedScope<CallingUser>, body: CommentBody): Promise<number> {
  const { tx, caller } = scope
  const parentId = body.parent_comment_id ?? null
  if (parentId === null) {
    if (body.comment_text === '') throw invalid('comment_text', 'must not be empty')
    return insertComment(scope, body, null)
  }
  const threadId = await requireThread(tx, caller, body, parentId)
  await tx
    .updateTable('comments')
    .set({ is_resolved: body.is_resolved })
    .where(eb => eb.and({ programme_id: caller.programmeId, submission_id: body.submission_id }))
    .where(eb => eb.or([eb('comment_id', '=', threadId), eb('parent_comment_id', '=', threadId)]))
    .execute()
  return body.comment_text === '' ? threadId : insertComment(scope, body, threadId)
}

/**
 * The cell of the call: checks that the section is in the questionnaire, the questionnaire in the project,
 * and the question in its cell.
 */
async function requireCommentedCell(
  { tx, caller: { programmeId }, submission }: LockedScope<CallingUser>,
  body: CommentBody
): Promise<void> {
  const row = await tx
    .selectFrom('questionnaires as q')
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'questionnaire_id'))
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'c', 'section_id'))
    .innerJoin('question_memberships as m', join => inProgramme(join, 'm', 't', 'sub_section_id'))
    .select('m.membership_id')
    .where('q.programme_id', '=', programmeId)
    .where('q.project_id', '=', submission.project_id)
    .where('q.questionnaire_id', '=', body.questionnaire_id)
    .where('c.section_id', '=', body.section_id)
    .where(isCellOf(body))
    .limit(1)
    .executeTakeFirst()
  requireFound(row, 'cell in this section')
}

/** The first comment of a thread on this cell, locked: whoever resolves the thread sees all its replies. */
async function requireThread(
  tx: Tx,
  caller: CallingUser,
  body: CommentBody,
  commentId: number
): Promise<number> {
  const parent = await requireRow(
    tx.selectFrom('comments').select(['comment_id', 'parent_comment_id']),
    {
      programme_id: caller.programmeId,
      comment_id: commentId,
      submission_id: body.submission_id,
      section_id: body.section_id,
      question_id: body.question_id,
      row_id: body.row_id,
      column_id: body.column_id,
      case_code_id: 0
    },
    'comment on this cell'
  )
  const threadId = parent.parent_comment_id ?? parent.comment_id
  await lockRow(tx, 'comments', caller.programmeId, threadId)
  return threadId
}

async function insertComment(
  { tx, caller, now }: LockedScope<CallingUser>,
  body: CommentBody,
  parentId: number | null
): Promise<number> {
  const { comment_id } = await tx
    .insertInto('comments')
    .values({
      programme_id: caller.programmeId,
      questionnaire_id: body.questionnaire_id,
      submission_id: body.submission_id,
      section_id: body.section_id,
      question_id: body.question_id,
      row_id: body.row_id,
      column_id: body.column_id,
      case_code_id: 0,
      comment_text: body.comment_text,
      parent_comment_id: parentId,
      is_resolved: body.is_resolved,
      created_by_user_id: caller.userId,
      created_at: now
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  return comment_id
}

async function readComment(tx: Tx, caller: CallingUser, commentId: number): Promise<Comment> {
  const row = await selectComments(tx, caller.programmeId)
    .where('c.comment_id', '=', commentId)
    .executeTakeFirst()
  return commentIn(requireFound(row, 'comment'))
}
