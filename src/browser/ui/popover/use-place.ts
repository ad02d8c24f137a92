import type { Placement } from '@floating-ui/dom'
import { useLayoutEffect, type RefObject } from 'react'
import { chunk } from '#lib/chunk.ts'
import type { FloatOptions } from './floating.ts'

export const floating = chunk(() => import('./floating.ts'))

/** Keeps what floats beside its reference. Until the code for that has loaded, or if it cannot, it hangs below. */
export function usePlace(
  reference: RefObject<FloatOptions['reference'] | null>,
  float: HTMLElement | null,
  placement: Placement,
  kind: FloatOptions['kind']
): void {
  useLayoutEffect(() => {
    if (reference.current === null || float === null) return undefined
    const options = { reference: reference.current, float, placement, kind }
    let stop = floating.loaded()?.keepPlaced(options)
    if (stop) return stop
    let isGone = false
    const place = async (): Promise<void> => {
      const code = await floating.tryLoad()
      if (!isGone) stop = code?.keepPlaced(options)
    }
    hangBelow(options)
    void place()
    return () => {
      isGone = true
      stop?.()
    }
  }, [reference, float, placement, kind])
}

function hangBelow({ reference, float }: FloatOptions): void {
  const { left, bottom } = reference.getBoundingClientRect()
  const top = Math.max(0, Math.min(bottom, innerHeight - float.offsetHeight))
  const style = { position: 'fixed', maxHeight: `calc(100dvh - ${top}px)`, top: `${top}px` }
  Object.assign(float.style, style, {
    left: `${Math.max(0, Math.min(left, innerWidth - float.offsetWidth))}px`
  })
}
