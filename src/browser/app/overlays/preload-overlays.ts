import { whenIdle } from '#lib/idle.ts'
import { preload } from '#lib/chunk.ts'
import { layoutFor } from '../layouts/layout-for.ts'
import { $view } from '../view.ts'
import { overlays } from './overlays-chunk.ts'

/** Preloads the overlays when the page is idle. The forms that visits begin with do not need them and stay small. */
export function preloadOverlaysAtIdle(): void {
  const stop = $view.subscribe(view => {
    if (view.is === 'starting' || layoutFor(view.path) === 'none') return
    whenIdle(() => preload(overlays))
    queueMicrotask(() => stop())
  })
}
