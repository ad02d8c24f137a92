// The server's preview of a peer group while it is edited.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { previewPeerGroup } from '#contract/peer-groups.ts'

export type PeerPreview = ReplyOf<typeof previewPeerGroup>
export type PeerPreviewRequest = InputOf<typeof previewPeerGroup>['body']

export const $peerPreview = loadableStore<PeerPreview>()

const GROUP_PREVIEW_DEBOUNCE_MS = 250

let scheduledPreview = ''
let previewTimer: ReturnType<typeof setTimeout> | undefined

/** Debounced. A preview that is already scheduled or loaded is not requested again. */
export function schedulePeerPreview(body: PeerPreviewRequest): void {
  const key = JSON.stringify(body)
  if (key === scheduledPreview) return
  scheduledPreview = key
  clearTimeout(previewTimer)
  previewTimer = setTimeout(() => void loadPeerPreview(body), GROUP_PREVIEW_DEBOUNCE_MS)
}

export const loadPeerPreview = (body: PeerPreviewRequest): Promise<void> =>
  $peerPreview.load('preview', () => call(previewPeerGroup, { body }))

export function resetPeerPreview(): void {
  scheduledPreview = ''
  clearTimeout(previewTimer)
  $peerPreview.reset()
}
