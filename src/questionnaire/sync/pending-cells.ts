// The cells that wait to be sent, in the order of their last edit.

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

  /** Cells that changed: those that may be sent wait from now on, the others no longer. One that waits already moves to the end. */
  enqueue(keys: readonly string[]): void {
    for (const key of keys) {
      this.keys.delete(key)
      if (this.canSend(key)) this.keys.add(key)
    }
    this.onEnqueued()
  }

  /** A cell that must not be sent after all, for example because it is in conflict now. */
  drop(key: string): void {
    this.keys.delete(key)
  }

  /** The cells that have waited longest. */
  first(count: number): string[] {
    return [...this.keys].slice(0, count)
  }

  /** Cells that did not leave after all go before the others. */
  requeue(keys: readonly string[]): void {
    const later = [...this.keys]
    this.keys.clear()
    for (const key of [...keys, ...later]) this.keys.add(key)
  }

  /** For the one queue that sends them. */
  listen(onEnqueued: () => void): void {
    this.onEnqueued = onEnqueued
  }
}
