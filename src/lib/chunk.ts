// The one way to code that comes later. Nothing else in the browser's code calls `import()`; a test of the architecture sees to it.
import { limitConcurrency } from './limit-concurrency.ts'

/** Code that could not be fetched: the connection is gone, or a deployment has taken the file away. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of this site could not be loaded.', { cause })
  }
}

/** Code that is fetched when it is first needed, and once. */
export interface Chunk<M> {
  /** Rejects with a ChunkError. A failure is forgotten, so that the next call tries again. */
  load: () => Promise<M>
  /** What is there already, without waiting. */
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

/** Code that is already part of the page, in the form of a chunk. */
export const present = <M>(module: M): Chunk<M> => ({ load: async () => module, loaded: () => module })

/** Spec 9: preloads run at most four at a time. */
const inQueue = limitConcurrency(4)

/** Loads ahead of need. Failures are ignored: the code that needs the chunk loads it again and reports. */
export const preload = ({ load }: Pick<Chunk<unknown>, 'load'>): void => void inQueue(load).catch(() => {})
