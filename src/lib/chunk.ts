// The one way to load code on demand. Nothing else in the browser's code calls `import()`; an architecture
// test checks it.

import { limitConcurrency } from './limit-concurrency.ts'

/** Code that could not be loaded: the page is offline, or a deployment has removed the file. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('Part of this site could not be loaded.', { cause })
  }
}

/** Code that is loaded once, when it is first needed. A failure is not cached, so that the next call tries again. */
export interface Chunk<M> {
  /**
   * For what a person has asked for, or the page cannot do without. If it fails and the page is reloaded for it, the promise never
   * settles; otherwise it rejects with a ChunkError.
   */
  load: () => Promise<M>
  /** For what is loaded ahead of need, or has a fallback: null if it cannot be loaded. */
  tryLoad: () => Promise<M | null>
  /** The code, if it is loaded already. */
  loaded: () => M | undefined
}

/** Reloads the page if that may help; returns whether it does. `path` is where the code was asked for. */
type MissingCodeHandler = (path: string | undefined) => Promise<boolean>

let reloadInstead: MissingCodeHandler = async () => false

export const setMissingCodeHandler = (handler: MissingCodeHandler): void => void (reloadInstead = handler)

export function chunk<M>(fetchCode: () => Promise<M>): Chunk<M> {
  let loading: Promise<M> | undefined
  let module: M | undefined
  const start = async (): Promise<M> => {
    try {
      module = await fetchCode()
      return module
    } catch (error) {
      loading = undefined
      throw new ChunkError(error)
    }
  }
  const fetchOnce = (): Promise<M> => (loading ??= start())
  return {
    load: async () => {
      const path = globalThis.location?.pathname
      try {
        return await fetchOnce()
      } catch (error) {
        // Nothing is shown for the moment until the page is another one.
        if (await reloadInstead(path)) await new Promise(() => {})
        throw error
      }
    },
    tryLoad: () => fetchOnce().catch(() => null),
    loaded: () => module
  }
}

/** Wraps code that is already part of the page as a chunk. */
export function presentChunk<M>(module: M): Chunk<M> {
  const load = async (): Promise<M> => module
  return { load, tryLoad: load, loaded: () => module }
}

/** Spec 9: preloads run at most four at a time. */
const inPreloadQueue = limitConcurrency(4)

/** Preloads code. Failures are ignored: whoever needs the chunk loads it again and reports the error. */
export const preload = ({ tryLoad }: Pick<Chunk<unknown>, 'tryLoad'>): void => void inPreloadQueue(tryLoad)
