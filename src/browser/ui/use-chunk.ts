import { useCallback, useEffect, useState } from 'react'
import type { Chunk } from '#lib/chunk.ts'
import { SECOND_MS } from '#lib/time/clock.ts'

/** A hanging connection takes minutes to fail; show a message sooner. */
const LOAD_TIMEOUT_MS = 3 * SECOND_MS

export interface ArrivingCode<M> {
  module: M | undefined
  /** Loading failed or takes too long: show something simpler. It may still arrive. */
  isMissing: boolean
  retry: () => void
}

/** Loads code while something else is shown. Retries when the connection is back. */
export function useChunk<M>(code: Chunk<M>): ArrivingCode<M> {
  const [module, setModule] = useState(() => code.loaded())
  const [isMissing, setMissing] = useState(false)
  const retry = useCallback((): void => {
    code.load().then(
      loaded => setModule(() => loaded),
      () => setMissing(true)
    )
  }, [code])
  useEffect(() => {
    if (module) return
    const late = setTimeout(() => setMissing(true), LOAD_TIMEOUT_MS)
    retry()
    addEventListener('online', retry)
    return () => {
      clearTimeout(late)
      removeEventListener('online', retry)
    }
  }, [module, retry])
  return { module, isMissing, retry }
}
