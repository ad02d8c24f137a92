import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { threadsOf, type Thread } from '#browser/section/state/comment-threads.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check } from '#browser/ui/icons/icon-paths.ts'
import type { Comment } from '#contract/comment.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { wantsComment } from './cell-finding.tsx'
import {
  $commentForms,
  formName,
  formOf,
  mayComment,
  sendComment,
  markShown,
  setResolved,
  typeComment,
  type CommentTarget
} from './comments.ts'
import { $commentAsked } from './panel-tab.ts'

type CommentCell = Omit<CommentTarget, 'threadId'>

/** The cell's comments and a field for a new one. */
export function CellComments({ cell, state }: { cell: CommentCell; state: CellState }) {
  const threads = threadsOf(state.comments)
  const isWriter = mayComment()
  useEffect(() => void markShown(state.comments), [state.comments])
  return (
    <>
      {threads.length === 0 && <p className="text-small text-ink-2">{noCommentsText(state, isWriter)}</p>}
      <ul className="grid gap-3">
        {threads.map(thread => (
          <ThreadItem
            key={thread.first.comment_id}
            target={{ ...cell, threadId: thread.first.comment_id }}
            thread={thread}
            isWriter={isWriter}
          />
        ))}
      </ul>
      {isWriter && <CommentEditor target={{ ...cell, threadId: null }} label="New comment" verb="Comment" />}
    </>
  )
}

function noCommentsText(state: CellState, isWriter: boolean): string {
  if (wantsComment(state))
    return `${state.check.warnings[0]?.message ?? ''} Correct it, or explain it in a comment.`
  return isWriter ? 'No comments yet' : 'No comments yet. You can view comments but not write them.'
}

function ThreadItem({
  target,
  thread,
  isWriter
}: {
  target: CommentTarget
  thread: Thread
  isWriter: boolean
}) {
  const [isAnswering, setAnswering] = useState(false)
  return (
    <li
      className={`rounded-lg border border-solid border-line px-3 py-2.5 text-small ${thread.isResolved ? 'bg-surface-hover' : ''}`}
    >
      {thread.isResolved && (
        <p className="flex items-center gap-1.5 mb-1 text-ok font-medium">
          <Icon of={Check} size={12} />
          Resolved
        </p>
      )}
      <CommentText comment={thread.first} />
      {thread.answers.map(answer => (
        <div key={answer.comment_id} className="mt-2 pl-2.5 border-0 border-l-2 border-solid border-line">
          <CommentText comment={answer} />
        </div>
      ))}
      {isWriter && (
        <div className="flex gap-2 mt-2">
          <Button size="s" aria-expanded={isAnswering} onClick={() => setAnswering(!isAnswering)}>
            Reply
          </Button>
          <Button size="s" kind="quiet" onClick={() => setResolved(target, !thread.isResolved)}>
            {thread.isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      )}
      {isAnswering && (
        <CommentEditor
          target={target}
          label={`Reply to ${thread.first.created_by}`}
          verb="Send reply"
          onSent={() => setAnswering(false)}
        />
      )}
    </li>
  )
}

const CommentText = ({ comment }: { comment: Comment }) => (
  <>
    <p className="whitespace-pre-line break-words">{comment.comment_text}</p>
    <p className="text-ink-2">
      {comment.created_by}, {formatDay(comment.created_at)}, {formatTime(comment.created_at)}
    </p>
  </>
)

interface CommentEditorProps {
  target: CommentTarget
  label: string
  verb: string
  onSent?: () => void
}

/** A field that keeps its text until the server has saved it. Ctrl+Enter sends, Escape returns to the cell. */
function CommentEditor({ target, label, verb, onSent }: CommentEditorProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const asked = useStore($commentAsked)
  const name = formName(target)
  const form = formOf(useStore($commentForms), name)
  const isAsked = asked === target.key || target.threadId !== null
  useEffect(() => {
    if (!isAsked) return
    field.current?.focus()
    $commentAsked.set(null)
  }, [isAsked])
  const send = async () => {
    await sendComment(target)
    if (formOf($commentForms.get(), name).text === '') onSent?.()
  }
  return (
    <div className="mt-3">
      <label htmlFor={id} className="block mb-1 text-small font-medium">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={4000}
        value={form.text}
        aria-invalid={(form.error !== null && !form.isWaiting) || undefined}
        aria-describedby={form.error === null ? undefined : `${id}-error`}
        className="input h-auto! py-1.5 resize-y text-small!"
        onChange={event => typeComment(name, event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          // Back to the figures; the text is kept.
          if (event.key === 'Escape') focusCell(target.key)
        }}
      />
      {form.error !== null && (
        <p
          id={`${id}-error`}
          role="alert"
          className={`mt-1 text-small ${form.isWaiting ? 'text-ink-2' : 'text-bad'}`}
        >
          {form.error}
        </p>
      )}
      <Button size="s" className="mt-1.5" busy={form.isSending} onClick={send}>
        {verb}
      </Button>
    </div>
  )
}
