// The one way to load code on demand. Nothing else in the browser's code calls `import()`; an architecture
// test checks it.

import { limitConcurrency } from './limit-concurrency.ts'

/** Code that could not be loaded: the page is offline, or a deployment has removed the file. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('Part of this site could not be loaded.', { cause })
  }
}

/** Code that is loaded once, when it is first needed. */
export interface Chunk<M> {
  /** Rejects with a ChunkError. A failure is not cached, so that the next call tries again. */
  load: () => Promise<M>
  /** The code, if it is loaded already. */
  loaded: () => M | undefined
}

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
  return { load: () => (loading ??= start()), loaded: () => module }
}

/** Wraps code that is already part of the page as a chunk. */
export const presentChunk = <M>(module: M): Chunk<M> => ({ load: async () => module, loaded: () => module })

/** Spec 9: preloads run at most four at a time. */
const inPreloadQueue = limitConcurrency(4)

/** Preloads code. Failures are ignored: whoever needs the chunk loads it again and reports the error. */
export const preload = ({ load }: Pick<Chunk<unknown>, 'load'>): void =>
  void inPreloadQueue(load).catch(() => {})
