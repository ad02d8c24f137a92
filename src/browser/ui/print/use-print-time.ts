import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { presentTime } from '#lib/time/server-clock.ts'

/** The moment at which the page was last sent to paper; it is on the page before the browser lays the paper out. */
export function usePrintTime(): Date {
  const [now, setNow] = useState(() => presentTime())
  useEffect(() => {
    const update = (): void => flushSync(() => setNow(presentTime()))
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])
  return now
}
