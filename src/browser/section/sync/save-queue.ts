// The save queue of a section: sends cells in batches, in order, one request at a time, until each is
// acknowledged (quality 1). Transient failures are retried with exponential backoff under the same id, so
// that the server can detect a repetition (idempotency). The queue holds no values: a batch takes the cells'
// current changes when it is sent.

import { MAX_CELLS_PER_SAVE } from '#contract/limits.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { err, type Result } from '#lib/result.ts'
import { changeBytes, Isolation, type IsolationStep, type QueuedChange } from './isolation.ts'
import { PendingCells } from './pending-cells.ts'
import type { Timing } from './timing.ts'

export type SectionAction = 'save' | 'complete' | 'reopen' | 'sign_off'

export interface Batch {
  client_change_id: string
  action: SectionAction
  changes: QueuedChange[]
}

export type QueueState =
  | { is: 'idle' | 'waiting' | 'sending' }
  /** A transient failure: the time of the next try. */
  | { is: 'retrying'; error: string; status: number | null }
  /** A permanent refusal: the user must act, then `resume`. */
  | { is: 'stopped'; error: string; status: number }

/** The result for a batch whose cells another tab has edited since: it was not sent. */
export const SUPERSEDED = Symbol('superseded')

/** Builds batches, sends them and handles replies: batch-delivery.ts. */
export interface SaveQueueParts {
  timing: Timing
  newId: () => string
  /** The current changes of these cells; cells with nothing to send are left out. */
  changesOf: (keys: readonly string[]) => QueuedChange[]
  /** Which answers wait for the user and are not sent by the queue, in a sentence; empty if there are none. */
  heldBack: () => string
  /** Sends a batch. Must not throw. The same batch may be sent several times under the same id. */
  send: (batch: Batch) => Promise<Result<SectionSubmissionResult> | typeof SUPERSEDED>
  onReply: (batch: Batch, result: SectionSubmissionResult) => void
  /** A batch failed without a usable reply; it is sent again as it is, or rebuilt. */
  onFailure: (batch: Batch) => void
  /** The server refused this change; it is not sent again until it is edited. */
  onRefusal: (change: QueuedChange) => void
  onState: (state: QueueState) => void
}

export const BATCH_WAIT_MS = 600
/** Why an action was not sent. */
const LEFT = 'Not sent, because you left the page.'
/** Below the server's limit for a body, with room for the envelope. */
const MAX_BATCH_BYTES = 900_000
/** Transient statuses below 500. */
const TRANSIENT_CLIENT_STATUSES = new Set([408, 409, 425, 429])

/** Exponential backoff, in seconds until the next try: 1, 2, 4 … 256, then always 300. */
export const backoffSeconds = (failures: number): number => (failures > 9 ? 300 : 2 ** (failures - 1))

export class SaveQueue {
  state: QueueState = { is: 'idle' }
  private readonly parts: SaveQueueParts
  private readonly pending: PendingCells
  private actions: { action: SectionAction; settle: (result: Result<SectionSubmissionResult>) => void }[] = []
  private inFlight: Batch | null = null
  private readonly isolation = new Isolation()
  private isSending = false
  private isStopped = false
  private failures = 0
  private cancelTimer = (): void => {}

  constructor(parts: SaveQueueParts, pending = new PendingCells()) {
    this.parts = parts
    this.pending = pending
    pending.listen(() => {
      if (this.state.is === 'idle' && pending.size > 0) this.wait()
    })
  }

  enqueue(keys: readonly string[]): void {
    this.pending.enqueue(keys)
  }

  /**
   * Completes or signs off after all waiting cells, if none of them is held back; reopens before them. A failure is
   * returned and ends the action; it is not retried.
   */
  sendAction(action: Exclude<SectionAction, 'save'>): Promise<Result<SectionSubmissionResult>> {
    return new Promise(settle => {
      this.actions.push({ action, settle })
      if (this.isStopped) this.failActions(LEFT)
      else this.resume()
    })
  }

  /** Sends at once: the connection is back, the page is being left, or the user asked for it. */
  resume(): void {
    if (!this.isSending) this.next()
  }

  get isBusy(): boolean {
    return this.inFlight !== null || this.pending.size > 0 || this.isolation.isSearching
  }

  /** The request in flight is still handled; nothing more is sent. */
  stop(): void {
    this.isStopped = true
    this.cancelTimer()
    this.failActions(LEFT)
  }

  private wait(): void {
    if (this.isStopped) return
    this.set({ is: 'waiting' })
    this.cancelTimer()
    this.cancelTimer = this.parts.timing.after(BATCH_WAIT_MS, () => this.next())
  }

  private next(): void {
    this.cancelTimer()
    if (this.isStopped) return
    this.inFlight ??= this.nextBatch()
    if (this.inFlight === null) return this.set({ is: 'idle' })
    void this.deliver(this.inFlight)
  }

