// The cells waiting to be sent, in the order of their last edit.

export class PendingCells {
  private readonly keys = new Set<string>()
  private readonly canSend: (key: string) => boolean
  private onEnqueued = (): void => {}

  constructor(canSend: (key: string) => boolean = () => true) {
    this.canSend = canSend
  }

  get size(): number {
    return this.keys.size
  }

  /**
   * Updates changed cells: sendable ones wait from now on, others no longer. One that already waits moves to
   * the end.
   */
  enqueue(keys: readonly string[]): void {
    for (const key of keys) {
      this.keys.delete(key)
      if (this.canSend(key)) this.keys.add(key)
    }
    this.onEnqueued()
  }

  /** Removes a cell that must not be sent any more, for example because of a conflict. */
  drop(key: string): void {
    this.keys.delete(key)
  }

  /** The cells that have waited longest. */
  first(count: number): string[] {
    return [...this.keys].slice(0, count)
  }

  /** The cells that are still waiting; null if none. */
  among(keys: readonly string[] = []): string[] | null {
    const waiting = keys.filter(key => this.keys.has(key))
    return waiting.length > 0 ? waiting : null
  }

  /** Puts back cells that were not sent, before all others. */
  requeue(keys: readonly string[]): void {
    const later = [...this.keys]
    this.keys.clear()
    for (const key of [...keys, ...later]) this.keys.add(key)
  }

  /** Called by the queue that sends the cells. */
  listen(onEnqueued: () => void): void {
    this.onEnqueued = onEnqueued
  }
}
