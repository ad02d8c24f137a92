// Downloads of documents and releases with their progress; a failed one can be retried.

import { map } from 'nanostores'
import { saveFile } from '#browser/api/download.ts'
import { callFile } from '#browser/api/send-call.ts'
import { downloadDocument, type Document } from '#contract/documents.ts'
import type { Result } from '#lib/result.ts'
import { onLogout } from './on-logout.ts'
import { runtimeConfig } from './site-config.ts'

export type Download =
  | { is: 'running'; received: number }
  | { is: 'stopped'; received: number }
  | { is: 'failed'; error: string }
  | { is: 'gone' }
  | { is: 'saved' }

export type DownloadTarget = Pick<Document, 'document_id' | 'file_name'>

/** A document's id, or the name of another file. */
type DownloadId = number | string

/** What was requested. */
export const $downloads = map<Record<DownloadId, Download | undefined>>({})

const runningDownloads = new Map<DownloadId, AbortController>()

type FetchFile = (onProgress: (received: number) => void, signal: AbortSignal) => Promise<Result<Blob>>

/** Fetches a document without saving it. Logged out, the programme of the site is named. */
export function fetchDocument(
  documentId: number,
  onProgress: (received: number) => void,
  signal: AbortSignal
): Promise<Result<Blob>> {
  const input = { params: { id: documentId }, query: { programme_id: runtimeConfig().programmeId } }
  return callFile(downloadDocument, input, { onProgress, signal })
}

export const startDownload = ({ document_id, file_name }: DownloadTarget): Promise<void> =>
  downloadFile(document_id, file_name, (onProgress, signal) => fetchDocument(document_id, onProgress, signal))

/** Fetches a file and hands it to the browser to be saved. */
export async function downloadFile(id: DownloadId, fileName: string, fetchFile: FetchFile): Promise<void> {
  if (runningDownloads.has(id)) return
  const controller = new AbortController()
  runningDownloads.set(id, controller)
  let received = 0
  $downloads.setKey(id, { is: 'running', received })
  const result = await fetchFile(bytes => {
    received = bytes
    if (!controller.signal.aborted) $downloads.setKey(id, { is: 'running', received })
  }, controller.signal)
  // Not after a reset.
  if (runningDownloads.get(id) !== controller) return
  runningDownloads.delete(id)
  if (controller.signal.aborted) return $downloads.setKey(id, { is: 'stopped', received })
  if (result.ok) saveFile(result.value, fileName)
  $downloads.setKey(
    id,
    result.ok
      ? { is: 'saved' }
      : result.status === 404
        ? { is: 'gone' }
        : { is: 'failed', error: result.error }
  )
}

export const stopDownload = (id: DownloadId): void => runningDownloads.get(id)?.abort()

/** Clears everything, so that the next visit and the next user start afresh. */
export function resetDownloads(): void {
  for (const controller of runningDownloads.values()) controller.abort()
  runningDownloads.clear()
  $downloads.set({})
}

onLogout(resetDownloads)
