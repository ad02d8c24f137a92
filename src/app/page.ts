import type { ReactNode } from 'react'
import { atMost } from '#lib/at-most.ts'

/** Draws a screen from its props. */
export type Screen<P> = (props: P) => ReactNode

/** A screen whose code is loaded on demand, and once. */
export interface Page<P> {
  load: () => Promise<Screen<P>>
}

/**
 * Loads the code before the screen is rendered instead of suspending, because React holds a suspended fallback for 300 ms.
 * A failed load is forgotten, so that the next visit tries again.
 */
export function page<P>(load: () => Promise<{ default: Screen<P> } | undefined>): Page<P> {
  let loading: Promise<Screen<P>> | undefined
  const start = async (): Promise<Screen<P>> => {
    try {
      const module = await load()
      // Nothing comes when the chunk failed and the page is being reloaded for it: there is no screen to show any more.
      return module ? module.default : await new Promise<never>(() => {})
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return { load: () => (loading ??= start()) }
}

/** Spec 9: route code that nobody waits for yet is loaded four at once. */
const inQueue = atMost(4)

/** Loads ahead of need. A failure is no matter here: the visit itself loads again and tells. */
export const preload = (load: () => Promise<unknown>): void => void inQueue(load).catch(() => {})
