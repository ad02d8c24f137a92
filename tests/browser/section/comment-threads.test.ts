// Comments on a cell as threads.

import { expect, test } from 'vitest'
import { mergedComments, threadsOf, withComment } from '#browser/section/state/comment-threads.ts'
import type { Comment } from '#contract/comment.ts'

const said = (comment_id: number, more: Partial<Comment> = {}): Comment => ({
  comment_id,
  comment_text: `Comment ${comment_id}`,
  created_by: 'Rolf Lindqvist',
  created_at: `2026-11-14T12:0${comment_id}:00.000Z`,
  is_resolved: false,
  parent_comment_id: null,
  ...more
})
const ids = (comments: readonly Comment[]) => comments.map(comment => comment.comment_id)

test('open threads first, each with its answers by time; an answer without its comment is not lost', () => {
  const threads = threadsOf([
    said(1, { is_resolved: true }),
    said(5, { parent_comment_id: 2 }),
    said(2),
    said(3, { parent_comment_id: 2 }),
    said(4, { parent_comment_id: 99 })
  ])
  expect(
    threads.map(({ first, answers, isResolved }) => [first.comment_id, ids(answers), isResolved])
  ).toEqual([
    [2, [3, 5], false],
    [4, [], false],
    [1, [], true]
  ])
})

test('the server’s word on one comment holds for its thread and for no other', () => {
  const comments = [said(1), said(2, { parent_comment_id: 1 }), said(3)]
  const resolved = withComment(comments, said(1, { is_resolved: true }))
  expect(resolved.map(comment => comment.is_resolved)).toEqual([true, true, false])
  const answered = withComment(resolved, said(4, { parent_comment_id: 1 }))
  expect(answered.map(comment => [comment.comment_id, comment.is_resolved])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, false]
  ])
  expect(ids(withComment(answered, said(4, { parent_comment_id: 1 })))).toEqual([1, 2, 3, 4])
})

test('a list that says the same stays the same list', () => {
  const known = [said(1), said(2)]
  expect(mergedComments(known, [said(1), said(2)])).toBe(known)
  expect(ids(mergedComments(known, [said(1), said(2), said(3)]))).toEqual([1, 2, 3])
  expect(mergedComments(known, [said(1), said(2, { is_resolved: true })])[1]!.is_resolved).toBe(true)
})
