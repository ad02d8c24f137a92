import { useEffect, useRef, type RefObject } from 'react'

/** Calls back as soon as the element comes near the visible part of the page, and again when what it needs has changed. */
export function useSeen<E extends Element>(onSeen: () => void, needs: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '200px' }
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [needs])
  return element
}