  private nextBatch(): Batch | null {
    const [next] = this.actions
    // A complete section takes no answers, so those that wait follow the reopening.
    if (next?.action === 'reopen') return this.actionBatch(next.action)
    while (this.pending.size > 0) {
      const keys = this.pending.among(this.isolation.nextPart()) ?? this.pending.first(MAX_CELLS_PER_SAVE)
      const changes = this.parts.changesOf(keys)
      const fitting = withinBytes(changes)
      const left = new Set(changes.slice(fitting.length).map(change => change.key))
      for (const key of keys) if (!left.has(key)) this.pending.drop(key)
      if (fitting.length > 0)
        return { client_change_id: this.parts.newId(), action: 'save', changes: fitting }
    }
    this.conclude(this.isolation.finish())
    if (next === undefined) return null
    // What was sent just now may have been refused, or changed by someone else.
    const heldBack = this.parts.heldBack()
    if (heldBack === '') return this.actionBatch(next.action)
    this.failActions(heldBack)
    return null
  }

  private actionBatch(action: SectionAction): Batch {
    return { client_change_id: this.parts.newId(), action, changes: [] }
  }

  private async deliver(batch: Batch): Promise<void> {
    this.isSending = true
    this.set({ is: 'sending' })
    const result = await this.parts.send(batch)
    this.isSending = false
    if (result === SUPERSEDED) {
      this.requeue(batch)
      return this.next()
    }
    if (batch.action !== 'save') return this.settleAction(batch, result)
    if (!result.ok) return this.fail(batch, result.error, result.status)
    this.failures = 0
    this.inFlight = null
    this.parts.onReply(batch, result.value)
    this.conclude(this.isolation.noteAcceptance())
    this.goOn()
  }

  private settleAction(batch: Batch, result: Result<SectionSubmissionResult>): void {
    this.inFlight = null
    if (result.ok) this.parts.onReply(batch, result.value)
    this.actions.shift()?.settle(result)
    this.goOn()
  }

  /**
   * After a batch: continues at once if the batch was full or an action follows, otherwise after the usual
   * delay.
   */
  private goOn(): void {
    if (this.pending.size >= MAX_CELLS_PER_SAVE || this.actions.length > 0 || this.isolation.hasParts)
      this.next()
    else if (this.pending.size > 0) this.wait()
    else this.set({ is: 'idle' })
  }

  private fail(batch: Batch, error: string, status: number | null): void {
    this.parts.onFailure(batch)
    const verdict = this.isolation.noteRefusal(batch.changes, status)
    if (verdict !== null) {
      this.failures = 0
      this.inFlight = null
      if (this.conclude(verdict)) return this.goOn()
    }
    this.failActions(error, status)
    if (status !== null && status >= 400 && status < 500 && !TRANSIENT_CLIENT_STATUSES.has(status))
      return this.halt(batch, error, status)
    this.failures += 1
    const wait = backoffSeconds(this.failures) * 1000
    this.set({ is: 'retrying', error, status })
    if (!this.isStopped) this.cancelTimer = this.parts.timing.after(wait, () => this.next())
  }

  /** Ends the waiting actions. One in flight ends with its reply. */
  private failActions(error: string, status: number | null = null): void {
    const waiting = this.actions.splice((this.inFlight?.action ?? 'save') === 'save' ? 0 : 1)
    for (const { settle } of waiting) settle(err(error, status))
  }

  /** One cell never holds up another: what the isolation found is refused, the rest is sent. Returns whether to go on. */
  private conclude(verdict: IsolationStep | null): boolean {
    if (verdict?.is === 'found') for (const change of verdict.refused) this.parts.onRefusal(change)
    else if (verdict !== null) this.pending.requeue(verdict.requeue.map(({ key }) => key))
    return verdict?.is !== 'elsewhere'
  }

  /** Splits a rejected batch, so that a corrected cell is sent with its new value. */
  private halt(batch: Batch, error: string, status: number): void {
    this.requeue(batch)
    this.set({ is: 'stopped', error, status })
  }

  /** Its cells return to the front of the queue and are sent with their current values. */
  private requeue(batch: Batch): void {
    this.inFlight = null
    this.pending.requeue(batch.changes.map(change => change.key))
  }

  private set(state: QueueState): void {
    this.state = state
    this.parts.onState(state)
  }
}

/** As many changes as fit into a body; at least one. */
function withinBytes(changes: QueuedChange[]): QueuedChange[] {
  let bytes = 0
  const end = changes.findIndex((change, index) => {
    bytes += changeBytes(change)
    return bytes > MAX_BATCH_BYTES && index > 0
  })
  return end < 0 ? changes : changes.slice(0, end)
}
