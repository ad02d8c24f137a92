import { useEffect, useRef, type RefObject } from 'react'

/** Calls back when the element comes near the viewport, and again if the callback changes, so keep it stable. */
export function useOnceVisible<E extends Element>(onSeen: () => void): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onSeen()
      },
      { rootMargin: '200px' }
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [onSeen])
  return element
}
