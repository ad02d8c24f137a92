// Comment threads of a cell: comments with their replies. A thread is resolved as a whole.

import type { Comment } from '#contract/comment.ts'

export interface Thread {
  first: Comment
  /** In chronological order. */
  answers: Comment[]
  isResolved: boolean
}

const byTime = (one: Comment, other: Comment): number =>
  one.created_at.localeCompare(other.created_at) || one.comment_id - other.comment_id

/** The threads of a cell: open ones first, then by time. A reply without its comment is a thread of its own. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const ids = new Set(comments.map(comment => comment.comment_id))
  const isFirst = ({ parent_comment_id: parent }: Comment): boolean => parent === null || !ids.has(parent)
  return comments
    .filter(isFirst)
    .toSorted(byTime)
    .map(first => ({
      first,
      answers: comments
        .filter(comment => !isFirst(comment) && comment.parent_comment_id === first.comment_id)
        .toSorted(byTime),
      isResolved: first.is_resolved
    }))
    .toSorted((one, other) => Number(one.isResolved) - Number(other.isResolved))
}

/**
 * Merges a comment from the server into the list: it is added or replaced, and its state applies to its
 * whole thread.
 */
export function withComment(comments: readonly Comment[], said: Comment): Comment[] {
  const threadId = said.parent_comment_id ?? said.comment_id
  const isOfThread = (comment: Comment): boolean =>
    comment.comment_id === threadId || comment.parent_comment_id === threadId
  const others = comments.filter(comment => comment.comment_id !== said.comment_id)
  return [...others, said]
    .map(comment => (isOfThread(comment) ? { ...comment, is_resolved: said.is_resolved } : comment))
    .toSorted(byTime)
}

/** The server's comments, or the previous list if nothing has changed, so that nothing renders again. */
export function mergedComments(known: readonly Comment[], fresh: readonly Comment[]): readonly Comment[] {
  const isSame =
    known.length === fresh.length &&
    fresh.every(comment =>
      known.some(one => one.comment_id === comment.comment_id && one.is_resolved === comment.is_resolved)
    )
  return isSame ? known : fresh
}
