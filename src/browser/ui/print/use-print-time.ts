import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { presentTime } from '#lib/time/server-clock.ts'

/** When the page was last printed; rendered before the browser lays out the paper. */
export function usePrintTime(): Date {
  const [now, setNow] = useState(() => presentTime())
  useEffect(() => {
    const update = (): void => flushSync(() => setNow(presentTime()))
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])
  return now
}
