// Comments on a cell: create, reply, resolve, reopen. Typed text survives until the server has it, even
// across a reload.

import { atom } from 'nanostores'
import { call } from '#browser/api/call.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { Comment } from '#contract/comment.ts'
import { postComment } from '#contract/comments.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import { personName } from '#domain/people/full-name.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { chunk } from '#lib/chunk.ts'
import { invariant } from '#lib/invariant.ts'
import { newId } from '#lib/new-id.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'
import { askForComment } from './panel-tab.ts'

/** What a text is for: a new comment on a cell, or a reply in a thread. */
export interface CommentTarget {
  engine: SectionEngine
  address: SectionAddress
  key: string
  threadId: number | null
}

export interface CommentForm {
  text: string
  /** Under which the text was sent, so that a lost reply does not lead to a second comment; empty if it was not sent yet. */
  changeId: string
  isSending: boolean
  /** Sent while offline: it goes out once the device is online again, unless the text is changed before. */
  isWaiting: boolean
  error: string | null
}

const EMPTY_COMMENT: CommentForm = { text: '', changeId: '', isSending: false, isWaiting: false, error: null }

/** Forms that have been started, by name. */
export const $commentForms = atom<Record<string, CommentForm>>({})

/** The name includes the user, so that a text is never shown to another account on the same computer. */
export function formName({ address, key, threadId }: Omit<CommentTarget, 'engine'>): string {
  const user = $session.get().user?.sub ?? ''
  return [
    'comment',
    runtimeConfig().programmeCode,
    user,
    address.submissionId,
    address.sectionId,
    key,
    threadId ?? 'new'
  ].join(' ')
}

export const formOf = (forms: Record<string, CommentForm>, name: string): CommentForm =>
  forms[name] ?? { ...EMPTY_COMMENT, text: storedText(name), changeId: storedText(changeName(name)) }

const changeName = (name: string): string => `${name} change`

/** Whether the role may write comments; viewers only read. */
export const mayComment = (): boolean =>
  hasAccess($session.get().user?.role_type_id ?? Number.POSITIVE_INFINITY, postComment.access)

const unseenCommentsCode = chunk(() => import('#browser/stores/unseen-comments.ts'))

/** Records that the comments of others were shown, so that the home pages list them no more. A failure only lists them once more. */
export async function markShown(comments: readonly Comment[]): Promise<void> {
  const me = $session.get().user?.details
  const others = comments.filter(one => me && one.created_by !== personName(me))
  if (others.length === 0) return
  const code = await unseenCommentsCode.tryLoad()
  await code?.markSeen(others.map(one => one.comment_id))
}

/** Opens the form of a new comment with a text, unless something was typed into it already. Who only reads finds the comments there. */
export function beginComment(target: CommentTarget, text: string): void {
  const name = formName(target)
  if (text !== '' && formOf($commentForms.get(), name).text === '') typeComment(name, text)
  askForComment(target.key)
}

export function typeComment(name: string, text: string): void {
  changeCommentForm(name, { text, changeId: '', isWaiting: false, error: null })
  storeText(name, text)
  storeText(changeName(name), '')
}

/** Sends the typed text, while offline as soon as there is a connection. On failure the text stays and the error is shown. */
export async function sendComment(target: CommentTarget): Promise<void> {
  const name = formName(target)
  const { text, changeId: earlier, isSending } = formOf($commentForms.get(), name)
  if (isSending) return
  if (text.trim() === '') return changeCommentForm(name, { error: 'Enter a comment.' })
  if (!navigator.onLine) return waitForConnection(target, name)
  const changeId = earlier === '' ? newId() : earlier
  changeCommentForm(name, { changeId, isSending: true, isWaiting: false, error: null })
  storeText(changeName(name), changeId)
  const result = await post(target, {
    comment_text: text.trim(),
    is_resolved: false,
    client_change_id: changeId
  })
  if (!result.ok)
    return changeCommentForm(name, {
      isSending: false,
      error: `Not sent: ${result.error} Your text is kept.`
    })
  // What was typed while it was on its way stays.
  if (formOf($commentForms.get(), name).text !== text) return changeCommentForm(name, { isSending: false })
  storeText(name, '')
  storeText(changeName(name), '')
  changeCommentForm(name, EMPTY_COMMENT)
}

const WAITING = 'You are offline. Your comment is kept and will be sent when you are online again.'

function waitForConnection(target: CommentTarget, name: string): void {
  const { isWaiting } = formOf($commentForms.get(), name)
  changeCommentForm(name, { isWaiting: true, error: WAITING })
  if (isWaiting) return
  const sendNow = (): void => {
    // By then someone else may have logged in.
    if (formName(target) === name && formOf($commentForms.get(), name).isWaiting) void sendComment(target)
  }
  addEventListener('online', sendNow, { once: true })
}

/** Resolves or reopens a whole thread. */
export async function setResolved(target: CommentTarget, isResolved: boolean): Promise<void> {
  const result = await post(target, { comment_text: '', is_resolved: isResolved })
  if (!result.ok)
    showToast({
      text: failureText(result.error, 'The comment is unchanged. Try again when you are online.'),
      status: 'error'
    })
}

async function post(
  { engine, address, key, threadId }: CommentTarget,
  said: { comment_text: string; is_resolved: boolean; client_change_id?: string }
): Promise<Result<Comment>> {
  const cell = engine.model.cells.get(key)
  invariant(cell, `The section has no cell ${key}`)
  const { questionnaireId: questionnaire_id, submissionId: submission_id, sectionId: section_id } = address
  const body = {
    questionnaire_id,
    submission_id,
    section_id,
    ...cellAddress(cell.question),
    ...said,
    parent_comment_id: threadId
  }
  const result = await call(postComment, { body })
  if (result.ok) engine.noteComment(key, result.value)
  return result
}

function changeCommentForm(name: string, form: Partial<CommentForm>): void {
  const forms = $commentForms.get()
  $commentForms.set({ ...forms, [name]: { ...formOf(forms, name), ...form } })
}

// Without storage the text is lost only on a reload; until then it is on the screen.
const storedText = (name: string): string => readStored('sessionStorage', name) ?? ''
const storeText = (name: string, text: string): void => writeStored('sessionStorage', name, text || null)
