import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'
import { keptName, sectionViewer } from './section.ts'

/** Marks what others have changed once the code for it is there. Returns a function that stops it. */
export function startNews({ engine, address }: OpenSection): () => void {
  let stop: (() => void) | null = null
  let isStopped = false
  const start = async (): Promise<void> => {
    const code = await sectionParts.load()
    if (isStopped) return
    const seen = code.deviceSeenStore(keptName('seen', address.submissionId, address.sectionId))
    stop = code.watchNews(engine, seen, sectionViewer())
  }
  // Without the code nothing is marked on this visit. Whatever else needs it offers to fetch it again.
  start().catch(() => {})
  return () => {
    isStopped = true
    stop?.()
  }
}
