const MOST_BYTES = 64 * 1024 * 1024

interface RecentAnswer {
  /** The version of the figures and the time of the calculation: which of the kept answers to a selection it is. */
  edition: string
  json: Uint8Array<ArrayBuffer>
}

/**
 * The answers that this process has given lately, ready to be sent; what was not asked for the longest goes first when they are too many. It
 * only saves fetching: that an answer is still the kept one is read from the database each time, so that all servers give the same.
 */
export class RecentAnswers {
  /** In the order in which they were last asked for. */
  readonly #answers = new Map<string, RecentAnswer>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** Bytes of all answers that are held. */
  get bytes(): number {
    return this.#bytes
  }

  find(key: string, edition: string): Uint8Array<ArrayBuffer> | null {
    const answer = this.#answers.get(key)
    if (answer?.edition !== edition) return null
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    return answer.json
  }

  keep(key: string, answer: RecentAnswer): void {
    this.#drop(key)
    if (answer.json.byteLength > this.#mostBytes) return
    this.#answers.set(key, answer)
    this.#bytes += answer.json.byteLength
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#answers.get(key)?.json.byteLength ?? 0
    this.#answers.delete(key)
  }
}
