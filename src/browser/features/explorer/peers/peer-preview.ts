// What a group that is being made would be: asked while it is made, and before it is saved.
import { call } from '#browser/api/call.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { previewPeerGroup } from '#contract/peer-groups.ts'
import { loadableStore } from '#lib/loadable.ts'

export type PeerPreview = ReplyOf<typeof previewPeerGroup>
export type PeerPreviewRequest = InputOf<typeof previewPeerGroup>['body']

export const $peerPreview = loadableStore<PeerPreview>()

const DEBOUNCE_MS = 250

let scheduled = ''
let waiting: ReturnType<typeof setTimeout> | undefined

/** Asks as soon as choosing rests. Asked twice for the same, it is asked once. */
export function schedulePeerPreview(body: PeerPreviewRequest): void {
  const key = JSON.stringify(body)
  if (key === scheduled) return
  scheduled = key
  clearTimeout(waiting)
  waiting = setTimeout(() => void loadPeerPreview(body), DEBOUNCE_MS)
}

export const loadPeerPreview = (body: PeerPreviewRequest): Promise<void> =>
  $peerPreview.load('preview', () => call(previewPeerGroup, { body }))

export function resetPeerPreview(): void {
  scheduled = ''
  clearTimeout(waiting)
  $peerPreview.reset()
}
