import { whenIdle } from '#lib/idle.ts'
import { $view, type View } from './view.ts'

type ShownView = Exclude<View, { is: 'starting' }>

/** Runs work when the page is idle, once it shows something that fits: before that, an idle page waits for what it will show. */
export function whenShown(fits: (view: ShownView) => boolean, work: () => void): void {
  const stop = $view.subscribe(view => {
    if (view.is === 'starting' || !fits(view)) return
    whenIdle(work)
    // The first value comes before `subscribe` has returned.
    queueMicrotask(() => stop())
  })
}
