import type { ComponentType } from 'react'
import { atMost } from '#lib/at-most.ts'

/** A screen whose code is loaded on demand, and once. */
export interface Page<P> {
  load: () => Promise<ComponentType<P>>
}

/**
 * Loads the code before the screen is rendered instead of suspending, because React holds a suspended fallback for 300 ms.
 * A failed load is forgotten, so that the next visit tries again.
 */
export function page<P>(load: () => Promise<{ default: ComponentType<P> } | undefined>): Page<P> {
  let loading: Promise<ComponentType<P>> | undefined
  const start = async (): Promise<ComponentType<P>> => {
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
