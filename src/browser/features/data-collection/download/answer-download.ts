// How many answers a project has to download, and the running download, which continues while the dialog is closed.

import { atom } from 'nanostores'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { saveFile } from '#browser/api/download.ts'
import { callFile } from '#browser/api/send-call.ts'
import { $modal } from '#browser/stores/modals.ts'
import { onLogout } from '#browser/stores/on-logout.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { DownloadProgress } from '#browser/ui/download-state.tsx'
import { countExportableAnswers, exportAnswers } from '#contract/answer-exports.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { MAX_LONG_SECONDS } from '#contract/limits.ts'
import { formatBytes } from '#lib/text/format-bytes.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { SECOND_MS } from '#lib/time/clock.ts'

export type ExportCounts = ReplyOf<typeof countExportableAnswers>
export type AnswerQuery = InputOf<typeof exportAnswers>['query']

export const $answerCounts = loadableStore<ExportCounts>()
export const $answerDownload = atom<DownloadProgress | undefined>(undefined)

export interface AnswerScope {
  project_id: number
  time_period_id: number[]
  include_retired: boolean
}

export async function loadAnswerCounts(query: AnswerScope): Promise<void> {
  const key = `${$session.get().user?.sub ?? ''}/${JSON.stringify(query)}`
  await $answerCounts.load(key, () =>
    call(countExportableAnswers, { query }, { timeout: MAX_LONG_SECONDS * SECOND_MS })
  )
}

/** Larger files are written to disk as they arrive, if the browser supports it. */
const MAX_BYTES_IN_MEMORY = 50_000_000

interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

let running: AbortController | null = null

/** Downloads a file of about the given size. */
export async function downloadAnswers(
  query: AnswerQuery,
  { fileName, size }: { fileName: string; size: number }
): Promise<void> {
  if (running !== null) return
  const controller = new AbortController()
  running = controller
  try {
    const target = await openTarget(fileName, size)
    if (target !== 'cancelled') await receive(query, fileName, target, controller.signal)
  } finally {
    running = null
  }
}

async function receive(
  query: AnswerQuery,
  fileName: string,
  target: FileSystemWritableFileStream | null,
  signal: AbortSignal
): Promise<void> {
  let received = 0
  const onProgress = (bytes: number): void => {
    received = bytes
    if (!signal.aborted) $answerDownload.set({ is: 'running', received })
  }
  onProgress(0)
  const write = target === null ? undefined : (piece: Uint8Array<ArrayBuffer>) => target.write(piece)
  const result = await callFile(exportAnswers, { query }, { onProgress, signal, write })
  if (signal.aborted || !result.ok) {
    // An incomplete file is discarded.
    await target?.abort()
    if (signal.reason === STOPPED_BY_LOGOUT)
      return void showToast({ text: STOPPED_BY_LOGOUT, status: 'error' })
    if (signal.aborted) return $answerDownload.set({ is: 'stopped', received })
    return fail(downloadFailure(received, result.ok ? '' : result.error))
  }
  if (target === null) saveFile(result.value, fileName)
  else if (!(await isClosed(target))) return fail(NOT_WRITTEN)
  $answerDownload.set({ is: 'saved' })
  tell(`${fileName} is saved.`, 'success')
}

const STOPPED_BY_LOGOUT = 'You were logged out, so the download was stopped. No file was saved.'
const NOT_WRITTEN = 'The file could not be written. Check that the disk has enough space, then try again.'

function fail(error: string): void {
  $answerDownload.set({ is: 'failed', error })
  tell(error, 'error')
}

/** The browser writes the file only on close, which can fail, for example on a full disk. */
const isClosed = (target: FileSystemWritableFileStream): Promise<boolean> =>
  target.close().then(
    () => true,
    () => false
  )

/** Once a reply has begun, an interruption is its only failure. */
const downloadFailure = (received: number, error: string): string =>
  received === 0
    ? failureText(error)
    : `The download was interrupted after ${formatBytes(received)}. No file was saved.`

/** An open dialog shows the result itself. */
function tell(text: string, status: 'error' | 'success'): void {
  if ($modal.get().component === null) showToast({ text, status })
}

/** Null if the file is collected in memory. */
async function openTarget(
  suggestedName: string,
  size: number
): Promise<FileSystemWritableFileStream | 'cancelled' | null> {
  const { showSaveFilePicker } = globalThis as SavePicker
  if (showSaveFilePicker === undefined || size <= MAX_BYTES_IN_MEMORY) return null
  try {
    return await (await showSaveFilePicker({ suggestedName })).createWritable()
  } catch {
    // Cancelling the file picker rejects.
    return 'cancelled'
  }
}

export const stopAnswerDownload = (): void => running?.abort()

onLogout(() => {
  running?.abort(STOPPED_BY_LOGOUT)
  $answerDownload.set(undefined)
})
