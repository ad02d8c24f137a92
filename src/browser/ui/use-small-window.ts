import { useSyncExternalStore } from 'react'

/** Below the breakpoint `sm`. */
const SMALL = '(max-width: 639.9px)'

function subscribeToWidth(changed: () => void): () => void {
  const query = matchMedia(SMALL)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is small (product 25), for differences that CSS cannot express. */
export const useSmallWindow = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => matchMedia(SMALL).matches)
