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

/**
 * Loads code while something else is shown. Retries when the connection is back. With `tryLoad`, for which the page has a fallback, only the
 * retry may reload the page.
 */
export function useChunk<M>(code: Chunk<M>, how: 'load' | 'tryLoad' = 'load'): ArrivingCode<M> {
  const [module, setModule] = useState(() => code.loaded())
  const [isMissing, setMissing] = useState(false)
  const fetchCode = useCallback(
    (by: 'load' | 'tryLoad'): void =>
      void code[by]()
        .catch(() => null)
        .then(loaded => (loaded === null ? setMissing(true) : setModule(() => loaded))),
    [code]
  )
  useEffect(() => {
    if (module) return
    const late = setTimeout(() => setMissing(true), LOAD_TIMEOUT_MS)
    const tryAgain = (): void => fetchCode('tryLoad')
    fetchCode(how)
    addEventListener('online', tryAgain)
    return () => {
      clearTimeout(late)
      removeEventListener('online', tryAgain)
    }
  }, [module, how, fetchCode])
  return { module, isMissing, retry: () => fetchCode('load') }
}
