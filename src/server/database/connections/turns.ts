import { BusyDatabaseError } from './busy.ts'

interface TurnLimits {
  atOnce: number
  /** After this a turn that has not come is given up. */
  patienceMs: number
}

/** Work that takes turns, in the order in which it comes. */
export class Turns {
  readonly #patienceMs: number
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor({ atOnce, patienceMs }: TurnLimits) {
    this.#free = atOnce
    this.#patienceMs = patienceMs
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new BusyDatabaseError())
      }, this.#patienceMs)
      this.#waiting.add(begin)
    })
  }
}
