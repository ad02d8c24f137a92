// Finds the changes that make the server refuse a batch. The batch is halved until each refused change is alone. If others of it are accepted,
// those changes are at fault; if none is, the fault lies elsewhere, for example in a proxy or another version of the server.

import type { CellChange } from '#contract/section-submissions.ts'

export interface QueuedChange {
  key: string
  /** Identifies this edit of the cell, so that a later edit is not taken for acknowledged. */
  edit: string
  change: CellChange
}

/** About the size of a change in a body, in bytes. */
export function changeBytes({ change: { value } }: QueuedChange): number {
  if (typeof value === 'string') return 200 + value.length * 3
  return 200 + (Array.isArray(value) ? value.length * 12 : 0)
}

/** Statuses that refuse the content of the body, not the person or the section. */
const CONTENT_STATUSES = new Set([400, 413, 422])
/** Below this size no change is too large for anything between here and the server. */
const MAX_HARMLESS_BYTES = 16_000
/** This many refused in a row, and none accepted: halving the rest would only repeat it. */
const MAX_REFUSED = 8

export type IsolationStep =
  /** Go on: the changes to send again are requeued. */
  | { is: 'searching'; requeue: readonly QueuedChange[] }
  /** These are at fault; everything else was accepted. */
  | { is: 'found'; refused: readonly QueuedChange[] }
  /** No change is at fault: these are to be sent again later. */
  | { is: 'elsewhere'; requeue: readonly QueuedChange[] }

export class Isolation {
  /** The next cells to send, last first. */
  private parts: string[][] = []
  private refused: QueuedChange[] = []
  private hasAccepted = false

  get isSearching(): boolean {
    return this.parts.length > 0 || this.refused.length > 0
  }

  get hasParts(): boolean {
    return this.parts.length > 0
  }

  nextPart(): string[] | undefined {
    return this.parts.pop()
  }

  /** After a batch that was refused with this status; null if the status says nothing about its content. */
  noteRefusal(changes: readonly QueuedChange[], status: number | null): IsolationStep | null {
    if (status === null || !CONTENT_STATUSES.has(status)) return null
    const [change] = changes
    if (change !== undefined && changes.length === 1) {
      const isLone = !this.isSearching
      if (isLone && status === 413 && changeBytes(change) < MAX_HARMLESS_BYTES) return null
      if (isLone) return { is: 'found', refused: [change] }
      this.refused.push(change)
      return this.hasParts && (this.hasAccepted || this.refused.length < MAX_REFUSED)
        ? { is: 'searching', requeue: [] }
        : this.end()
    }
    const keys = changes.map(({ key }) => key)
    const middle = Math.ceil(keys.length / 2)
    this.parts.push(keys.slice(middle), keys.slice(0, middle))
    return { is: 'searching', requeue: changes }
  }

  /** After a batch that was accepted; null while the search goes on, and where there was none. */
  noteAcceptance(): IsolationStep | null {
    if (!this.isSearching && !this.hasAccepted) return null
    this.hasAccepted = true
    return this.hasParts ? null : this.end()
  }

  /** When nothing is left to send, because its cells were discarded meanwhile; null where there was no search. */
  finish(): IsolationStep | null {
    if (!this.isSearching) return null
    this.hasAccepted = true
    return this.end()
  }

  private end(): IsolationStep {
    const { refused, hasAccepted } = this
    this.parts = []
    this.refused = []
    this.hasAccepted = false
    return hasAccepted ? { is: 'found', refused } : { is: 'elsewhere', requeue: refused }
  }
}
