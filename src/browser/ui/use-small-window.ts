import { useSyncExternalStore } from 'react'

const watch = (media: string) => ({
  subscribe: (changed: () => void): (() => void) => {
    const query = matchMedia(media)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  },
  isMatching: () => matchMedia(media).matches
})

const SMALL_WINDOWS = { sm: watch('(max-width: 639.9px)'), md: watch('(max-width: 767.9px)') }

/**
 * Whether the window is narrower than the breakpoint (product 25), for differences that CSS cannot express: a phone is below `sm`,
 * and 1280 px at 200 % is below `md`.
 */
export const useSmallWindow = (breakpoint: keyof typeof SMALL_WINDOWS = 'sm'): boolean =>
  useSyncExternalStore(SMALL_WINDOWS[breakpoint].subscribe, SMALL_WINDOWS[breakpoint].isMatching)
