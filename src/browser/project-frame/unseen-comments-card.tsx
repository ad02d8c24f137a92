import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $unseenComments, markSeen } from '#browser/stores/unseen-comments.ts'
import { Card } from '#browser/ui/card.tsx'
import type { UnseenComment } from '#contract/unseen-comments.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { formatCount } from '#lib/format.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { paths } from '#programme/paths.ts'

const MAX_COMMENTS_SHOWN = 4

/** Comments that the reader has not seen: of all projects, or of one. Nothing where there are none, or the API has no such list. The page loads them. */
export function UnseenCommentsCard({ projectCode }: { projectCode?: string }) {
  const loaded = useStore($unseenComments)
  const comments =
    loaded.state === 'ready'
      ? loaded.value.filter(one => projectCode === undefined || one.project_code === projectCode)
      : []
  if (comments.length === 0) return null
  return (
    <Card
      title="New comments"
      aside={
        <button
          type="button"
          className="text-button text-small"
          onClick={() => markSeen(comments.map(one => one.comment_id))}
        >
          Mark all as seen
        </button>
      }
    >
      <ul>
        {comments.slice(0, MAX_COMMENTS_SHOWN).map(comment => (
          <CommentItem key={comment.comment_id} comment={comment} hasProject={projectCode === undefined} />
        ))}
      </ul>
      {comments.length > MAX_COMMENTS_SHOWN && (
        <p className="px-4 pb-3 text-small text-ink-2">
          {formatCount(comments.length - MAX_COMMENTS_SHOWN)} more in these projects
        </p>
      )}
    </Card>
  )
}

function CommentItem({ comment, hasProject }: { comment: UnseenComment; hasProject: boolean }) {
  const { project_code, project_name, questionnaire_id, submission_id, section_id } = comment
  return (
    <li className="border-0 border-t border-line border-solid px-4 py-3 text-small first:border-t-0">
      <p>
        <span className="font-medium">{comment.created_by}</span>{' '}
        <span className="text-ink-3">{formatAgo(comment.created_at)}</span>
      </p>
      <Link
        href={paths.section(project_code, questionnaire_id, submission_id, section_id, {
          go: cellKey(comment),
          tab: 'comments'
        })}
        className="font-medium"
      >
        {comment.submission_name}, {comment.section_name}
      </Link>
      {hasProject && <p className="text-ink-3">{project_name}</p>}
      <p className="mt-1 border-0 border-l-2 border-brand-line border-solid pl-2.5 text-ink-2 break-words">
        {comment.question_text}: “{comment.comment_text}”
      </p>
    </li>
  )
}
