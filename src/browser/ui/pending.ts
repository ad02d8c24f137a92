import { useRef, useState } from 'react'

/** Runs an action unless the previous one is still running. Returns the action's result; null if it did not run. */
export type Start = <Outcome>(action: () => Outcome) => Outcome | null

/** Whether an action is running, from its start until its promise settles. */
export function usePending(): [isPending: boolean, start: Start] {
  const [isPending, setPending] = useState(false)
  // Two clicks can arrive before the first renders.
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
