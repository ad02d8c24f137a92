// Downloads several documents as one zip. A file that fails does not fail the rest.

import { atom } from 'nanostores'
import { saveFile } from '#browser/api/download.ts'
import { fetchDocument } from '#browser/stores/downloads.ts'
import { onLogout } from '#browser/stores/on-logout.ts'
import type { Document } from '#contract/documents.ts'
import { chunk } from '#lib/chunk.ts'

const zipCode = chunk(() => import('fflate'))

type ZippedDocument = Pick<Document, 'document_id' | 'document_name' | 'file_name' | 'size_bytes'>

export type ZipState =
  | { is: 'idle' }
  | { is: 'running'; count: number; received: number; total: number }
  | { is: 'incomplete'; wanted: readonly ZippedDocument[]; missing: readonly ZippedDocument[] }
  | { is: 'failed'; wanted: readonly ZippedDocument[] }
  | { is: 'saved'; count: number }

export const $zip = atom<ZipState>({ is: 'idle' })

let controller = new AbortController()
/** Files received so far, for a retry and for saving without the rest. */
let files = new Map<number, Uint8Array>()

export const sizeOf = (documents: readonly ZippedDocument[]): number =>
  documents.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

/**
 * Fetches the missing files, then saves the archive. Stops if a file failed, so that nobody takes a part for
 * the whole.
 */
export async function downloadZip(wanted: readonly ZippedDocument[]): Promise<void> {
  controller.abort()
  const { signal } = (controller = new AbortController())
  files = new Map([...files].filter(([id]) => wanted.some(({ document_id }) => document_id === id)))
  const missing: ZippedDocument[] = []
  const total = sizeOf(wanted)
  let done = sizeOf(wanted.filter(({ document_id }) => files.has(document_id)))
  const tell = (received: number) => {
    if (!signal.aborted) $zip.set({ is: 'running', count: wanted.length, received: done + received, total })
  }
  tell(0)
  for (const document of wanted.filter(({ document_id }) => !files.has(document_id))) {
    const result = await fetchDocument(document.document_id, tell, signal)
    const content = result.ok ? await result.value.arrayBuffer() : null
    if (signal.aborted) return
    if (content) files.set(document.document_id, new Uint8Array(content))
    else missing.push(document)
    done += document.size_bytes
  }
  if (missing.length > 0) return $zip.set({ is: 'incomplete', wanted, missing })
  await saveZip(wanted)
}

/** Saves the files received so far, unless they are dropped while the code loads. */
export async function saveZip(wanted: readonly ZippedDocument[]): Promise<void> {
  const { signal } = controller
  try {
    const { zipSync } = await zipCode.load()
    if (signal.aborted) return
    const entries = archiveNames(wanted).flatMap(([name, id]): [string, Uint8Array][] => {
      const content = files.get(id)
      return content ? [[name, content]] : []
    })
    // Documents are mostly compressed already, so the archive only stores them.
    saveFile(
      new Blob([Uint8Array.from(zipSync(Object.fromEntries(entries), { level: 0 }))], {
        type: 'application/zip'
      }),
      'documents.zip'
    )
    files = new Map()
    $zip.set({ is: 'saved', count: entries.length })
  } catch {
    if (!signal.aborted) $zip.set({ is: 'failed', wanted })
  }
}

export function stopZip(): void {
  controller.abort()
  $zip.set({ is: 'idle' })
}

/** Drops everything that was fetched. */
export function resetZip(): void {
  stopZip()
  files = new Map()
}

onLogout(resetZip)

/** A unique name for each file: 'terms.pdf', 'terms (2).pdf'. No name can leave the folder. */
export function archiveNames(
  documents: readonly Pick<ZippedDocument, 'document_id' | 'file_name'>[]
): [string, number][] {
  const taken = new Set<string>()
  return documents.map(({ document_id, file_name }) => {
    const safe =
      file_name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_').replace(/^\.+/, '_') || `document-${document_id}`
    const [, stem = safe, end = ''] = /^(.+?)(\.[^.]*)?$/.exec(safe) ?? []
    let name = safe
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem} (${number})${end}`
    taken.add(name.toLowerCase())
    return [name, document_id]
  })
}
