// The undo history of this visit, newest first.

import { atom } from 'nanostores'
import { showToast } from '#browser/stores/toasts.ts'
import type { Result } from '#lib/result.ts'

export interface UndoableChange {
  /** A description to begin a sentence with: 'Renamed the section'. */
  words: string
  undo: () => Promise<Result<unknown>>
}

/** Why a change is refused that would overwrite a newer one. */
export const CHANGED_SINCE = 'Someone else has changed this since.'

const MAX_DONE = 50

export const $done = atom<readonly UndoableChange[]>([])
export const $isUndoing = atom(false)

export const recordDone = (done: UndoableChange): void => $done.set([...$done.get(), done].slice(-MAX_DONE))

/** Undoes the last change. One that fails stays on the list, unless undoing it would overwrite a newer change. */
export async function undoLast(): Promise<void> {
  const last = $done.get().at(-1)
  if (last === undefined || $isUndoing.get()) return
  $isUndoing.set(true)
  const result = await last.undo()
  $isUndoing.set(false)
  if (result.ok || result.error === CHANGED_SINCE) $done.set($done.get().filter(done => done !== last))
  if (!result.ok)
    return void showToast({ text: `This could not be undone. ${result.error}`, status: 'error' })
  showToast({ text: `Undone: ${last.words}.`, status: 'success' })
}
