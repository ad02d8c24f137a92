import { useRef, useState } from 'react'

/** Runs an action unless the one before still runs. What an action returns is passed on; null for one that did not run. */
export type Start = <Outcome>(action: () => Outcome) => Outcome | null

/** Whether an action that was started here still runs, from its start until its promise settles. */
export function usePending(): [isPending: boolean, start: Start] {
  const [isPending, setPending] = useState(false)
  // Two clicks can come before the first is rendered.
  const isRunning = useRef(false)
  const start: Start = action => {
    if (isRunning.current) return null
    const outcome = action()
    if (outcome instanceof Promise) {
      isRunning.current = true
      setPending(true)
      void outcome.finally(() => {
        isRunning.current = false
        setPending(false)
      })
    }
    return outcome
  }
  return [isPending, start]
}
