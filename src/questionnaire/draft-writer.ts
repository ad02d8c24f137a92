// From a typed cell to one that is kept on this device, within moments of the last key.
import type { CellState, CellStore } from './cells.ts'
import type { Acknowledgement, Draft } from './draft-database.ts'
import type { Drafts, Found } from './drafts.ts'
import { tabOfEdit, timeOfEdit } from './edit-clock.ts'
import type { Editing } from './editing.ts'
import { isSameAnswer } from './merge.ts'
import type { Timing } from './timing.ts'

/** Quality 1: a cell is stored on this device within 150 ms of the last key; a debounce of 80 ms leaves time for the disk. */
const DEBOUNCE_MS = 80
/** Somebody who types without a pause is not left with more than a second at risk. */
const MAX_WAIT_MS = 1000

interface DraftWriterParts {
  store: CellStore
  drafts: Drafts
  editing: Editing
  timing: Timing
  /** What was typed is judged and being written; it may be sent. */
  onKept: (keys: readonly string[]) => void
  /** These are on this device now, as far as it can keep anything: the other tabs may know. */
  onWritten: (keys: readonly string[]) => void
  /** Typed back to what the server has. */
  onTakenBack: (key: string) => void
  /** Another tab was here with a newer edit, or has had one acknowledged. */
  onFound: (found: readonly Found[]) => void
  onStorageFault: (fault: string | null) => void
}

export class DraftWriter {
  private readonly parts: DraftWriterParts
  private readonly toKeep = new Set<string>()
  private readonly toWrite = new Set<string>()
  private cancelQuiet = (): void => {}
  private riskSince: number | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(parts: DraftWriterParts) {
    this.parts = parts
  }

  /** Cells were edited: they are kept after a moment of quiet, or at once when the person has left them. */
  edited(keys: readonly string[], isSettled: boolean): void {
    for (const key of keys) this.toKeep.add(key)
    this.cancelQuiet()
    const now = this.parts.timing.now()
    this.riskSince ??= now
    const wait = isSettled ? 0 : Math.min(DEBOUNCE_MS, this.riskSince + MAX_WAIT_MS - now)
    if (wait <= 0) void this.keep()
    else this.cancelQuiet = this.parts.timing.after(wait, () => void this.keep())
  }

  /** Writes what was typed to this device and hands on what may be sent. Resolves when it is on disk or cannot be. */
  async keep(): Promise<void> {
    this.cancelQuiet()
    this.riskSince = null
    const keys = [...this.toKeep]
    this.toKeep.clear()
    if (keys.length === 0) return this.writing
    for (const key of keys) this.parts.editing.settle(key)
    const changed = keys.filter(key => !this.isBackAtBase(key))
    this.parts.onKept(changed)
    for (const key of changed) this.toWrite.add(key)
    this.writing = this.writing.then(() => this.writeGathered())
    return this.writing
  }

  /** Writes cells to this device as they stand. Returns the states that are written, or null where they cannot be. */
  async write(keys: readonly string[]): Promise<(readonly [key: string, state: CellState])[] | null> {
    const { store, drafts, onFound, onStorageFault } = this.parts
    const states = keys.map(key => [key, store.get(key)] as const).filter(([, state]) => state.edit !== null)
    if (states.length === 0) return states
    const result = await drafts.write(states.map(([key, state]) => draftOf(key, state)))
    onStorageFault(result.ok ? null : result.error)
    if (!result.ok) return null
    if (result.value.length > 0) onFound(result.value)
    return states
  }

  /** One transaction for all that was left while another was under way: one for each cell would fall behind whoever types quickly. */
  private async writeGathered(): Promise<void> {
    const { store, drafts, onWritten } = this.parts
    const keys = [...this.toWrite]
    this.toWrite.clear()
    for (const [key, { edit }] of (await this.write(keys)) ?? []) {
      const now = store.get(key)
      if (now.edit === edit && now.saving === 'typed') store.set(key, { saving: 'kept' })
      // The server was quicker than the disk: what was just written is no longer needed.
      if (now.edit === null && edit !== null)
        void drafts.acknowledge([{ key, edit: now.lastEdit, version: now.version }])
    }
    onWritten(keys)
  }

  /** Typed back to what the server has: there is nothing to save any more. */
  private isBackAtBase(key: string): boolean {
    const { store, onTakenBack } = this.parts
    const { edit, fault, sent, conflict, answer, base, version } = store.get(key)
    if (edit === null) return true
    if (fault !== null || sent.length > 0 || conflict !== null || !isSameAnswer(answer, base)) return false
    onTakenBack(key)
    store.set(key, { edit: null, saving: 'saved' })
    this.writing = this.writing.then(() => this.retract({ key, edit, version }))
    return true
  }

  private async retract(edit: Acknowledgement): Promise<void> {
    const found = await this.parts.drafts.retract([edit])
    if (found.ok && found.value.length > 0) this.parts.onFound(found.value)
    this.parts.onWritten([edit.key])
  }
}

function draftOf(key: string, state: CellState): Draft {
  const { text, answer, base, version, ownVersion, sent } = state
  const edit = state.edit ?? ''
  return {
    key,
    edit,
    tab: tabOfEdit(edit),
    at: timeOfEdit(edit),
    text,
    answer,
    base,
    base_version: version,
    own_version: ownVersion,
    sent
  }
}
