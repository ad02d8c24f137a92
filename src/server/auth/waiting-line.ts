import pLimit from 'p-limit'

interface Room {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Pieces of work that wait for a place. */
  waiting: number
}

/** Limits how much work runs at once and how much waits. Further work is refused immediately. */
export class WaitingLine {
  readonly #run: ReturnType<typeof pLimit>
  readonly #places: number
  #taken = 0

  constructor({ atOnce, waiting }: Room) {
    this.#run = pLimit(atOnce)
    this.#places = atOnce + waiting
  }

  /** Keeps a place for everything that `visit` does; `refusal` is thrown if there is none. */
  async enter<T>(
    refusal: () => Error,
    visit: (run: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>
  ) {
    if (this.#taken >= this.#places) throw refusal()
    this.#taken += 1
    try {
      return await visit(work => this.#run(work))
    } finally {
      this.#taken -= 1
    }
  }
}
